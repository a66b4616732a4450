import type { Kv, KvCheck, KvEntry, KvKey, KvWrite } from "../../platform/kv.ts";
import { listAll } from "../../platform/kv.ts";
import { cutList, joinList } from "../../shared_state/chunks.ts";
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
import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import { type Claim, NO_CLAIM } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { Broadcast } from "../records/broadcast.ts";
import type { LiveCommit, LiveHead, LivePeek, LiveSnapshot, Versioned } from "./live_memory.ts";
import {
  fromStoredClaim,
  fromStoredEvent,
  type StoredClaim,
  type StoredLiveEvent,
  toStoredClaim,
  toStoredEvent,
} from "./stored_values.ts";
import type { RecentItem } from "../../model/item/live.ts";

/** Where the processes meet. */
export interface LiveStore {
  peek(): Promise<LivePeek>;
  read(): Promise<LiveSnapshot>;
  /** The new version, or null where another process was first. */
  writeClaim(type: LiveType, claim: Claim, before: string | null): Promise<string | null>;
  /** The version of head and claim, and the new head; null where another process was first. */
  publish(commit: LiveCommit): Promise<Versioned<LiveHead> | null>;
  /** The events above `after`, at most `limit`, oldest first. */
  eventsAfter(after: number, limit: number): Promise<LiveEvent[]>;
  /** The last events, at most `limit`, oldest first. */
  lastEvents(limit: number): Promise<LiveEvent[]>;
  recent(group: string, id: string): Promise<RecentItem | null>;
  recents(): AsyncIterable<RecentItem>;
  watch(changed: () => void): () => void;
}

const NO_HEAD: LiveHead = { seq: 0, pieces: {} };

const DAY_MS = 24 * 3_600_000;

/** How long the log is kept; a client that comes back later has missed something. */
export const EVENT_LIFE_MS = 7 * DAY_MS;

/** `retentionDays`: how long records of ended broadcasts are kept. */
export function createLiveStore(kv: Kv, retentionDays: number): LiveStore {
  const writesOf = createEventWrites(retentionDays);
  return {
    peek: () => peek(kv),
    read: () => read(kv),
    writeClaim(type, claim, before) {
      const key = liveClaimKey(type);
      return kv.commit([{ key, version: before }], [{ set: key, value: toStoredClaim(claim) }]);
    },
    publish: (commit) => publish(kv, commit, commit.events.flatMap(writesOf)),
    async eventsAfter(after, limit) {
      return storedEvents(await kv.list(LIVE_EVENTS, { after: liveEventKey(after), limit }));
    },
    async lastEvents(limit) {
      return storedEvents(await kv.list(LIVE_EVENTS, { reverse: true, limit })).reverse();
    },
    async recent(group, id) {
      return (await kv.get<RecentItem>(recentBroadcastKey({ group, id }))).value;
    },
    recents: () => recents(kv),
    watch: (changed) => kv.watch([LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)], changed),
  };
}

async function peek(kv: Kv): Promise<LivePeek> {
  const [head, ...claims] = await kv.getMany<unknown>([LIVE_HEAD, ...LIVE_TYPES.map(liveClaimKey)]);
  return {
    head: versioned(head as KvEntry<LiveHead>, NO_HEAD),
    claims: byType((_, n) => claimIn(claims[n] as KvEntry<StoredClaim>)),
  };
}

async function read(kv: Kv): Promise<LiveSnapshot> {
  const rows = new Map((await kv.list(LIVE_NOW)).map((row) => [row.key.join("/"), row]));
  const find = <T>(key: KvKey) => rows.get(key.join("/")) as KvEntry<T> | undefined;
  const head = versioned(find<LiveHead>(LIVE_HEAD), NO_HEAD);
  return {
    head,
    claims: byType((type) => claimIn(find<StoredClaim>(liveClaimKey(type)))),
    lists: byType((type) =>
      joinList<Broadcast>(
        Array.from(
          { length: head.value.pieces[type] ?? 0 },
          (_, n) => find<Uint8Array>(livePieceKey(type, n))?.value ?? new Uint8Array(),
        ),
      )
    ),
  };
}

/** Commits a list, its claim and its events, where neither the head nor the claim has changed. */
async function publish(
  kv: Kv,
  commit: LiveCommit,
  eventWrites: readonly KvWrite[],
): Promise<Versioned<LiveHead> | null> {
  const { type, claim, claimVersion, list, head, events } = commit;
  const pieces = cutList(list);
  const value: LiveHead = {
    seq: events.at(-1)?.seq ?? head.value.seq,
    pieces: { ...head.value.pieces, [type]: pieces.length },
  };
  const checks: KvCheck[] = [
    { key: LIVE_HEAD, version: head.version },
    { key: liveClaimKey(type), version: claimVersion },
  ];
  const writes: KvWrite[] = [
    { set: LIVE_HEAD, value },
    { set: liveClaimKey(type), value: toStoredClaim(claim) },
    ...pieces.map((piece, n) => ({ set: livePieceKey(type, n), value: piece })),
    ...spare(pieces.length, head.value.pieces[type] ?? 0).map((n) => ({
      delete: livePieceKey(type, n),
    })),
    ...commit.resumed.map((record) => ({ delete: recentBroadcastKey(record) })),
    ...eventWrites,
  ];
  const version = await kv.commit(checks, writes);
  return version === null ? null : { value, version };
}

/** Returns what makes the writes of an event: itself, and the records of broadcasts it ended. */
function createEventWrites(retentionDays: number): (event: LiveEvent) => KvWrite[] {
  return (event) => {
    const key = liveEventKey(event.seq);
    const records = event.kind === "ended" ? event.records : [];
    return [
      { set: key, value: toStoredEvent(event), expireInMs: EVENT_LIFE_MS },
      ...records.map((record) => ({
        set: recentBroadcastKey(record),
        value: record,
        expireInMs: retentionDays * DAY_MS,
      })),
    ];
  };
}

function storedEvents(rows: readonly KvEntry<StoredLiveEvent>[]): LiveEvent[] {
  return rows.map(({ value }) => fromStoredEvent(value!));
}

async function* recents(kv: Kv): AsyncIterable<RecentItem> {
  for await (const { value } of listAll<RecentItem>(kv, RECENT_BROADCASTS)) {
    if (value !== null) yield value;
  }
}

function versioned<T>(row: KvEntry<T> | undefined, absent: T): Versioned<T> {
  return { value: row?.value ?? absent, version: row?.version ?? null };
}

function claimIn(row: KvEntry<StoredClaim> | undefined): Versioned<Claim> {
  const { value, version } = versioned<StoredClaim | null>(row, null);
  return { value: value === null ? NO_CLAIM : fromStoredClaim(value), version };
}

function byType<T>(make: (type: LiveType, n: number) => T): Record<LiveType, T> {
  return Object.fromEntries(LIVE_TYPES.map((type, n) => [type, make(type, n)])) as Record<
    LiveType,
    T
  >;
}

function spare(used: number, before: number): number[] {
  return Array.from({ length: Math.max(0, before - used) }, (_, n) => used + n);
}
