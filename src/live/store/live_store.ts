/**
 * This room stores what the processes share, and keeps a copy of it in memory.
 *
 * @module
 */

import type { AlongsideEvents, LogEntry } from "../../events/event.ts";
import { eachPlatform, LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import type { RecentItem } from "../../model/item/live.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import {
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
} from "../../platform/kv.ts";
import {
  LIVE_EVENTS,
  LIVE_HEAD,
  LIVE_NOW,
  liveClaimKey,
  liveEventKey,
  livePieceKey,
  RECENT_BROADCASTS,
  recentBroadcastKey,
} from "../../platform/store_keys.ts";
import { cutList, joinList } from "../../shared_state/chunks.ts";
import { appendToJournal } from "../../shared_state/journal.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import type { Broadcast } from "../records/broadcast.ts";
import { type Claim, NO_CLAIM } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import {
  fromStoredClaim,
  fromStoredEvent,
  type StoredClaim,
  type StoredLiveEvent,
  toStoredClaim,
  toStoredEvent,
} from "./stored_values.ts";

/** The number of the last event, and the number of pieces of each platform's list. */
export interface LiveHead {
  readonly seq: number;
  readonly pieces: Readonly<Partial<Record<LiveType, number>>>;
}

/** A value and the version that a later commit checks. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | null;
}

/** The claims and the head, which show whether anything has changed. */
export interface LivePeek {
  readonly head: Versioned<LiveHead>;
  readonly claims: Readonly<Record<LiveType, Versioned<Claim>>>;
}

/** All that the store knows of who is on air, read at one instant. */
export interface LiveSnapshot extends LivePeek {
  readonly lists: Readonly<Record<LiveType, readonly Broadcast[]>>;
}

/** A change of what is on air on one platform. */
export interface LiveChange {
  readonly type: LiveType;
  readonly claim: Claim;
  readonly list: readonly Broadcast[];
  readonly events: readonly LiveEvent[];
  /** Records that are void, because their broadcasts go on. */
  readonly resumed: readonly Pick<RecentItem, "group" | "id">[];
}

/** A change with the state that it was made from; applied whole or not at all. */
export interface LiveCommit extends LiveChange {
  readonly claimVersion: string | null;
  readonly head: Versioned<LiveHead>;
}

/** The head of a store that has no events yet. */
export const NO_HEAD: LiveHead = { seq: 0, pieces: {} };

const DAY_MS = 24 * 3_600_000;

/** How long the log is kept; a client that comes back later has missed something. */
export const EVENT_LIFE_MS = 7 * DAY_MS;

/** Where the processes meet. */
export type LiveStore = ReturnType<typeof createLiveStore>;

