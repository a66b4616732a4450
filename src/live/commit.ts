import type { LogEntry } from "../events/event.ts";
import type { EntryLog } from "../events/entry_log.ts";
import type { RecentItem } from "../model/item/live.ts";
import type { LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, type KvWrite, setUntil } from "../platform/kv.ts";
import { platformKey, recentBroadcastKey } from "../platform/live_keys.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import type { NamedOwner, OnAirBroadcast, PolledBroadcast } from "./broadcast.ts";
import { endedEntry, startedEntry, toRecentBroadcast } from "./event.ts";
import type { OnAirChange } from "./on_air.ts";
import type { PollReading } from "./poll_reader.ts";
import type { LiveOwner, LiveRoster } from "./roster.ts";
import { encodeState, MAX_STATE_BYTES, type PlatformState, type PlatformStates } from "./state.ts";

/** What polls are committed with. */
export interface CommitDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly states: PlatformStates;
  readonly events: EntryLog<LogEntry>;
  readonly roster: () => LiveRoster;
  /** How long records of ended broadcasts are kept. */
  readonly retentionDays: number;
}

/** A broadcast that comes back after a longer break, in ms, has started anew. */
const MAX_BREAK_MS = 10 * 60_000;
/** Of one platform: what starts and ends at once has to fit into a commit of the store, 800 KiB. */
const MAX_ON_AIR = 100;
const MAX_STARTED_BYTES = 220_000;

type OwnedBroadcast = OnAirBroadcast & { readonly owners: readonly NamedOwner[] };

/** Creates what commits polls. */
export function createPollCommit(deps: CommitDeps) {
  const { kv, clock, states, events, roster } = deps;

  /** Names the owners by the content of the moment, and in groups where it has none those of before. */
  function withOwners(one: OnAirBroadcast): OwnedBroadcast {
    const owners = roster().ownersOf(one.broadcast)
      .map(({ group, slug, name }) => ({ group, slug, name }));
    const lost = one.owners?.filter(({ group }) => owners.every((owner) => owner.group !== group));
    return { ...one, owners: [...owners, ...lost ?? []] };
  }

  /** For each of the groups whose a broadcast is, if its owner is in the content. */
  function eachOwned<T>(
    broadcasts: readonly OwnedBroadcast[],
    make: (one: OwnedBroadcast, owner: LiveOwner) => T,
  ): readonly T[] {
    return broadcasts.flatMap((one) =>
      one.owners.map(({ group, slug }) => roster().ownerCalled(group, slug))
        .filter((owner) => owner !== undefined).map((owner) => make(one, owner))
    );
  }

  /**
   * Commits what came of a poll: the platform's state, the log's entries and the records of what ended, all
   * or nothing. Where another process has written the state since it was read, its state counts.
   */
  return async function commit(
    type: LiveType,
    /** Of the state that was read. */
    version: string | null,
    state: PlatformState,
    change: OnAirChange,
    readings: readonly PollReading[] = [],
  ): Promise<void> {
    const now = clock.now();
    const ended = change.ended.map(withOwners);
    const begun = change.started.map(withOwners);
    const records = eachOwned(ended, toRecentBroadcast);
    const before = Map.groupBy(
      [...await recordsOf(begun), ...records],
      ({ id }) => id,
    );
    // A broadcast that comes back goes on where it was: same start, highest peak.
    const goOn = (one: OwnedBroadcast): OwnedBroadcast => {
      const found = before.get(one.broadcast.id);
      if (found === undefined) return one;
      const startedAt = Date.parse(found.at(-1)!.started_at);
      const peak = Math.max(one.peak, ...found.map(({ peak_viewers }) => peak_viewers));
      return { ...one, broadcast: { ...one.broadcast, startedAt }, peak };
    };
    const started = new Map(begun.map((one) => [one.broadcast.id, goOn(one)]));
    // After a longer break the record stays, until that of the next end takes its place.
    const isShort = ({ ended_at: end }: RecentItem) =>
      Math.abs(now - Date.parse(end)) <= MAX_BREAK_MS;
    const isResumed = (id: string) => before.get(id)?.some(isShort) ?? false;
    const isVoid = (record: RecentItem) => started.has(record.id) && isShort(record);
    const entries = [
      // Lists are to be right again, also of somebody who is not in the content any more.
      ...ended.flatMap((one) => one.owners.map((owner) => endedEntry(one, owner, now))),
      ...eachOwned(
        [...started.values()],
        (one, owner) => startedEntry(one, owner, now, isResumed(one.broadcast.id)),
      ),
    ];
    const addOnEntries = readings.flatMap(({ entries = [] }) => entries);
    const onAir = change.onAir.map((one) => withOwners(started.get(one.broadcast.id) ?? one));
    const until = now + deps.retentionDays * DAY_MS;
    const key = platformKey(type);
    const writes = (last: number): KvWrite[] => {
      const seq = entries.length > 0 ? last - addOnEntries.length : state.seq;
      return [
        { set: key, value: fitIntoValue({ ...state, storedAt: now, onAir, seq }) },
        ...[...before.values()].flat().filter(isVoid)
          .map((record) => ({ delete: recentBroadcastKey(record) })),
        ...records.map((record) => setUntil(recentBroadcastKey(record), record, until, now)),
        ...readings.flatMap(({ writes = [] }) => writes),
      ];
    };
    const all = [...entries, ...addOnEntries];
    const checks = [{ key, version }];
    if (all.length === 0) await kv.commit(checks, writes(0));
    else await events.append(all, { checks, writes });
    await states.sync();
  };

  /** The records of broadcasts that have ended before. */
  async function recordsOf(started: readonly OwnedBroadcast[]): Promise<readonly RecentItem[]> {
    const keyOf = ({ broadcast: { id } }: OnAirBroadcast, { group }: LiveOwner) =>
      recentBroadcastKey({ group, id });
    const rows = await getAll<RecentItem>(kv, eachOwned(started, keyOf));
    return rows.flatMap(({ value }) => value ?? []);
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
