import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import type { GroupIndex } from "../../model/pack.ts";
import { keyLetter } from "../../mail/letters.ts";
import { tellDelivery } from "../../mail/mail.ts";
import { readAddresses, toList } from "./addresses.ts";
import type { Command, CommandDeps, CommandOutcome } from "../command/command.ts";
import { keyLines, keyView, meterKeys } from "./key_view.ts";
import { KEY_CHANGES } from "./key_changes.ts";
import { EXPIRES, IP, PLAN } from "./option_values.ts";
import { findKey, refuseRevoked, tellKey } from "./named_key.ts";
import { notFound } from "../command/command.ts";
import { planZone } from "./plan_zone.ts";
import { readCount, readEmail, readEnd, readKnown, readLine } from "./option_values.ts";
import { secretOutcome } from "./key_view.ts";
import { table } from "./table.ts";

const EXPIRED = 'The day in --expires is over, so that this key opens nothing; see "key extend".';

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
    ip: { ...IP, says: `${IP.says}; with none it opens no wrapped family` },
    expires: { ...EXPIRES, says: `${EXPIRES.says}; never where left out` },
    send: { says: "mail it to the owner" },
  },
  async run(desk, given) {
    const { plans, groups } = desk.content();
    const expires = given.text("expires");
    const plan = readKnown("plan", given.text("plan")!, Object.keys(plans));
    const expiresAt = expires === undefined ? undefined : readEnd(expires, planZone(plans, plan));
    const slugs = groups.map(({ slug }) => slug);
    const { record, secret } = await desk.store.keys.issue({
      owner: readLine(given, "owner"),
      email: readEmail(given),
      plan,
      groups: [...new Set(given.all("group").map((group) => readKnown("group", group, slugs)))],
      ips: toList(readAddresses(given.all("ip"))),
      createdAt: desk.clock.now(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const outcome = secretOutcome(`Key ${record.id} for ${record.owner}:`, record.id, secret);
    const expired = isLive(record, record.createdAt) ? [] : [EXPIRED];
    const told = { ...outcome, notes: [...expired, ...shutDoors(record, groups)] };
    return given.has("send") ? await send(desk, record, secret, told) : told;
  },
};

const list: Command = {
  noun: "key",
  verb: "list",
  says: "Shows all keys",
  at: { method: "GET", path: "keys", always: true },
  options: {},
  async run({ store, clock, meter, content }) {
    const keys = await meterKeys(await store.keys.list(), meter);
    return { json: keys.map(keyView), lines: keyLines(keys, content().plans, clock.now()) };
  },
};

const show: Command = {
  noun: "key",
  verb: "show",
  subject: "id",
  says: "Shows all of one key; what servers have leased ahead counts as used",
  at: { method: "GET", path: "keys/{}" },
  options: {},
  run: async (desk, given) => tellKey(desk, await findKey(desk, given)),
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
    const key = await desk.store.keys.update(
      given.subject,
      (key) => ({ ...key, revokedAt: key.revokedAt ?? now }),
    );
    if (key === undefined) throw notFound("key", given.subject);
    const { json } = await tellKey(desk, key);
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
  rest: "days",
  says:
    "Shows what a key used on each day, in its plan's time zone; what servers have leased ahead " +
    "counts as used",
  at: { method: "GET", path: "keys/{}/usage", always: true },
  options: { days: { takes: "number", says: "how many days, today included; 30 where left out" } },
  async run(desk, given) {
    const days = readCount(given, "days", { least: 1, most: 400, absent: 30 });
    const used = await desk.meter.usage(await findKey(desk, given), days);
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
  ...KEY_CHANGES,
];

/** The paths that refuse a key without a whitelist, of the groups that it may read. */
function shutDoors({ ips, groups: allowed }: KeyRecord, groups: readonly GroupIndex[]): string[] {
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
  desk: CommandDeps,
  key: KeyRecord,
  secret: string,
  outcome: CommandOutcome,
): Promise<CommandOutcome> {
  const to = { name: key.owner, email: key.email, plan: key.plan };
  const mail = keyLetter(desk.content().site, to, secret);
  const delivery = await desk.mailer.send(mail);
  const code = delivery.state === "failed" ? 1 : 0;
  return { ...outcome, notes: [...outcome.notes ?? [], ...tellDelivery(mail, delivery)], code };
}
