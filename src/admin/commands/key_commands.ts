import type { KeyRecord } from "../../access/records/key_store.ts";
import { OverlapError, rotateKey } from "../../access/records/rotation.ts";
import {
  type CommandArguments,
  type CommandDeps,
  type CommandEntry,
  CommandError,
  commandsOf,
  found,
} from "../command/command.ts";
import { KEY_ISSUE } from "./key_issue.ts";
import { KEY_LISTS, usageOfAll } from "./key_list.ts";
import { SELECTION, selectKeys } from "./key_selection.ts";
import { changeKey, findKey, keyOutcome, refuseRevoked } from "./keys.ts";
import {
  EXPIRES,
  IP,
  PLAN,
  planZone,
  readAddresses,
  readCountOption,
  readEnd,
  readKnown,
  toList,
} from "./options.ts";
import { instant, secretOutcome, table } from "./table.ts";

/** The options that select keys, if they go with `--all` alone. */
const SELECTION_OF_ALL = Object.fromEntries(
  Object.entries(SELECTION).map(([name, option]) => {
    const description = `with --all: ${option.description}`;
    return [name, { ...option, description }];
  }),
);

/** A command that changes a key, unless it is revoked, and shows how the key is then. */
function changing(
  entry: Omit<CommandEntry, "subject" | "run">,
  alterBy: (deps: CommandDeps, input: CommandArguments) => (key: KeyRecord) => KeyRecord,
): CommandEntry {
  return {
    ...entry,
    subject: "id",
    run: async (deps, input) =>
      await keyOutcome(deps, await changeKey(deps, input, alterBy(deps, input))),
  };
}

