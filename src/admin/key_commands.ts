import { type Arguments, type Command, CommandError, type Desk } from "./command.ts";
import { keyLines, keyView } from "./key_view.ts";

const issue: Command = {
  noun: "key",
  verb: "issue",
  says: "Makes an API key and shows it, this once",
  options: {
    owner: { takes: "name", says: "who the key is for", required: true },
    email: { takes: "address", says: "where the owner is reached", required: true },
    plan: { takes: "plan", says: "a plan of content/plans.yaml", required: true },
    group: { takes: "group", says: "a group it may read; all where left out", repeats: true },
    ip: { takes: "address", says: "an address or CIDR range it may be used from", repeats: true },
    expires: { takes: "date", says: "the day it ends, such as 2027-01-31; never where left out" },
  },
  async run({ store, clock, content }, given) {
    const { plans, groups } = content();
    const slugs = groups.map(({ slug }) => slug);
    const expires = given.text("expires");
    const { record, secret } = await store.keys.issue({
      owner: given.text("owner")!,
      email: given.text("email")!,
      plan: known("plan", given.text("plan")!, Object.keys(plans)),
      groups: given.all("group").map((group) => known("group", group, slugs)),
      ips: given.all("ip"),
      createdAt: clock.now(),
      ...(expires !== undefined && { expiresAt: endOf(expires) }),
    });
    return {
      json: { id: record.id, secret },
      lines: [
        `Key ${record.id} for ${record.owner}:`,
        "",
        `  ${secret}`,
        "",
        "It is not shown again.",
      ],
    };
  },
};

const list: Command = {
  noun: "key",
  verb: "list",
  says: "Shows all keys",
  options: {},
  async run({ store, clock }) {
    const keys = await store.keys.list();
    return { json: keys.map(keyView), lines: keyLines(keys, clock.now()) };
  },
};

const revoke: Command = {
  noun: "key",
  verb: "revoke",
  subject: "id",
  says: "Ends a key; it is refused everywhere within 3 seconds",
  options: {},
  async run(desk, given) {
    const now = desk.clock.now();
    const key = await update(desk, given, (key) => ({ ...key, revokedAt: key.revokedAt ?? now }));
    return { json: keyView(key), lines: [`Key ${key.id} of ${key.owner} is revoked.`] };
  },
};

export const KEY_COMMANDS: readonly Command[] = [issue, list, revoke];

type Change = Parameters<Desk["store"]["keys"]["update"]>[1];

async function update({ store }: Desk, { subject }: Arguments, change: Change) {
  const key = await store.keys.update(subject, change);
  if (key === undefined) {
    throw new CommandError(`Cannot find the key "${subject}"; "key list" shows all ids`);
  }
  return key;
}

function known(what: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw new CommandError(`Cannot use the ${what} "${name}": expected one of ${names.join(", ")}`);
}

/** A key that expires on a day is good until that day ends, in UTC. */
function endOf(day: string): number {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
  if (Number.isNaN(start)) {
    throw new CommandError(`Cannot use the date "${day}": write it as 2027-01-31`);
  }
  return start + 86_400_000;
}
