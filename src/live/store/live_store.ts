/**
 * This room stores what the processes share, and keeps a copy of it in memory.
 *
 * @module
 */

import {
  eventWrite,
  type LogHead,
  NO_HEAD,
  readEventsAfter,
  readLastEvents,
} from "../../events/log_store.ts";
import type { RecentItem } from "../../model/item/live.ts";
import { eachPlatform, LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import {
  type Kv,
  type KvChanged,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
} from "../../platform/kv.ts";
import {
  LIVE_HEAD,
  LIVE_NOW,
  liveClaimKey,
  livePieceKey,
  RECENT_BROADCASTS,
  recentBroadcastKey,
} from "../../platform/live_keys.ts";
import { cutList, joinList } from "../../shared_state/chunks.ts";
import type { Broadcast } from "../records/broadcast.ts";
import type { BroadcastEvent, LiveEvent } from "../records/live_event.ts";
import { NEVER_POLLED, type PollRecord } from "./poll_record.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** A value and the version that a later commit checks. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | null;
}

/** The poll records and the head, which show whether anything has changed. */
export interface LivePeek {
  readonly head: Versioned<LogHead>;
  readonly polls: Readonly<Record<LiveType, Versioned<PollRecord>>>;
}

/** All that the store knows of who is on air, read at one instant. */
export interface LiveSnapshot extends LivePeek {
  readonly lists: Readonly<Record<LiveType, readonly Broadcast[]>>;
}

/** A change of what is on air on one platform. */
export interface LiveChange {
  readonly type: LiveType;
  readonly poll: PollRecord;
  readonly list: readonly Broadcast[];
  readonly events: readonly BroadcastEvent[];
  /** Records that are void, because their broadcasts go on. */
  readonly resumed: readonly Pick<RecentItem, "group" | "id">[];
}

/** A change with the state that it was made from; applied whole or not at all. */
interface LiveCommit extends LiveChange {
  readonly pollVersion: string | null;
  readonly head: Versioned<LogHead>;
}

/** What the processes share of who is on air. */
export type LiveStore = ReturnType<typeof createLiveStore>;

/** `retentionDays`: how long records of ended broadcasts are kept. */
export function createLiveStore(kv: Kv, retentionDays: number) {
  return {
    async peek(): Promise<LivePeek> {
      const keys = [LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)];
      const [head, ...polls] = await kv.getMany<unknown>(keys);
      return {
        head: versioned(head as KvEntry<LogHead>, NO_HEAD),
        polls: eachPlatform((_, n) => versioned(polls[n] as KvEntry<PollRecord>, NEVER_POLLED)),
      };
    },

    async read(): Promise<LiveSnapshot> {
      const rows = new Map((await kv.list(LIVE_NOW)).map((row) => [row.key.join("/"), row]));
      const find = <T>(key: KvKey) => rows.get(key.join("/")) as KvEntry<T> | undefined;
      const head = versioned(find<LogHead>(LIVE_HEAD), NO_HEAD);
      const piece = (type: LiveType, n: number) =>
        find<Uint8Array>(livePieceKey(type, n))?.value ?? new Uint8Array();
      return {
        head,
        polls: eachPlatform((type) =>
          versioned(find<PollRecord>(liveClaimKey(type)), NEVER_POLLED)
        ),
        lists: eachPlatform((type) =>
          joinList<Broadcast>(range(0, head.value.pieces[type] ?? 0).map((n) => piece(type, n)))
        ),
      };
    },

    /** The new version, or null if another process was first. */
    writePoll(type: LiveType, poll: PollRecord, before: string | null): Promise<string | null> {
      const key = liveClaimKey(type);
      return kv.commit([{ key, version: before }], [{ set: key, value: poll }]);
    },

    /**
     * Commits a list, its poll record and its events, if neither the head nor the record has changed.
     * Returns the new head, whose version the record has too; null if another process was first.
     */
    async publish(commit: LiveCommit): Promise<Versioned<LogHead> | null> {
      const { type, poll, pollVersion, list, head, events, resumed } = commit;
      const pieces = cutList(list);
      const value: LogHead = {
        seq: events.at(-1)?.seq ?? head.value.seq,
        pieces: { ...head.value.pieces, [type]: pieces.length },
      };
      const spare = range(pieces.length, head.value.pieces[type] ?? 0);
      const checks: KvCheck[] = [
        { key: LIVE_HEAD, version: head.version },
        { key: liveClaimKey(type), version: pollVersion },
      ];
      const writes: KvWrite[] = [
        { set: LIVE_HEAD, value },
        { set: liveClaimKey(type), value: poll },
        ...pieces.map((piece, n) => ({ set: livePieceKey(type, n), value: piece })),
        ...spare.map((n) => ({ delete: livePieceKey(type, n) })),
        ...resumed.map((record) => ({ delete: recentBroadcastKey(record) })),
        ...events.flatMap((event) => [
          eventWrite(event),
          ...recordWrites(event, retentionDays),
        ]),
      ];
      const version = await kv.commit(checks, writes);
      return version === null ? null : { value, version };
    },

    /** The events above `after`, at most `limit`, oldest first. */
    eventsAfter: (after: number, limit: number): Promise<LiveEvent[]> =>
      readEventsAfter(kv, after, limit),

    /** The last events, at most `limit`, oldest first. */
    lastEvents: (limit: number): Promise<LiveEvent[]> => readLastEvents(kv, limit),

    async recent(group: string, id: string): Promise<RecentItem | null> {
      return (await kv.get<RecentItem>(recentBroadcastKey({ group, id }))).value;
    },

    async *recents(): AsyncIterable<RecentItem> {
      for await (const { value } of listAll<RecentItem>(kv, RECENT_BROADCASTS)) {
        if (value !== null) yield value;
      }
    },

    /** Calls `changed` when the head or a poll record may have changed; the returned function ends it. */
    watch(changed: KvChanged): () => void {
      return kv.watch([LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)], changed);
    },
  };
}

function recordWrites(event: BroadcastEvent, retentionDays: number): KvWrite[] {
  if (event.kind !== "ended") return [];
  const expireInMs = retentionDays * DAY_MS;
  return event.records.map((value) => ({ set: recentBroadcastKey(value), value, expireInMs }));
}

function versioned<T>(row: KvEntry<T> | undefined, absent: T): Versioned<T> {
  return { value: row?.value ?? absent, version: row?.version ?? null };
}

/** The whole numbers from `start` to below `end`. */
function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, n) => start + n);
}
