import type { LogEntry } from "../../events/event.ts";
import type { AlongsideEvents } from "../../events/log_source.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import type { Kv, KvCheck, KvEntry, KvWrite } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { LIVE_HEAD, liveEventKey } from "../../platform/store_keys.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import type { LiveHead } from "./live_commit.ts";
import { EVENT_LIFE_MS } from "./live_store.ts";
import { toStoredEvent } from "./stored_values.ts";

export interface AppendDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
}

/** Writers contend for the number of the last event alone, for a moment each. */
const MAX_ATTEMPTS = 40;
const BACK_OFF: BackOff = { firstMs: 5, maxMs: 200 };

/**
 * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
 * 500 KB. False where one of the checks does not hold.
 *
 * @throws the store's error, or where others were first all the time
 */
export async function appendEvents(
  { kv, clock, random }: AppendDeps,
  entries: readonly LogEntry[],
  { checks, writes }: AlongsideEvents,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const head = await kv.get<LiveHead>(LIVE_HEAD);
    const all = [...eventWrites(head, entries), ...writes];
    const isFirst = { key: LIVE_HEAD, version: head.version };
    if (await kv.commit([isFirst, ...checks], all) !== null) return true;
    if (!await holdAll(kv, checks)) return false;
    await sleep(clock, fullJitterMs(BACK_OFF, attempt, random.fraction()));
  }
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

/** A read takes 10 keys. */
const KEYS_A_READ = 10;

async function holdAll(kv: Kv, checks: readonly KvCheck[]): Promise<boolean> {
  for (let at = 0; at < checks.length; at += KEYS_A_READ) {
    const some = checks.slice(at, at + KEYS_A_READ);
    const found = await kv.getMany(some.map(({ key }) => key));
    if (found.some(({ version }, n) => version !== some[n]!.version)) return false;
  }
  return true;
}
