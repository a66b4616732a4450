/**
 * This room puts on record what administrators do: what they change, and whose data they look at.
 *
 * @module
 */

import type { Change, CommitChange } from "../../audit/change.ts";
import { actEntry, type AdminAct, LOCAL } from "../../audit/entries.ts";
import { openUseLog } from "../../audit/use_log.ts";
import { type Kv, type Passing, setUntil } from "../../platform/kv.ts";
import { auditReadingKey } from "../../platform/store_keys.ts";
import { storeOnRecord } from "../../store/store.ts";
import { HOUR_MS } from "../../toolbox/durations.ts";
import {
  type Command,
  type CommandDeps,
  type CommandEnv,
  commandName,
  type CommandOutcome,
} from "../command/command.ts";
import { checkInput, type CommandInput, readValues } from "../command/input.ts";

/** Who acts, and from which address; null at the machine itself. */
type Actor = Pick<AdminAct, "by" | "ip">;

/** Somebody who has the machine and its files. */
export const AT_THE_MACHINE: Actor = { by: LOCAL, ip: null };

/** What a trail works with. */
export type TrailDeps = Pick<CommandEnv, "store" | "clock">;

/**
 * Runs a command; what it changes is on record with the change, that it was read before it is shown.
 *
 * @throws {CommandError} if its input or what it asks for cannot be used
 */
export async function runOnRecord(
  command: Command,
  deps: CommandEnv,
  input: CommandInput,
  actor: Actor,
): Promise<CommandOutcome> {
  checkInput(command, input);
  const { subject } = input;
  const values = readValues(command, input, deps);
  const trail = createTrail(deps, actor, commandName(command), subject);
  try {
    const outcome = await command.run({ ...deps, ...trail }, subject, values);
    if (command.at?.method === "POST") await deps.learnChanges?.();
    if (command.showsPersonalData) await noteReading(deps, trail.commit, actor.by, command);
    return outcome;
  } finally {
    deps.recorded?.();
  }
}

/** Creates the trail of what somebody does by one command; `named` is what the command names. */
export function createTrail(
  { store, clock }: TrailDeps,
  actor: Actor,
  command: string,
  named = "",
) {
  const uses = openUseLog({ ...store, clock });

  const commit: CommitChange = async (change, checks, writes) => {
    const act = { at: clock.now(), ...actor, command, ...change };
    const last = await uses.batch([actEntry(act)], { checks, writes }).append();
    return last === null ? null : String(last);
  };

  const inSteps: CommandDeps["inSteps"] = async (after, work) => {
    const note = async (outcome: string) => {
      const change: Change = { subject: idIn(named), before: null, after: { ...after, outcome } };
      await commit(change, [], []);
    };
    await note("begun");
    try {
      const result = await work(store);
      await note("done");
      return result;
    } catch (error) {
      // Whether it can be noted or not, the reason is what counts.
      await note("failed").catch(() => {});
      throw error;
    }
  };

  const pastIt: Kv["commit"] = () =>
    Promise.reject(new TypeError("Cannot change the store past the audit"));

  return {
    /** The store: each change of a record is in the audit, or is not made; it takes no other write. */
    store: { ...storeOnRecord(store, commit), kv: { ...store.kv, commit: pastIt } },
    commit,
    inSteps,
  };
}

/** Notes that personal data are looked at: once in an hour. */
async function noteReading(
  { store: { kv }, clock }: TrailDeps,
  commit: CommitChange,
  by: string,
  command: Command,
): Promise<void> {
  const now = clock.now();
  const until = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS;
  const key = auditReadingKey(by, commandName(command));
  while (true) {
    const { version, value } = await kv.get<Passing>(key);
    if (value?.storedUntil === until) return;
    const read = { subject: null, before: null, after: null };
    const noted = await commit(read, [{ key, version }], [setUntil(key, {}, until, now)]);
    if (noted !== null) return;
  }
}

/** An id that was given is no secret; of other words nobody knows. */
function idIn(subject: string): string | null {
  return /^[a-z]_[0-9A-Za-z]{12}$/.test(subject) ? subject : null;
}
