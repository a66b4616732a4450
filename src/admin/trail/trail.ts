/**
 * This room puts on record what administrators do: what they change, and whose data they look at.
 *
 * @module
 */

import { LOCAL } from "../../audit/entries/admin_entry.ts";
import type { AdminAct } from "../../audit/entries/admin_entry.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Kv } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { auditReadingKey } from "../../platform/store_keys.ts";
import { ADMIN_ENTRIES_FORMAT, readFormat } from "../../store/format.ts";
import { type Store, storeThrough } from "../../store/store.ts";
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  commandName,
  type CommandOutcome,
  type OnRecord,
} from "../command/command.ts";
import type { RecordChange } from "./record_changes.ts";
import { createRecordedCommit } from "./recorded_kv.ts";

const HOUR_MS = 3_600_000;

/** Who acts, and from which address; null at the machine itself. */
export type Actor = Pick<AdminAct, "by" | "ip">;

/** Whoever has the machine and its files. */
export const AT_THE_MACHINE: Actor = { by: LOCAL, ip: null };

/** What a trail works with. */
export interface TrailDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The dependencies of commands, before it is known who runs which. */
export type UnrecordedDeps = Omit<CommandDeps, "onRecord" | "noteIn"> & TrailDeps & {
  /** Called when something may have gone on record. */
  readonly recorded?: () => void;
  /** Resolves when this process knows of every key that was changed before; absent where it serves nobody. */
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
    const noteIn: CommandDeps["noteIn"] = async (store, describe) => {
      const own = createTrail({ ...deps, store }, actor, commandName(command));
      await own.note(await describe(own.store));
    };
    const own = { ...deps, store: trail.store, onRecord: trail.onRecord, noteIn };
    const outcome = await command.run(own, input);
    if (command.at?.method === "POST") await deps.learnChanges?.();
    if (command.showsPersonalData) await trail.noteReading();
    return outcome;
  } finally {
    deps.recorded?.();
  }
}

/** What one administrator does by one command. */
export interface Trail {
  /** The store: each commit is on record, or is not made. */
  readonly store: Store;
  readonly onRecord: OnRecord;
  /** Notes what was made of the store, whatever it was before. */
  note(after: Readonly<Record<string, unknown>>): Promise<void>;
  /** Notes that personal data are looked at: once in an hour. */
  noteReading(): Promise<void>;
}

/** Creates the trail of a command; `subject` is what it names, where its writes do not tell. */
export function createTrail(
  deps: TrailDeps,
  actor: Actor,
  command: string,
  subject: string | null = null,
): Trail {
  const { store, clock, random, log } = deps;
  const { kv } = store;
  let isCovered = false;
  const act = (change: RecordChange): AdminAct => ({
    at: clock.now(),
    ...actor,
    command,
    ...change,
  });
  const logUnrecorded = (act: AdminAct) => log.info(UNRECORDED, fieldsOf(act));
  const commitWith = (pepper: string | Uint8Array) =>
    createRecordedCommit({ kv, clock, random, pepper, subject, act, logUnrecorded });
  const commit = commitWith(store.pepper);
  const recorded: Kv = {
    ...kv,
    commit: (checks, writes) => isCovered ? kv.commit(checks, writes) : commit(checks, writes),
  };

  const onRecord: OnRecord = async ({ pepper, ...change }, work) => {
    const note = async (outcome: string) => {
      const after = { ...change.after, outcome };
      await commitWith(pepper ?? store.pepper)([], [], [{ subject, ...change, after }]);
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

  async function noteReading(): Promise<void> {
    const hour = Math.floor(clock.now() / HOUR_MS);
    const key = auditReadingKey(actor.by, command);
    while (await readFormat(kv) >= ADMIN_ENTRIES_FORMAT) {
      const { version, value } = await kv.get<number>(key);
      if (value === hour) return;
      const write = { set: key, value: hour, expireInMs: 2 * HOUR_MS };
      const read = { subject: null, before: null, after: null };
      if (await commit([{ key, version }], [write], [read]) !== null) return;
    }
  }

  async function note(after: Readonly<Record<string, unknown>>): Promise<void> {
    await commit([], [], [{ subject, before: null, after }]);
  }

  return { store: storeThrough(recorded, store, random), onRecord, note, noteReading };
}

const UNRECORDED = "An administrator changed something; the store's format keeps it off the record";

function fieldsOf({ by, ip, command, subject, before, after }: AdminAct) {
  return {
    by,
    ip: ip ?? undefined,
    command,
    subject: subject ?? undefined,
    before: before === null ? undefined : JSON.stringify(before),
    after: after === null ? undefined : JSON.stringify(after),
  };
}

/** An id that was given is no secret; of other words nobody knows. */
function subjectOf({ subject }: CommandArguments): string | null {
  return /^[a-z]_[0-9A-Za-z]{12}$/.test(subject) ? subject : null;
}
