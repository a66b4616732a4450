import { OverlapError, rotateKey } from "../../access/records/rotation.ts";
import { command, CommandError, found } from "../command/command.ts";
import { KEY_ISSUE } from "./key_issue.ts";
import { KEY_LIST } from "./key_list.ts";
import { changeKey, findKey, keyOutcome, rangeNotes, refuseRevoked } from "./keys.ts";
import { count, EXPIRES, IP, PLAN, planZone, toList } from "./options.ts";

/** `key …` */
export const KEY_COMMANDS = [
  KEY_ISSUE,
  KEY_LIST,
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
    options: { plan: { ...PLAN, required: true } },
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
      const outcome = await changeKey(
        deps,
        id,
        (key) => ({ ...key, ips: toList([...key.ips, ...ip]) }),
      );
      return { ...outcome, notes: rangeNotes(ip) };
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