/** `retentionDays`: how long records of ended broadcasts are kept. */
export function createLiveStore(kv: Kv, retentionDays: number) {
  return {
    async peek(): Promise<LivePeek> {
      const keys = [LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)];
      const [head, ...claims] = await kv.getMany<unknown>(keys);
      return {
        head: versioned(head as KvEntry<LiveHead>, NO_HEAD),
        claims: eachPlatform((_, n) => claimIn(claims[n] as KvEntry<StoredClaim>)),
      };
    },

    async read(): Promise<LiveSnapshot> {
      const rows = new Map((await kv.list(LIVE_NOW)).map((row) => [row.key.join("/"), row]));
      const find = <T>(key: KvKey) => rows.get(key.join("/")) as KvEntry<T> | undefined;
      const head = versioned(find<LiveHead>(LIVE_HEAD), NO_HEAD);
      const piece = (type: LiveType, n: number) =>
        find<Uint8Array>(livePieceKey(type, n))?.value ?? new Uint8Array();
      return {
        head,
        claims: eachPlatform((type) => claimIn(find<StoredClaim>(liveClaimKey(type)))),
        lists: eachPlatform((type) =>
          joinList<Broadcast>(range(0, head.value.pieces[type] ?? 0).map((n) => piece(type, n)))
        ),
      };
    },

    /** The new version, or null if another process was first. */
    writeClaim(type: LiveType, claim: Claim, before: string | null): Promise<string | null> {
      const key = liveClaimKey(type);
      return kv.commit([{ key, version: before }], [{ set: key, value: toStoredClaim(claim) }]);
    },

    /**
     * Commits a list, its claim and its events, if neither the head nor the claim has changed. The
     * version of head and claim, and the new head; null if another process was first.
     */
    async publish(commit: LiveCommit): Promise<Versioned<LiveHead> | null> {
      const { type, claim, claimVersion, list, head, events, resumed } = commit;
      const pieces = cutList(list);
      const value: LiveHead = {
        seq: events.at(-1)?.seq ?? head.value.seq,
        pieces: { ...head.value.pieces, [type]: pieces.length },
      };
      const spare = range(pieces.length, head.value.pieces[type] ?? 0);
      const checks: KvCheck[] = [
        { key: LIVE_HEAD, version: head.version },
        { key: liveClaimKey(type), version: claimVersion },
      ];
      const writes: KvWrite[] = [
        { set: LIVE_HEAD, value },
        { set: liveClaimKey(type), value: toStoredClaim(claim) },
        ...pieces.map((piece, n) => ({ set: livePieceKey(type, n), value: piece })),
        ...spare.map((n) => ({ delete: livePieceKey(type, n) })),
        ...resumed.map((record) => ({ delete: recentBroadcastKey(record) })),
        ...events.flatMap((event) => [eventWrite(event), ...recordWrites(event, retentionDays)]),
      ];
      const version = await kv.commit(checks, writes);
      return version === null ? null : { value, version };
    },

    /** The events above `after`, at most `limit`, oldest first. */
    async eventsAfter(after: number, limit: number): Promise<LiveEvent[]> {
      return storedEvents(await kv.list(LIVE_EVENTS, { after: liveEventKey(after), limit }));
    },

    /** The last events, at most `limit`, oldest first. */
    async lastEvents(limit: number): Promise<LiveEvent[]> {
      return storedEvents(await kv.list(LIVE_EVENTS, { reverse: true, limit })).reverse();
    },

    async recent(group: string, id: string): Promise<RecentItem | null> {
      return (await kv.get<RecentItem>(recentBroadcastKey({ group, id }))).value;
    },

    async *recents(): AsyncIterable<RecentItem> {
      for await (const { value } of listAll<RecentItem>(kv, RECENT_BROADCASTS)) {
        if (value !== null) yield value;
      }
    },

    /** Calls `changed` when the head or a claim may have changed; the returned function ends it. */
    watch(changed: () => void): () => void {
      return kv.watch([LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)], changed);
    },
  };
}

function eventWrite(event: LiveEvent): KvWrite {
  return { set: liveEventKey(event.seq), value: toStoredEvent(event), expireInMs: EVENT_LIFE_MS };
}

/** Writes the records of a broadcast that an event ended. */
function recordWrites(event: LiveEvent, retentionDays: number): KvWrite[] {
  if (event.kind !== "ended") return [];
  const expireInMs = retentionDays * DAY_MS;
  return event.records.map((value) => ({ set: recentBroadcastKey(value), value, expireInMs }));
}

function storedEvents(rows: readonly KvEntry<StoredLiveEvent>[]): LiveEvent[] {
  return rows.map(({ value }) => fromStoredEvent(value!));
}

function versioned<T>(row: KvEntry<T> | undefined, absent: T): Versioned<T> {
  return { value: row?.value ?? absent, version: row?.version ?? null };
}

function claimIn(row: KvEntry<StoredClaim> | undefined): Versioned<Claim> {
  const { value, version } = versioned<StoredClaim | null>(row, null);
  return { value: value === null ? NO_CLAIM : fromStoredClaim(value), version };
}

/** The whole numbers from `start` to below `end`. */
function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, n) => start + n);
}

/** Writers contend for the number of the last event alone, for a moment each. */
const MAX_ATTEMPTS = 40;
const BACK_OFF: BackOff = { firstMs: 5, maxMs: 200 };

/**
 * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
 * 500 KB. False if one of the checks does not hold.
 *
 * @throws the store's error, or if other processes were first all the time
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
  }, ({ value }) => {
    const head = value ?? NO_HEAD;
    return [
      { set: LIVE_HEAD, value: { ...head, seq: head.seq + entries.length } satisfies LiveHead },
      ...entries.map((entry, n) => eventWrite({ seq: head.seq + 1 + n, kind: "other", entry })),
      ...writes,
    ];
  });
  if (done !== "contended") return done !== "refused";
  throw new Error("Cannot write events: other processes were first all the time");
}
