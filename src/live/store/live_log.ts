import type { AlongsideEvents, LogEntry, LogSource, LogWriter } from "../../events/event.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import type { KvEntry, KvWrite } from "../../platform/kv.ts";
import { LIVE_HEAD, liveEventKey } from "../../platform/store_keys.ts";
import { appendToJournal } from "../../shared_state/journal.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import { type LiveEvent, logEntryOf } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveHead } from "./live_memory.ts";
import type { LiveState } from "./live_state.ts";
import { EVENT_LIFE_MS, type LiveStore } from "./live_store.ts";
import { toStoredEvent } from "./stored_values.ts";

/** The one log: what broadcasts do, and what else is written into it. */
export interface LiveLog extends LogSource<LiveEvent>, LogWriter {}

export interface LiveLogDeps extends Pick<Env, "kv" | "clock" | "random"> {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly roster: () => LiveRoster;
}

const RECORDS_A_READ = 1000;
/** Writers contend for the number of the last event alone, for a moment each. */
const MAX_ATTEMPTS = 40;
const BACK_OFF: BackOff = { firstMs: 5, maxMs: 200 };

export function createLiveLog({ state, store, roster, ...env }: LiveLogDeps): LiveLog {
  return {
    read: (after) => store.eventsAfter(after, RECORDS_A_READ),
    sync: state.sync,
    seq: state.seq,
    subscribe: state.onEvents,
    entryOf: (event) => logEntryOf(event, roster()),
    async append(entries, alongside) {
      const isWritten = await appendEvents(env, entries, alongside);
      await state.sync();
      return isWritten;
    },
  };
}

/**
 * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
 * 500 KB. False where one of the checks does not hold.
 *
 * @throws the store's error, or where others were first all the time
 */
export async function appendEvents(
  { kv, clock, random }: Pick<Env, "kv" | "clock" | "random">,
  entries: readonly LogEntry[],
  { checks, writes }: AlongsideEvents,
): Promise<boolean> {
  const done = await appendToJournal<LiveHead>(kv, {
    head: LIVE_HEAD,
    checks,
    attempts: MAX_ATTEMPTS,
    pause: (attempt) => sleep(clock, fullJitterMs(BACK_OFF, attempt, random.fraction())),
  }, (head) => [...eventWrites(head, entries), ...writes]);
  if (done !== "contended") return done !== "refused";
  throw new Error("Cannot write events: other processes were first all the time");
}

function eventWrites({ value }: KvEntry<LiveHead>, entries: readonly LogEntry[]): KvWrite[] {
  const head = value ?? { seq: 0, pieces: {} };
  return [
    { set: LIVE_HEAD, value: { ...head, seq: head.seq + entries.length } satisfies LiveHead },
    ...entries.map((entry, n): KvWrite => {
      const seq = head.seq + 1 + n;
      const value = toStoredEvent({ seq, kind: "other", entry });
      return { set: liveEventKey(seq), value, expireInMs: EVENT_LIFE_MS };
    }),
  ];
}
