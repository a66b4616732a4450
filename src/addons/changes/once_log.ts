import { Buffer } from "node:buffer";
import type { LogEntry } from "../../events/event.ts";
import type { EntryLog } from "../../events/entry_log.ts";
import type { Env } from "../../platform/env.ts";
import { getAll, type KvCheck, type KvKey, type KvWrite, setUntil } from "../../platform/kv.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { DueEvent } from "./due_events.ts";

/** An entry of the log, and what falls due with it, once. */
export interface PlannedEntry {
  readonly entry: LogEntry;
  readonly once?: DueEvent | undefined;
  /** Whether it is logged once more, since its item was gone in between. */
  readonly isBack?: boolean;
}

/** Marks live longer than anything is logged late: days of members are for 30 days. */
const MARK_MS = 32 * DAY_MS;

/** The log takes no more in one entry; no real item comes near. */
const MAX_ENTRY_BYTES = 58_000;

/** The bytes that an entry has in the log. */
export function bytesOf(entry: LogEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

/** The key of what is logged once: on this day, of this type, about this item of a group. */
function markOf({ date, type, group, id }: DueEvent): KvKey {
  return ["changes", "due", date, type, group, id];
}

/**
 * Appends what no process has logged yet, together with other writes; false if a check fails, or another
 * process logs the same at the same time. What is too large for the log is marked all the same, and told
 * operators.
 */
export type AppendOnce = (
  planned: readonly PlannedEntry[],
  alongside?: { readonly checks: readonly KvCheck[]; readonly writes: readonly KvWrite[] },
) => Promise<boolean>;

export function createOnceLog(
  { kv, clock, log, events }: Pick<Env, "kv" | "clock" | "log"> & {
    readonly events: EntryLog<LogEntry>;
  },
): AppendOnce {
  return async function appendOnce(planned, { checks, writes } = { checks: [], writes: [] }) {
    const keys = planned.flatMap(({ once }) => once === undefined ? [] : [markOf(once)]);
    const marks = (await getAll(kv, keys)).filter(({ version }) => version === null);
    const fresh = new Set(marks.map(({ key }) => key.join("/")));
    const entries = planned.filter(({ once, isBack }) =>
      !once || isBack || fresh.has(markOf(once).join("/"))
    )
      .map(({ entry }) => entry);
    const fitting = entries.filter((entry) => {
      const { type, group, subject: id } = entry;
      const bytes = bytesOf(entry);
      if (bytes <= MAX_ENTRY_BYTES) return true;
      log.warn("An event is too large to be logged", { type, group, id, bytes });
      return false;
    });
    const now = clock.now();
    const alongside = {
      checks: [...checks, ...marks.map(({ key }) => ({ key, version: null }))],
      writes: [
        ...writes,
        ...marks.map(({ key }) => setUntil(key, {}, now + MARK_MS, now)),
      ],
    };
    if (alongside.writes.length === 0 && fitting.length === 0) return true;
    const done = fitting.length === 0
      ? await kv.commit(alongside.checks, alongside.writes)
      : await events.append(fitting, alongside);
    return done !== null;
  };
}
