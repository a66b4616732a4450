import { PLATFORMS } from "../../model/platforms.ts";
import type { Broadcast, EndedBroadcast, PolledBroadcast } from "../records/broadcast.ts";
import { isExpired, type ViewerCount } from "../store/poll_record.ts";

/** What was known before a poll. */
export interface KnownBroadcasts {
  readonly list: readonly Broadcast[];
  readonly viewerCounts: Readonly<Record<string, ViewerCount>>;
  /** When a broadcast that the poll before missed was last seen, epoch ms, by id. */
  readonly lastSeen: Readonly<Record<string, number>>;
  /** When the last poll succeeded, epoch ms; null if none did. */
  readonly succeededAt: number | null;
}

/** What follows from a poll: what is on air now, and what changed. */
export interface BroadcastDiff {
  readonly list: readonly Broadcast[];
  readonly viewerCounts: Record<string, ViewerCount>;
  readonly lastSeen: Record<string, number>;
  readonly started: readonly Broadcast[];
  readonly ended: readonly EndedBroadcast[];
  /** Whether more changed than one commit holds: compare again with the list that came out. */
  readonly hasMore: boolean;
}

/** Starts and ends of one commit: a commit of the store takes 800 KiB. */
const MAX_CHANGES = 40;

/** How far a platform's clock may be ahead of ours. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Compares what a poll found with what was known. A broadcast ends when two polls in a row miss it, or
 * when its account has another one. One that a poll of only a part of the platform missed may be in the
 * rest: it ends when it was last seen too long ago to be shown.
 */
export function diffBroadcasts(
  before: KnownBroadcasts,
  broadcasts: readonly PolledBroadcast[],
  now: number,
  isWhole = true,
): BroadcastDiff {
  const isMissed = (id: string) =>
    id in before.lastSeen && (isWhole || isExpired(before.lastSeen[id]!, now));
  const polledById = new Map(broadcasts.map((polled) => [polled.broadcast.id, polled]));
  const busyAccounts = new Set(broadcasts.map(({ broadcast }) => accountOf(broadcast)));
  const over = before.list.filter((broadcast) =>
    !polledById.has(broadcast.id) &&
    (isMissed(broadcast.id) || busyAccounts.has(accountOf(broadcast)))
  );
  const ended = over.slice(0, MAX_CHANGES);
  const kept = before.list.filter((broadcast) => !ended.includes(broadcast));
  const known = new Set(before.list.map(({ id }) => id));
  const fresh = broadcasts.filter(({ broadcast }) => !known.has(broadcast.id));
  const started = fresh.slice(0, MAX_CHANGES - ended.length)
    .map(({ broadcast }) => withStart(broadcast, now, null));
  const list = [...kept.map((old) => merge(old, polledById.get(old.id), now)), ...started];
  return {
    list,
    viewerCounts: countViewers(list, before, polledById),
    lastSeen: lastSeenOf(kept, before, polledById, now),
    started,
    ended: ended.map((broadcast) => toEnded(broadcast, before, now)),
    hasMore: ended.length < over.length || started.length < fresh.length,
  };
}

/** Ends all that was known, of a platform that has not answered for too long. */
export function endAllBroadcasts(before: KnownBroadcasts, now: number): BroadcastDiff {
  const ids = before.list.map(({ id }) => [id, lastSeen(id, before, now)]);
  return diffBroadcasts({ ...before, lastSeen: Object.fromEntries(ids) }, [], now);
}

/** Names what has one broadcast at a time: the account, or on some platforms each broadcast itself. */
function accountOf({ type, urlKey, id }: Broadcast): string {
  return PLATFORMS[type].hasSeveral ? id : urlKey;
}

function toEnded(broadcast: Broadcast, before: KnownBroadcasts, now: number): EndedBroadcast {
  return {
    broadcast,
    endedAt: Math.max(lastSeen(broadcast.id, before, now), broadcast.startedAt ?? 0),
    peak: before.viewerCounts[broadcast.id]?.[1] ?? 0,
  };
}

function lastSeen(id: string, before: KnownBroadcasts, now: number): number {
  return before.lastSeen[id] ?? before.succeededAt ?? now;
}

/** Fields that the platform leaves out stay as they were. */
function merge(before: Broadcast, polled: PolledBroadcast | undefined, now: number): Broadcast {
  if (polled === undefined) return before;
  const seen = withStart(polled.broadcast, now, before.startedAt);
  return {
    ...seen,
    title: seen.title || before.title,
    img: seen.img || before.img,
    imgAlt: seen.imgAlt || before.imgAlt,
    chatRoomId: seen.chatRoomId || before.chatRoomId,
    streams: seen.streams.length > 0 ? seen.streams : before.streams,
  };
}

/** A start that is unknown, or in the future, is the instant of the first poll that found it. */
function withStart(broadcast: Broadcast, now: number, before: number | null): Broadcast {
  const { startedAt } = broadcast;
  const believable = startedAt !== null && startedAt <= now + MAX_CLOCK_SKEW_MS;
  return { ...broadcast, startedAt: believable ? startedAt : before ?? now };
}

function countViewers(
  list: readonly Broadcast[],
  before: KnownBroadcasts,
  polledById: ReadonlyMap<string, PolledBroadcast>,
): Record<string, ViewerCount> {
  return Object.fromEntries(list.map(({ id }) => {
    const [viewers, peak] = before.viewerCounts[id] ?? [0, 0];
    const now = polledById.get(id)?.viewers ?? viewers;
    return [id, [now, Math.max(peak, now)] as const];
  }));
}

function lastSeenOf(
  kept: readonly Broadcast[],
  before: KnownBroadcasts,
  polledById: ReadonlyMap<string, PolledBroadcast>,
  now: number,
): Record<string, number> {
  return Object.fromEntries(
    kept.filter(({ id }) => !polledById.has(id)).map(({ id }) => [id, lastSeen(id, before, now)]),
  );
}
