import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import type { GroupIndex } from "../../model/pack.ts";
import { keyLetter } from "../../mail/letters.ts";
import { deliveryNotes } from "../../mail/mail.ts";
import { readAddresses, toList } from "./addresses.ts";
import type { Command, CommandDeps, CommandOutcome } from "../command/command.ts";
import { SELECTION, selectKeys } from "./keys/key_selection.ts";
import { csvLines } from "./keys/csv.ts";
import { CSV, KEY_LISTS, usageOfAll } from "./keys/key_list.ts";
import { KEY_CHANGES } from "./key_changes.ts";
import { EXPIRES, IP, PLAN } from "./option_values.ts";
import { findKey, keyOutcome, refuseRevoked } from "./named_key.ts";
import { notFound } from "../command/command.ts";
import { planZone } from "./option_values.ts";
import { readCountOption, readEmail, readEnd, readKnown, readLine } from "./option_values.ts";
import { secretOutcome } from "./key_view.ts";
import { table } from "./table.ts";

const EXPIRED = 'The day in --expires is over, so that this key opens nothing; see "key extend".';

const issue: Command = {
  noun: "key",
  verb: "issue",
  description: "Makes an API key and shows it, this once",
  at: { method: "POST", path: "keys" },
  options: {
    owner: { valueName: "name", description: "who the key is for", required: true },
    email: { valueName: "address", description: "where the owner is reached", required: true },
    plan: { ...PLAN, required: true },
    group: {
      valueName: "group",
      description: "a group it may read; all where left out",
      repeats: true,
    },
    ip: { ...IP, description: `${IP.description}; with none it opens no wrapped family` },
    expires: { ...EXPIRES, description: `${EXPIRES.description}; never where left out` },
    send: { description: "mail it to the owner" },
  },
  async run(deps, input) {
    const { plans, groups } = deps.content();
    const expires = input.text("expires");
    const plan = readKnown("plan", input.text("plan")!, Object.keys(plans));
    const expiresAt = expires === undefined ? undefined : readEnd(expires, planZone(plans, plan));
    const slugs = groups.map(({ slug }) => slug);
    const { record, secret } = await deps.store.keys.issue({
      owner: readLine(input, "owner"),
      email: readEmail(input),
      plan,
      groups: [...new Set(input.all("group").map((group) => readKnown("group", group, slugs)))],
      ips: toList(readAddresses(input.all("ip"))),
      createdAt: deps.clock.now(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const outcome = secretOutcome(`Key ${record.id} for ${record.owner}:`, record.id, secret);
    const expired = isLive(record, record.createdAt) ? [] : [EXPIRED];
    const withNotes = { ...outcome, notes: [...expired, ...refusalNotes(record, groups)] };
    return input.has("send") ? await send(deps, record, secret, withNotes) : withNotes;
  },
};

const show: Command = {
  noun: "key",
  verb: "show",
  subject: "id",
  description: "Shows all of one key; what servers have leased ahead counts as used",
  at: { method: "GET", path: "keys/{}" },
  showsPersonalData: true,
  options: {},
  run: async (deps, input) => keyOutcome(deps, await findKey(deps, input)),
};

const revoke: Command = {
  noun: "key",
  verb: "revoke",
  subject: "id",
  description: "Ends a key; it is refused everywhere within 3 seconds",
  at: { method: "POST", path: "keys/{}/revoke" },
  options: {},
  async run(deps, input) {
    const now = deps.clock.now();
    const key = await deps.store.keys.update(
      input.subject,
      (key) => ({ ...key, revokedAt: key.revokedAt ?? now }),
    );
    if (key === undefined) throw notFound("key", input.subject);
    const { json } = await keyOutcome(deps, key);
    return { json, lines: [`Key ${key.id} of ${key.owner} is revoked.`] };
  },
};

const rotate: Command = {
  noun: "key",
  verb: "rotate",
  subject: "id",
  description:
    "Gives a key a new secret and shows it, this once; the old one is refused within 3 seconds",
  at: { method: "POST", path: "keys/{}/rotate" },
  options: {},
  async run({ store }, { subject }) {
    const issued = await store.keys.rotate(subject, refuseRevoked);
    if (issued === undefined) throw notFound("key", subject);
    const { record, secret } = issued;
    return secretOutcome(
      `The new secret of key ${record.id} for ${record.owner}:`,
      record.id,
      secret,
    );
  },
};

const usage: Command = {
  noun: "key",
  verb: "usage",
  subject: "id",
  everything: "all",
  rest: "days",
  description:
    "Shows what a key used on each day, in its plan's time zone; what servers have leased ahead " +
    "counts as used",
  at: { method: "GET", path: "keys/{}/usage", always: true },
  showsPersonalData: true,
  options: {
    days: { valueName: "number", description: "how many days, today included; 30 where left out" },
    all: { description: "in place of an id: of every key, the days on which it was used" },
    ...forAll(SELECTION),
    csv: CSV,
  },
  async run(deps, input) {
    const days = readCountOption(input, "days", { least: 1, most: 400, absent: 30 });
    if (input.subject === "all") {
      const selected = await selectKeys(deps, input, false);
      return await usageOfAll(deps, selected, { days, asCsv: input.has("csv") });
    }
    const used = await deps.meter.usage(await findKey(deps, input), days);
    return {
      json: used,
      lines: input.has("csv")
        ? csvLines(used)
        : table(["day", "used"], used.map((row) => [row.day, `${row.used}`])),
    };
  },
};

/** Options that go with `--all` alone. */
function forAll(options: Command["options"]): Command["options"] {
  return Object.fromEntries(
    Object.entries(options).map((
      [name, option],
    ) => [name, { ...option, description: `with --all: ${option.description}` }]),
  );
}

/** `key …` */
export const KEY_COMMANDS: readonly Command[] = [
  issue,
  ...KEY_LISTS,
  show,
  usage,
  revoke,
  rotate,
  ...KEY_CHANGES,
];

/** The paths that refuse a key without a whitelist, of the groups that it may read. */
function refusalNotes(
  { ips, groups: allowed }: KeyRecord,
  groups: readonly GroupIndex[],
): string[] {
  if (ips.length > 0) return [];
  const paths = groups
    .filter(({ family, slug }) =>
      family === "wrapped" && (allowed.length === 0 || allowed.includes(slug))
    )
    .map(({ slug }) => `/api/${slug}/…`);
  if (paths.length === 0) return [];
  return [
    `Without --ip, every path of a wrapped group refuses this key (IP_NOT_WHITELISTED): ` +
    `${paths.join(", ")}; see "key allow-ip".`,
  ];
}

async function send(
  deps: CommandDeps,
  key: KeyRecord,
  secret: string,
  outcome: CommandOutcome,
): Promise<CommandOutcome> {
  const to = { name: key.owner, email: key.email, plan: key.plan };
  const mail = keyLetter(deps.content().site, to, secret);
  const delivery = await deps.mailer.send(mail);
  const code = delivery.state === "failed" ? 1 : 0;
  return { ...outcome, notes: [...outcome.notes ?? [], ...deliveryNotes(mail, delivery)], code };
}
