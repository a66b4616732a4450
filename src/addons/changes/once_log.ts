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
}

/** Longer than anything is logged late. */
const MARK_LIFE_MS = 3 * DAY_MS;
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

/** Writes into the log what no process of the store has written yet. */
export class OnceLog {
  /** The marks that are known to be there. */
  readonly #logged = new Set<string>();

  constructor(
    readonly deps: Pick<Env, "kv" | "clock" | "log"> & { readonly events: EntryLog<LogEntry> },
  ) {}

  /** Whether it is known to be in the log. */
  isLogged(event: DueEvent): boolean {
    return this.#logged.has(markOf(event).join("/"));
  }

  /** Those that are not in the log yet, and not too large for it: these are told operators once. */
  async unlogged(planned: readonly PlannedEntry[]): Promise<readonly PlannedEntry[]> {
    for (const { key, version } of await getAll(this.deps.kv, marksOf(planned))) {
      if (version !== null) this.#logged.add(key.join("/"));
    }
    return planned.filter(({ entry, once }) => {
      if (once !== undefined && this.isLogged(once)) return false;
      const { type, group, subject: id } = entry;
      const bytes = bytesOf(entry);
      if (bytes <= MAX_ENTRY_BYTES) return true;
      this.deps.log.warn("An event is too large to be logged", { type, group, id, bytes });
      if (once !== undefined) this.#logged.add(markOf(once).join("/"));
      return false;
    });
  }

  /** Appends entries and their marks, together with other writes; false if a mark is there or a check fails. */
  async append(
    planned: readonly PlannedEntry[],
    { checks = [], writes = [] }: AlongsideOnce = {},
  ): Promise<boolean> {
    const { kv, clock, events } = this.deps;
    if (planned.length === 0) return await kv.commit(checks, writes) !== null;
    const now = clock.now();
    const marks = marksOf(planned);
    const last = await events.append(planned.map(({ entry }) => entry), {
      checks: [...checks, ...marks.map((key) => ({ key, version: null }))],
      writes: [...writes, ...marks.map((key) => setUntil(key, {}, now + MARK_LIFE_MS, now))],
    });
    return last !== null;
  }
}

interface AlongsideOnce {
  readonly checks?: readonly KvCheck[];
  readonly writes?: readonly KvWrite[];
}

function marksOf(planned: readonly PlannedEntry[]): KvKey[] {
  return planned.flatMap(({ once }) => once === undefined ? [] : [markOf(once)]);
}
