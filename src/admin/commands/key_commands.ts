import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { OverlapError, rotateKey } from "../../access/records/rotation.ts";
import { keyLetter } from "../../mail/letters.ts";
import { foldText } from "../../model/fold_text.ts";
import { command, type CommandEnv, CommandError, found } from "../command/command.ts";
import { changeKey, findKey, keyOutcome, keyView, refuseRevoked } from "./keys.ts";
import {
  count,
  EMAIL,
  EXPIRES,
  IP,
  LINE,
  oneOf,
  optional,
  PLAN,
  planZone,
  required,
  TEXT,
  toList,
} from "./options.ts";
import { mailed } from "./outcomes.ts";

const EXPIRED = 'The day in --expires is over, so that this key opens nothing; see "key extend".';

const GROUP = optional(
  "group",
  "a group it may read; all if left out",
  ({ content }: CommandEnv) => oneOf(content().groups.map(({ slug }) => slug)),
);

/** `key …` */
export const KEY_COMMANDS = [
  command("key issue", {
    description: "Makes an API key and shows it, this once",
    at: "POST keys",
    options: {
      owner: required("name", "who the key is for", LINE),
      email: required("address", "where the owner is reached", EMAIL),
      plan: PLAN,
      group: { ...GROUP, repeats: true },
      ip: { ...IP, description: `${IP.description}; with none it opens no wrapped family` },
      expires: { ...EXPIRES, description: `${EXPIRES.description}; never if left out` },
      send: { description: "mail it to the owner" },
    },
    async run(deps, _, { owner, email, plan, group, ip, expires, send }) {
      const { plans } = deps.content();
      const expiresAt = expires?.(planZone(plans, plan));
      const { record, secret } = await deps.store.keys.issue({
        owner,
        email,
        plan,
        groups: [...new Set(group)],
        ips: toList(ip),
        createdAt: deps.clock.now(),
        ...(expiresAt !== undefined && { expiresAt }),
      });
      const notes = rangeNotes(record.ips);
      if (!isLive(record, record.createdAt)) notes.push(EXPIRED);
      const outcome = { json: { id: record.id, secret }, notes };
      if (!send) return outcome;
      return await mailed(
        deps,
        keyLetter(deps.site(), { ...record, name: owner }, secret),
        outcome,
      );
    },
  }),
  command("key list", {
    description: "Shows all keys, or those that are searched for",
    at: "GET keys",
    always: true,
    showsPersonalData: true,
    none: 'There is no such key; "key issue" makes one.',
    options: {
      search: optional(
        "words",
        "only keys that have all these words in owner, e-mail, id, hint, plan or state " +
          "(live, expired, revoked, signup); case and accents do not matter",
        TEXT,
      ),
    },
    async run({ store, clock, meter, content }, _, { search = "" }) {
      const words = foldText(search).split(" ");
      const textOf = wordsOfKey(clock.now());
      const keys = (await store.keys.list())
        .filter((key) => words.every((word) => textOf(key).includes(word)));
      const statuses = await meter.quotaStatuses(keys);
      // Without keys, no content has to be there.
      return { json: keys.map((key, n) => keyView(key, statuses[n], content().plans)) };
    },
  }),
  command("key show", {
    subject: "id",
    description: "Shows all of one key; what servers have leased ahead counts as used",
    at: "GET keys/{}",
    showsPersonalData: true,
    run: async (deps, id) => await keyOutcome(deps, await findKey(deps, id)),
  }),
  command("key usage", {
    subject: "id",
    rest: "days",
    description:
      "Shows what a key used on each day, in its plan's time zone; what servers have leased ahead " +
      "counts as used",
    at: "GET keys/{}/usage",
    always: true,
    showsPersonalData: true,
    options: { days: count(1, 400, "how many days, today included; 30 if left out") },
    run: async (deps, id, { days = 30 }) => ({
      json: await deps.meter.usage(await findKey(deps, id), days),
    }),
  }),
  command("key revoke", {
    subject: "id",
    description: "Ends a key; it is refused everywhere within 3 seconds",
    at: "POST keys/{}/revoke",
    forGood: true,
    async run(deps, id) {
      const now = deps.clock.now();
      const revoked = await deps.store.keys.update(
        id,
        (key) => ({ ...key, revokedAt: key.revokedAt ?? now }),
      );
      return await keyOutcome(deps, found(revoked, "key", id));
    },
  }),
  command("key rotate", {
    subject: "id",
    description:
      "Gives a key a new secret and shows it, this once; the old one works for 24 hours more",
    at: "POST keys/{}/rotate",
    forGood: true,
    options: {
      now: { description: "the old one is refused within 3 seconds, and its feed tokens end" },
    },
    async run({ store, clock }, id, { now: isNow }) {
      const request = { allow: refuseRevoked, isNow };
      const rotated = await rotateKey({ ...store, clock }, id, request).catch((error) => {
        if (!(error instanceof OverlapError)) throw error;
        throw new CommandError(
          `Cannot rotate key ${id}: the secret before its last one still works; wait until it ends, ` +
            "or use --now",
          "conflict",
        );
      });
      const { secret, formerEndsAt } = found(rotated, "key", id);
      const former = formerEndsAt === undefined
        ? "The old one is refused within 3 seconds."
        : `The old one works until ${new Date(formerEndsAt).toISOString()}.`;
      return { json: { id, secret }, notes: [former] };
    },
  }),
  command("key set-plan", {
    subject: "id",
    rest: "plan",
    description: "Moves a key to another plan; what it has used in this period counts on",
    at: "POST keys/{}/set-plan",
    options: { plan: PLAN },
    run: (deps, id, { plan }) => changeKey(deps, id, (key) => ({ ...key, plan })),
  }),
  command("key extend", {
    subject: "id",
    rest: "expires",
    description: "Sets another end for a key",
    at: "POST keys/{}/extend",
    options: { expires: { ...EXPIRES, required: true } },
    run: (deps, id, { expires }) =>
      changeKey(deps, id, ({ expiresAt: _, ...key }) => {
        const expiresAt = expires(planZone(deps.content().plans, key.plan));
        return { ...key, ...(expiresAt !== undefined && { expiresAt }) };
      }),
  }),
  command("key credit", {
    subject: "id",
    rest: "requests",
    description: "Lets a key make more requests until its period ends",
    at: "POST keys/{}/credit",
    options: { requests: { ...count(1, 1_000_000_000, "how many more"), required: true } },
    async run(deps, id, { requests }) {
      const key = await findKey(deps, id);
      refuseRevoked(key);
      if (await deps.meter.quotaStatus(key) === undefined) {
        throw new CommandError(
          `Cannot credit key ${id}: its plan "${key.plan}" has no quota`,
          "conflict",
        );
      }
      return await deps.inSteps({ requests }, async (store) => {
        await deps.meter.credit(key, requests);
        // The change of the record is what tells servers that the key has something again.
        const creditedAt = deps.clock.now();
        return await changeKey({ ...deps, store }, id, (key) => ({ ...key, creditedAt }));
      });
    },
  }),
  command("key allow-ip", {
    subject: "id",
    rest: "ip",
    description: "Adds addresses that a key may be used from",
    at: "POST keys/{}/allow-ip",
    options: { ip: { ...IP, required: true } },
    async run(deps, id, { ip }) {
      const add = (key: KeyRecord) => ({ ...key, ips: toList([...key.ips, ...ip]) });
      return { ...await changeKey(deps, id, add), notes: rangeNotes(ip) };
    },
  }),
  command("key deny-ip", {
    subject: "id",
    rest: "ip",
    description: "Takes addresses off the list that a key may be used from",
    at: "POST keys/{}/deny-ip",
    options: {
      ip: { ...IP, description: "an address or range as the list has it", required: true },
    },
    run: (deps, id, { ip: gone }) =>
      changeKey(deps, id, (key) => {
        const unknown = gone.find((ip) => !key.ips.includes(ip));
        if (unknown === undefined) {
          return { ...key, ips: key.ips.filter((ip) => !gone.includes(ip)) };
        }
        const there = key.ips.join(", ") || "nothing";
        throw new CommandError(`Cannot take "${unknown}" off the list: it holds ${there}`);
      }),
  }),
];

/** How many addresses ranges are, of which one may be meant. */
function rangeNotes(ips: readonly string[]): string[] {
  return ips.filter((ip) => ip.includes("/")).map((ip) => {
    const bits = (ip.includes(":") ? 128 : 32) - Number(ip.split("/")[1]);
    const count = bits <= 32 ? (2 ** bits).toLocaleString("en") : `2^${bits}`;
    return `The key may be used from all ${count} addresses of ${ip}.`;
  });
}

/** The words by which a key is found, folded. */
function wordsOfKey(now: number): (key: KeyRecord) => string {
  return (key) => {
    const { owner, email, id, hint, plan, revokedAt, signup } = key;
    const state = revokedAt !== undefined ? "revoked" : isLive(key, now) ? "live" : "expired";
    const origin = signup === undefined ? "" : "signup";
    return [owner, email, id, hint, plan, state, origin].map(foldText).join("\n");
  };
}
