/**
 * This room puts on record what administrators do: what they change, and whose data they look at.
 *
 * @module
 */

import { type AdminAct, LOCAL } from "../../audit/entries.ts";
import { openUseLog } from "../../audit/use_log.ts";
import type { Env } from "../../platform/env.ts";
import { type Kv, type KvCheck, type KvWrite, type Passing, setUntil } from "../../platform/kv.ts";
import { auditReadingKey } from "../../platform/store_keys.ts";
import { type Store, storeThrough } from "../../store/store.ts";
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  commandName,
  type CommandOutcome,
  type OnRecord,
} from "../command/command.ts";
import { commitRecorded, type RecordChange } from "./recorded_commit.ts";
import { HOUR_MS } from "../../toolbox/durations.ts";

/** Who acts, and from which address; null at the machine itself. */
type Actor = Pick<AdminAct, "by" | "ip">;

/** Somebody who has the machine and its files. */
export const AT_THE_MACHINE: Actor = { by: LOCAL, ip: null };

/** What a trail works with. */
export interface TrailDeps extends Omit<Env, "kv"> {
  readonly store: Store;
}

/** The dependencies of commands, before it is known who runs which. */
export type UnrecordedDeps = Omit<CommandDeps, "onRecord"> & TrailDeps & {
  /** Called when something may have gone on record. */
  readonly recorded?: () => void;
  /** Resolves when this process knows of every key that was changed before; absent if it serves no caller. */
  readonly learnChanges?: () => Promise<void>;
};

/** Runs a command; what it changes is on record with the change, that it was read before it is shown. */
export async function runOnRecord(
  command: Command,
  deps: UnrecordedDeps,
  input: CommandArguments,
  actor: Actor,
): Promise<CommandOutcome> {
  const trail = createTrail(deps, actor, commandName(command), subjectOf(input));
  try {
    const own = { ...deps, store: trail.store, onRecord: trail.onRecord };
    const outcome = await command.run(own, input);
    if (command.at?.method === "POST") await deps.learnChanges?.();
    if (command.showsPersonalData) await trail.noteReading();
    return outcome;
  } finally {
    deps.recorded?.();
  }
}

/**
 * Creates the trail of what one administrator does by one command; `subject` is what the command names,
 * if its writes do not tell.
 */
export function createTrail(
  { store, clock }: TrailDeps,
  actor: Actor,
  command: string,
  subject: string | null = null,
) {
  const { kv } = store;
  let isCovered = false;
  const deps = {
    kv,
    subject,
    uses: openUseLog({ ...store, clock }),
    act: (change: RecordChange): AdminAct => ({ at: clock.now(), ...actor, command, ...change }),
  };

  function commit(
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
    changes?: readonly RecordChange[],
  ): Promise<string | null> {
    return commitRecorded(deps, checks, writes, changes);
  }

  const recorded: Kv = {
    ...kv,
    commit: (checks, writes) => isCovered ? kv.commit(checks, writes) : commit(checks, writes),
  };

  const onRecord: OnRecord = async (change, work) => {
    const note = async (outcome: string) => {
      const after = { ...change.after, outcome };
      await commit([], [], [{ subject, ...change, after }]);
    };
    await note("begun");
    isCovered = true;
    try {
      const result = await work();
      await note("done");
      return result;
    } catch (error) {
      // Whether it can be noted or not, the reason is what counts.
      await note("failed").catch(() => {});
      throw error;
    } finally {
      isCovered = false;
    }
  };

  /** Notes that personal data are looked at: once in an hour. */
  async function noteReading(): Promise<void> {
    const now = clock.now();
    const until = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS;
    const key = auditReadingKey(actor.by, command);
    while (true) {
      const { version, value } = await kv.get<Passing>(key);
      if (value?.storedUntil === until) return;
      const write = setUntil(key, {}, until, now);
      const read = { subject: null, before: null, after: null };
      if (await commit([{ key, version }], [write], [read]) !== null) return;
    }
  }

  /** Notes what was made of the store, whatever it was before, with the deletion of what said so. */
  async function note(
    after: Readonly<Record<string, unknown>>,
    { key, version }: KvCheck,
  ): Promise<boolean> {
    const change = { subject, before: null, after };
    return await commit([{ key, version }], [{ delete: key }], [change]) !== null;
  }

  return {
    /** The store: each commit is on record, or is not made. */
    store: storeThrough(recorded, store),
    onRecord,
    note,
    noteReading,
  };
}

/** An id that was given is no secret; of other words nobody knows. */
function subjectOf({ subject }: CommandArguments): string | null {
  return /^[a-z]_[0-9A-Za-z]{12}$/.test(subject) ? subject : null;
}
