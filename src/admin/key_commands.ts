import type { KeyRecord } from "../access/key_record.ts";
import { keyLetter } from "../mail/letters.ts";
import { tellDelivery } from "../mail/tell_delivery.ts";
import { readAddresses, toList } from "./addresses.ts";
import { type Arguments, type Command, CommandError, type Desk, type Outcome } from "./command.ts";
import { keyDetails, keyLines, keyView, type MeteredKey, meterKeys } from "./key_view.ts";
import { missing } from "./missing.ts";
import { readCount, readEmail, readEnd, readKnown, readLine } from "./option_values.ts";
import { shownOnce } from "./shown_once.ts";
import { table } from "./table.ts";

const PLAN = { takes: "plan", says: "a plan of content/plans.yaml" };
const IP = {
  takes: "address",
  says: "an address or CIDR range it may be used from",
  repeats: true,
};
const EXPIRES = {
  takes: "date",
  says: "the day it ends, such as 2027-01-31 (UTC), an instant, or never",
};

const issue: Command = {
  noun: "key",
  verb: "issue",
  says: "Makes an API key and shows it, this once",
  at: { method: "POST", path: "keys" },
  options: {
    owner: { takes: "name", says: "who the key is for", required: true },
    email: { takes: "address", says: "where the owner is reached", required: true },
    plan: { ...PLAN, required: true },
    group: { takes: "group", says: "a group it may read; all where left out", repeats: true },
    ip: IP,
    expires: { ...EXPIRES, says: `${EXPIRES.says}; never where left out` },
    send: { says: "mail it to the owner" },
  },
  async run(desk, given) {
    const { plans, groups } = desk.content();
    const expires = given.text("expires");
    const expiresAt = expires === undefined ? undefined : readEnd(expires);
    const slugs = groups.map(({ slug }) => slug);
    const { record, secret } = await desk.store.keys.issue({
      owner: readLine(given, "owner"),
      email: readEmail(given),
      plan: readKnown("plan", given.text("plan")!, Object.keys(plans)),
      groups: [...new Set(given.all("group").map((group) => readKnown("group", group, slugs)))],
      ips: toList(readAddresses(given.all("ip"))),
      createdAt: desk.clock.now(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const outcome = shownOnce(`Key ${record.id} for ${record.owner}:`, record.id, secret);
    return given.has("send") ? await send(desk, record, secret, outcome) : outcome;
  },
};

const list: Command = {
  noun: "key",
  verb: "list",
  says: "Shows all keys",
  at: { method: "GET", path: "keys", always: true },
  options: {},
  async run({ store, clock, meter }) {
    const keys = await meterKeys(await store.keys.list(), meter);
    return { json: keys.map(keyView), lines: keyLines(keys, clock.now()) };
  },
};

const show: Command = {
  noun: "key",
  verb: "show",
  subject: "id",
  says: "Shows all of one key",
  at: { method: "GET", path: "keys/{}" },
  options: {},
  run: async (desk, given) => tell(desk, await find(desk, given)),
};

const revoke: Command = {
  noun: "key",
  verb: "revoke",
  subject: "id",
  says: "Ends a key; it is refused everywhere within 3 seconds",
  at: { method: "POST", path: "keys/{}/revoke" },
  options: {},
  async run(desk, given) {
    const now = desk.clock.now();
    const key = await change(desk, given, (key) => ({ ...key, revokedAt: key.revokedAt ?? now }));
    const { json } = await tell(desk, key);
    return { json, lines: [`Key ${key.id} of ${key.owner} is revoked.`] };
  },
};

const rotate: Command = {
  noun: "key",
  verb: "rotate",
  subject: "id",
  says: "Gives a key a new secret and shows it, this once; the old one is refused within 3 seconds",
  at: { method: "POST", path: "keys/{}/rotate" },
  options: {},
  async run({ store }, { subject }) {
    const issued = await store.keys.rotate(subject, refuseRevoked);
    if (issued === undefined) throw missing("key", subject);
    const { record, secret } = issued;
    return shownOnce(`The new secret of key ${record.id} for ${record.owner}:`, record.id, secret);
  },
};

const setPlan: Command = {
  noun: "key",
  verb: "set-plan",
  subject: "id",
  rest: "plan",
  says: "Moves a key to another plan; what it has used in this period counts on",
  at: { method: "POST", path: "keys/{}/set-plan" },
  options: { plan: { ...PLAN, required: true } },
  async run(desk, given) {
    const plan = readKnown("plan", given.text("plan")!, Object.keys(desk.content().plans));
    return tell(desk, await change(desk, given, (key) => ({ ...key, plan })));
  },
};

const extend: Command = {
  noun: "key",
  verb: "extend",
  subject: "id",
  rest: "expires",
  says: "Sets another end for a key",
  at: { method: "POST", path: "keys/{}/extend" },
  options: { expires: { ...EXPIRES, required: true } },
  async run(desk, given) {
    const expiresAt = readEnd(given.text("expires")!);
    const key = await change(desk, given, ({ expiresAt: _, ...key }) => {
      refuseRevoked(key);
      return { ...key, ...(expiresAt !== undefined && { expiresAt }) };
    });
    return tell(desk, key);
  },
};

const credit: Command = {
  noun: "key",
  verb: "credit",
  subject: "id",
  rest: "requests",
  says: "Lets a key make more requests until its quota counts anew",
  at: { method: "POST", path: "keys/{}/credit" },
  options: {
    requests: { takes: "number", says: "how many more", required: true },
  },
  async run(desk, given) {
    const units = readCount(given, "requests", { least: 1, most: 1_000_000_000, absent: 0 });
    const key = await find(desk, given);
    if (await desk.meter.standing(key) === undefined) {
      throw new CommandError(
        `Cannot credit key ${key.id}: its plan "${key.plan}" has no quota`,
        "conflict",
      );
    }
    await desk.meter.credit(key, units);
    // The change of the record is what tells servers that the key has something again.
    const creditedAt = desk.clock.now();
    return tell(desk, await change(desk, given, (key) => ({ ...key, creditedAt })));
  },
};

const allowIp: Command = {
  noun: "key",
  verb: "allow-ip",
  subject: "id",
  rest: "ip",
  says: "Adds addresses that a key may be used from",
  at: { method: "POST", path: "keys/{}/allow-ip" },
  options: { ip: { ...IP, required: true } },
  async run(desk, given) {
    const more = readAddresses(given.all("ip"));
    const key = await change(
      desk,
      given,
      (key) => ({ ...key, ips: toList([...key.ips, ...more]) }),
    );
    return tell(desk, key);
  },
};

const denyIp: Command = {
  noun: "key",
  verb: "deny-ip",
  subject: "id",
  rest: "ip",
  says: "Takes addresses off the list that a key may be used from",
  at: { method: "POST", path: "keys/{}/deny-ip" },
  options: {
    ip: { ...IP, says: "an address or range as it stands on the list", required: true },
  },
  async run(desk, given) {
    const gone = readAddresses(given.all("ip"));
    const key = await change(desk, given, (key) => {
      const unknown = gone.find((ip) => !key.ips.includes(ip));
      if (unknown !== undefined) {
        const there = key.ips.join(", ") || "nothing";
        throw new CommandError(`Cannot take "${unknown}" off the list: it holds ${there}`);
      }
      return { ...key, ips: key.ips.filter((ip) => !gone.includes(ip)) };
    });
    return tell(desk, key);
  },
};

const usage: Command = {
  noun: "key",
  verb: "usage",
  subject: "id",
  rest: "days",
  says: "Shows what a key used on each day, in its plan's time zone",
  at: { method: "GET", path: "keys/{}/usage", always: true },
  options: { days: { takes: "number", says: "how many days, today included; 30 where left out" } },
  async run(desk, given) {
    const days = readCount(given, "days", { least: 1, most: 400, absent: 30 });
    const used = await desk.meter.usage(await find(desk, given), days);
    return {
      json: used,
      lines: table(["day", "used"], used.map((row) => [row.day, `${row.used}`])),
    };
  },
};

/** `key …` */
export const KEY_COMMANDS: readonly Command[] = [
  issue,
  list,
  show,
  usage,
  revoke,
  rotate,
  setPlan,
  extend,
  credit,
  allowIp,
  denyIp,
];

async function find({ store }: Desk, { subject }: Arguments): Promise<KeyRecord> {
  const key = await store.keys.find(subject);
  if (key === undefined) throw missing("key", subject);
  return key;
}

async function change(
  { store }: Desk,
  { subject }: Arguments,
  alter: (key: KeyRecord) => KeyRecord,
): Promise<KeyRecord> {
  const key = await store.keys.update(subject, alter);
  if (key === undefined) throw missing("key", subject);
  return key;
}

async function tell({ meter, clock }: Desk, key: KeyRecord): Promise<Outcome> {
  const metered: MeteredKey = { key, standing: await meter.standing(key) };
  return { json: keyView(metered), lines: keyDetails(metered, clock.now()) };
}

function refuseRevoked(key: KeyRecord): void {
  if (key.revokedAt === undefined) return;
  throw new CommandError(`Cannot change key ${key.id}: it is revoked; issue another`, "conflict");
}

async function send(
  desk: Desk,
  key: KeyRecord,
  secret: string,
  outcome: Outcome,
): Promise<Outcome> {
  const to = { name: key.owner, email: key.email, plan: key.plan };
  const mail = keyLetter(desk.content().site, to, secret);
  const delivery = await desk.mailer.send(mail);
  const code = delivery.state === "failed" ? 1 : 0;
  return { ...outcome, notes: tellDelivery(mail, delivery), code };
}