/** `key …` */
export const KEY_COMMANDS = commandsOf("key", {
  issue: KEY_ISSUE,
  ...KEY_LISTS,
  show: {
    subject: "id",
    description: "Shows all of one key; what servers have leased ahead counts as used",
    at: "GET keys/{}",
    showsPersonalData: true,
    run: async (deps, input) => keyOutcome(deps, await findKey(deps, input)),
  },
  usage: {
    subject: "id",
    everything: "all",
    rest: "days",
    description:
      "Shows what a key used on each day, in its plan's time zone; what servers have leased ahead " +
      "counts as used",
    at: "GET keys/{}/usage",
    always: true,
    showsPersonalData: true,
    options: {
      days: {
        valueName: "number",
        description: "how many days, today included; 30 if left out",
      },
      all: { description: "in place of an id: of every key, the days on which it was used" },
      ...SELECTION_OF_ALL,
    },
    async run(deps, input) {
      const days = readCountOption(input, "days", { least: 1, most: 400, absent: 30 });
      if (input.subject === "all") {
        const selected = await selectKeys(deps, input, false);
        return await usageOfAll(deps, selected, days);
      }
      const used = await deps.meter.usage(await findKey(deps, input), days);
      const rows = used.map((row) => [row.day, `${row.used}`]);
      return { json: used, lines: table(["day", "used"], rows) };
    },
  },
  revoke: {
    subject: "id",
    description: "Ends a key; it is refused everywhere within 3 seconds",
    at: "POST keys/{}/revoke",
    forGood: true,
    async run(deps, input) {
      const now = deps.clock.now();
      const revoked = (key: KeyRecord) => ({ ...key, revokedAt: key.revokedAt ?? now });
      const key = found(await deps.store.keys.update(input.subject, revoked), "key", input.subject);
      const { json } = await keyOutcome(deps, key);
      return { json, lines: [`Key ${key.id} of ${key.owner} is revoked.`] };
    },
  },
  rotate: {
    subject: "id",
    description:
      "Gives a key a new secret and shows it, this once; the old one works for 24 hours more",
    at: "POST keys/{}/rotate",
    forGood: true,
    options: {
      now: { description: "the old one is refused within 3 seconds, and its feed tokens end" },
    },
    async run({ store, clock }, input) {
      const { subject } = input;
      const isNow = input.has("now");
      const deps = { ...store, clock };
      const rotated = await rotateKey(deps, subject, { allow: refuseRevoked, isNow }).catch(
        (error) => {
          if (!(error instanceof OverlapError)) throw error;
          throw new CommandError(
            `Cannot rotate key ${subject}: the secret before its last one still works; wait until it ends, ` +
              "or use --now",
            "conflict",
          );
        },
      );
      const { record: { id, owner }, secret, formerEndsAt } = found(rotated, "key", subject);
      const outcome = secretOutcome(`The new secret of key ${id} for ${owner}:`, id, secret);
      const former = formerEndsAt === undefined
        ? "The old one is refused within 3 seconds."
        : `The old one works until ${instant(formerEndsAt)}.`;
      return { ...outcome, lines: [...outcome.lines, former] };
    },
  },
  "set-plan": changing({
    rest: "plan",
    description: "Moves a key to another plan; what it has used in this period counts on",
    at: "POST keys/{}/set-plan",
    options: { plan: { ...PLAN, required: true } },
  }, (deps, input) => {
    const plan = readKnown("plan", input.text("plan")!, Object.keys(deps.content().plans));
    return (key) => ({ ...key, plan });
  }),
  extend: changing({
    rest: "expires",
    description: "Sets another end for a key",
    at: "POST keys/{}/extend",
    options: { expires: { ...EXPIRES, required: true } },
  }, (deps, input) => {
    const { plans } = deps.content();
    return (before) => {
      const { expiresAt: _, ...key } = before;
      const expiresAt = readEnd(input.text("expires")!, planZone(plans, before.plan));
      return { ...key, ...(expiresAt !== undefined && { expiresAt }) };
    };
  }),
  credit: {
    subject: "id",
    rest: "requests",
    description: "Lets a key make more requests until its period ends",
    at: "POST keys/{}/credit",
    options: {
      requests: { valueName: "number", description: "how many more", required: true },
    },
    async run(deps, input) {
      const bounds = { least: 1, most: 1_000_000_000, absent: 0, shown: "requests" };
      const units = readCountOption(input, "requests", bounds);
      const key = await findKey(deps, input);
      refuseRevoked(key);
      if (await deps.meter.quotaStatus(key) === undefined) {
        throw new CommandError(
          `Cannot credit key ${key.id}: its plan "${key.plan}" has no quota`,
          "conflict",
        );
      }
      const change = { subject: key.id, before: null, after: { requests: units } };
      const credited = await deps.onRecord(change, async () => {
        await deps.meter.credit(key, units);
        // The change of the record is what tells servers that the key has something again.
        const creditedAt = deps.clock.now();
        return await changeKey(deps, input, (key) => ({ ...key, creditedAt }));
      });
      return keyOutcome(deps, credited);
    },
  },
  "allow-ip": changing({
    rest: "ip",
    description: "Adds addresses that a key may be used from",
    at: "POST keys/{}/allow-ip",
    options: { ip: { ...IP, required: true } },
  }, (_, input) => {
    const more = readAddresses(input.all("ip"));
    return (key) => ({ ...key, ips: toList([...key.ips, ...more]) });
  }),
  "deny-ip": changing({
    rest: "ip",
    description: "Takes addresses off the list that a key may be used from",
    at: "POST keys/{}/deny-ip",
    options: {
      ip: { ...IP, description: "an address or range as the list has it", required: true },
    },
  }, (_, input) => {
    const gone = readAddresses(input.all("ip"));
    return (key) => {
      const unknown = gone.find((ip) => !key.ips.includes(ip));
      if (unknown !== undefined) {
        const there = key.ips.join(", ") || "nothing";
        const message = `Cannot take "${unknown}" off the list: it holds ${there}`;
        throw new CommandError(message, "words", "ip");
      }
      return { ...key, ips: key.ips.filter((ip) => !gone.includes(ip)) };
    };
  }),
});
