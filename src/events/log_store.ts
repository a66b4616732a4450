import { sleep } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { Kv, KvCheck, KvWrite } from "../platform/kv.ts";
import { LIVE_HEAD } from "../platform/live_keys.ts";
import { LIVE_EVENTS, liveEventKey } from "../platform/store_keys.ts";
import { appendToJournal } from "../shared_state/journal.ts";
import { type BackOff, fullJitterMs } from "../toolbox/back_off.ts";
import type { EventRecord, LogEntry } from "./event.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** How long the log is kept; a client that comes back later has missed something. */
export const EVENT_LIFE_MS = 7 * DAY_MS;

/** The end of the log in the store. */
export interface LogHead {
  readonly seq: number;
  /** How many pieces each platform's list of who is on air has: one commit changes a list and logs it. */
  readonly pieces: Readonly<Partial<Record<string, number>>>;
}

/** The head of a store that has no events yet. */
export const NO_HEAD: LogHead = { seq: 0, pieces: {} };

/** The write that puts an event into the log. */
export function eventWrite(stored: EventRecord): KvWrite {
  return { set: liveEventKey(stored.seq), value: stored, expireInMs: EVENT_LIFE_MS };
}

/** The events above `after`, at most `limit`, oldest first, as they are stored. */
export async function readEventsAfter<Stored extends EventRecord>(
  kv: Kv,
  after: number,
  limit: number,
): Promise<Stored[]> {
  const rows = await kv.list<Stored>(LIVE_EVENTS, { after: liveEventKey(after), limit });
  return rows.map(({ value }) => value!);
}

/** The last events, at most `limit`, oldest first, as they are stored. */
export async function readLastEvents<Stored extends EventRecord>(
  kv: Kv,
  limit: number,
): Promise<Stored[]> {
  const rows = await kv.list<Stored>(LIVE_EVENTS, { reverse: true, limit });
  return rows.map(({ value }) => value!).reverse();
}

/** Something that has nothing to do with broadcasts; the numbers of the log count it too. */
export interface OtherRecord extends EventRecord {
  readonly kind: "other";
  readonly entry: LogEntry;
}

/** What is committed together with events, or not at all. */
export interface AlongsideEvents {
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/** Writes into the log. */
export interface LogWriter {
  /**
   * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
   * 500 KB. False if one of the checks does not hold. Rejects if the store is unreachable.
   */
  append(entries: readonly LogEntry[], alongside: AlongsideEvents): Promise<boolean>;
}

/** Writers contend for the number of the last event alone, for a moment each. */
const MAX_ATTEMPTS = 40;
const BACK_OFF: BackOff = { firstMs: 5, maxMs: 200 };

/**
 * Appends entries to the log of a store, as {@linkcode LogWriter.append} says.
 *
 * @throws the store's error, or if other processes were first all the time
 */
export async function appendEvents(
  { kv, clock, random }: Pick<Env, "kv" | "clock" | "random">,
  entries: readonly LogEntry[],
  { checks, writes }: AlongsideEvents,
): Promise<boolean> {
  const done = await appendToJournal<LogHead>(kv, {
    head: LIVE_HEAD,
    checks,
    attempts: MAX_ATTEMPTS,
    pause: (attempt) => sleep(clock, fullJitterMs(BACK_OFF, attempt, random.fraction())),
  }, ({ value }) => {
    const head = value ?? NO_HEAD;
    return [
      { set: LIVE_HEAD, value: { ...head, seq: head.seq + entries.length } satisfies LogHead },
      ...entries.map((entry, n) => {
        const record: OtherRecord = { seq: head.seq + 1 + n, kind: "other", entry };
        return eventWrite(record);
      }),
      ...writes,
    ];
  });
  if (done !== "contended") return done !== "refused";
  throw new Error("Cannot write events: other processes were first all the time");
}
