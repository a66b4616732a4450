import type { LogEntry } from "../events/event.ts";
import type { Log } from "../events/log.ts";
import type { RecentItem } from "../model/item/live.ts";
import type { LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, type KvWrite, setUntil } from "../platform/kv.ts";
import { platformKey, recentBroadcastKey } from "../platform/live_keys.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import type { EndedBroadcast, OnAirBroadcast, PolledBroadcast } from "./broadcast.ts";
import { endedEntry, startedEntry, toRecentBroadcast } from "./event.ts";
import type { OnAirChange } from "./on_air.ts";
import type { PollReading } from "./poll_reader.ts";
import type { LiveRoster } from "./roster.ts";
import { encodeState, MAX_STATE_BYTES, type PlatformState, type PlatformStates } from "./state.ts";

/** What polls are committed with. */
export interface CommitDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly states: PlatformStates;
  readonly events: Log<LogEntry>;
  readonly roster: () => LiveRoster;
  /** How long records of ended broadcasts are kept. */
  readonly retentionDays: number;
}

/**
 * Commits what came of a poll: the platform's state, the log's entries and the records of what ended, all
 * or nothing. Where another process has written the state since it was read, its state counts.
 */
export type PollCommit = (
  type: LiveType,
  /** Of the state that was read. */
  version: string | null,
  state: PlatformState,
  change: OnAirChange,
  readings?: readonly PollReading[],
) => Promise<void>;

/** A broadcast that comes back after a longer break, in ms, has started anew. */
const MAX_BREAK_MS = 10 * 60_000;
/** Of one platform: what starts and ends at once has to fit into a commit of the store, 800 KiB. */
const MAX_ON_AIR = 100;
const MAX_STARTED_BYTES = 220_000;

export function createPollCommit(deps: CommitDeps): PollCommit {
  const { kv, clock, states, events, roster } = deps;

  return async function commit(
    type: LiveType,
    version: string | null,
    state: PlatformState,
    change: OnAirChange,
    readings: readonly PollReading[] = [],
  ): Promise<void> {
    const now = clock.now();
    const { started, resumed } = await resume(change, now);
    const startsById = new Map(started.map((one) => [one.broadcast.id, one]));
    const onAir = change.onAir.map((one) => startsById.get(one.broadcast.id) ?? one);
    const owned = <T extends PolledBroadcast | EndedBroadcast>(one: T) =>
      roster().ownersOf(one.broadcast).map((owner) => ({ one, owner }));
    const ended = change.ended.flatMap(owned);
    const entries = [
      ...ended.map(({ one, owner }) => endedEntry(one, owner, now)),
      ...started.flatMap(owned).map(({ one, owner }) =>
        startedEntry(one, owner, now, resumed.has(one.broadcast.id))
      ),
    ];
    const addOnEntries = readings.flatMap(({ entries = [] }) => entries);
    const until = now + deps.retentionDays * DAY_MS;
    const key = platformKey(type);
    const writes = (seq: number): KvWrite[] => [
      {
        set: key,
        value: fitIntoValue({
          ...state,
          storedAt: now,
          onAir,
          seq: entries.length > 0 ? seq - addOnEntries.length : state.seq,
        }),
      },
      ...[...resumed.values()].flat().map((record) => ({ delete: recentBroadcastKey(record) })),
      ...ended.map(({ one, owner }) => {
        const value = toRecentBroadcast(one, owner);
        return setUntil(recentBroadcastKey(value), value, until, now);
      }),
      ...readings.flatMap(({ writes = [] }) => writes),
    ];
    const all = [...entries, ...addOnEntries];
    const checks = [{ key, version }];
    if (all.length === 0) await kv.commit(checks, writes(0));
    else await events.append(all, { checks, writes });
    await states.sync();
  };

  /**
   * Lets broadcasts that come back go on where they were: same start, highest peak. After a longer break
   * the record stays, until that of the next end takes its place.
   */
  async function resume(
    { started, ended }: OnAirChange,
    now: number,
  ): Promise<{
    readonly started: readonly OnAirBroadcast[];
    /** The records that are void, by the ids of broadcasts that go on. */
    readonly resumed: ReadonlyMap<string, readonly RecentItem[]>;
  }> {
    const keys = started.flatMap(({ broadcast }) =>
      roster().ownersOf(broadcast).map(({ group }) =>
        recentBroadcastKey({ group, id: broadcast.id })
      )
    );
    const stored = (await getAll<RecentItem>(kv, keys)).flatMap(({ value }) => value ?? []);
    const justEnded = ended.flatMap((one) =>
      roster().ownersOf(one.broadcast).map((owner) => toRecentBroadcast(one, owner))
    );
    const records = Map.groupBy([...stored, ...justEnded], ({ id }) => id);
    const isShort = ({ ended_at: end }: RecentItem) =>
      Math.abs(now - Date.parse(end)) <= MAX_BREAK_MS;
    return {
      started: started.map((one) => {
        const found = records.get(one.broadcast.id);
        if (found === undefined) return one;
        const startedAt = Date.parse(found.at(-1)!.started_at);
        const peak = Math.max(one.peak, ...found.map(({ peak_viewers }) => peak_viewers));
        return { ...one, broadcast: { ...one.broadcast, startedAt }, peak };
      }),
      resumed: new Map(started.flatMap(({ broadcast: { id } }) => {
        const found = records.get(id)?.filter(isShort) ?? [];
        return found.length === 0 ? [] : [[id, found]];
      })),
    };
  }
}

/** The broadcasts that fit into one commit of the store, those that are known first. */
export function fitIntoCommit(
  known: readonly OnAirBroadcast[],
  found: readonly PolledBroadcast[],
  roster: LiveRoster,
): readonly PolledBroadcast[] {
  const ids = new Set(known.map(({ broadcast }) => broadcast.id));
  const rank = ({ broadcast: { id } }: PolledBroadcast) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ON_AIR).filter((polled) => {
    const entries = Math.max(1, roster.ownersOf(polled.broadcast).length);
    const json = JSON.stringify(withoutDescription(polled));
    bytes += entries * new TextEncoder().encode(json).length;
    return bytes <= MAX_STARTED_BYTES;
  });
}

/** The state as the store takes it: descriptions of videos have the room that is left. */
export function fitIntoValue(state: PlatformState): Uint8Array {
  let onAir = state.onAir;
  for (let whole = onAir.length;; whole = whole === 0 ? -1 : whole >> 1) {
    // Hardly ever: what was found last is left out, and found again.
    if (whole < 0) onAir = onAir.slice(0, Math.floor(onAir.length * 0.9));
    const list = onAir.map((one, n) => n < whole ? one : withoutDescription(one));
    const bytes = encodeState({ ...state, onAir: list });
    if (bytes.length <= MAX_STATE_BYTES) return bytes;
    if (onAir.length === 0) return encodeState({ ...state, onAir: [], addOns: {} });
  }
}

function withoutDescription<T extends PolledBroadcast>(polled: T): T {
  const { broadcast } = polled;
  if (broadcast.video === undefined) return polled;
  return { ...polled, broadcast: { ...broadcast, video: { ...broadcast.video, description: "" } } };
}
