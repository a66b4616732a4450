import type { Broadcast, EndedBroadcast, PolledBroadcast } from "../records/broadcast.ts";
import type { ViewerCount } from "../records/claim.ts";

/** What was known before a poll. */
export interface KnownBroadcasts {
  readonly list: readonly Broadcast[];
  readonly viewerCounts: Readonly<Record<string, ViewerCount>>;
  /** Broadcasts that the poll before missed, with when they were last seen, epoch ms. */
  readonly lastSeen: Readonly<Record<string, number>>;
  /** When the platform last answered well, epoch ms; null: never. */
  readonly succeededAt: number | null;
}

/** What follows from a poll: what is on air now, and what changed. */
export interface BroadcastDiff {
  readonly list: readonly Broadcast[];
  readonly viewerCounts: Record<string, ViewerCount>;
  readonly lastSeen: Record<string, number>;
  readonly started: readonly Broadcast[];
  readonly ended: readonly EndedBroadcast[];
  /** More changed than one commit holds: settle again with the list that came out. */
  readonly hasMore: boolean;
}

/** A commit of the store takes 800 KiB; so many starts and ends always fit. */
const MAX_CHANGES = 40;

/** So many broadcasts of one platform, and bytes of them, are kept; the rest is left out. */
const MAX_ON_AIR = 150;
const MAX_BYTES = 280_000;

/** A platform's clock may be ahead of ours by so much. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Compares a good answer with what was known. One miss ends nothing, two in a row do, and so does
 * another broadcast of the same account.
 */
export function diffBroadcasts(
  before: KnownBroadcasts,
  broadcasts: readonly PolledBroadcast[],
  now: number,
): BroadcastDiff {
  const seen = new Map(broadcasts.map((polled) => [polled.broadcast.id, polled]));
  const busy = new Set(broadcasts.map(({ broadcast }) => accountOf(broadcast)));
  const over = before.list.filter((broadcast) =>
    !seen.has(broadcast.id) && (broadcast.id in before.lastSeen || busy.has(accountOf(broadcast)))
  );
  const ended = over.slice(0, MAX_CHANGES);
  const kept = before.list.filter((broadcast) => !ended.includes(broadcast));
  const known = new Set(before.list.map(({ id }) => id));
  const fresh = broadcasts.filter(({ broadcast }) => !known.has(broadcast.id));
  const started = fresh.slice(0, MAX_CHANGES - ended.length)
    .map(({ broadcast }) => withStart(broadcast, now, null));
  const list = [...kept.map((old) => merge(old, seen.get(old.id), now)), ...started];
  return {
    list,
    viewerCounts: pulsesOf(list, before, seen),
    lastSeen: missingOf(kept, before, seen, now),
    started,
    ended: ended.map((broadcast) => endingOf(broadcast, before, now)),
    hasMore: ended.length < over.length || started.length < fresh.length,
  };
}

/** Ends what was known, whatever it was: the platform has been silent for too long. */
export function endAllBroadcasts(before: KnownBroadcasts, now: number): BroadcastDiff {
  const ids = before.list.map(({ id }) => [id, lastSeen(id, before, now)]);
  return diffBroadcasts({ ...before, lastSeen: Object.fromEntries(ids) }, [], now);
}

/** The broadcasts that fit into one commit of the store, those that are known already first. */
export function fitIntoCommit(
  known: readonly Broadcast[],
  broadcasts: readonly PolledBroadcast[],
): readonly PolledBroadcast[] {
  const ids = new Set(known.map(({ id }) => id));
  const rank = ({ broadcast: { id } }: PolledBroadcast) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  return broadcasts.toSorted((a, b) => rank(a) - rank(b)).filter(({ broadcast }, n) => {
    bytes += new TextEncoder().encode(JSON.stringify(broadcast)).length;
    return n < MAX_ON_AIR && bytes <= MAX_BYTES;
  });
}

/** Whether two lists differ for callers; what stands behind a `?` in an address changes by itself. */
export function isSameForClients(a: readonly Broadcast[], b: readonly Broadcast[]): boolean {
  return essence(a) === essence(b);
}

function essence(list: readonly Broadcast[]): string {
  return JSON.stringify(
    list,
    (_, value) =>
      typeof value === "string" && value.startsWith("https:") ? value.split("?", 1)[0] : value,
  );
}

/** An account has one broadcast at a time, but for a YouTube channel, which may have several. */
function accountOf({ type, urlKey, id }: Broadcast): string {
  return type === "youtube" ? id : urlKey;
}

function endingOf(broadcast: Broadcast, before: KnownBroadcasts, now: number): EndedBroadcast {
  return {
    broadcast,
    endedAt: Math.max(lastSeen(broadcast.id, before, now), broadcast.startedAt ?? 0),
    peak: before.viewerCounts[broadcast.id]?.[1] ?? 0,
  };
}

function lastSeen(id: string, before: KnownBroadcasts, now: number): number {
  return before.lastSeen[id] ?? before.succeededAt ?? now;
}

/** What a platform leaves out once it had said before stays as it was. */
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

/** A start that is unknown, or yet to come, is the instant of the first sighting. */
function withStart(broadcast: Broadcast, now: number, before: number | null): Broadcast {
  const { startedAt } = broadcast;
  const believable = startedAt !== null && startedAt <= now + MAX_CLOCK_SKEW_MS;
  return { ...broadcast, startedAt: believable ? startedAt : before ?? now };
}

function pulsesOf(
  list: readonly Broadcast[],
  before: KnownBroadcasts,
  seen: ReadonlyMap<string, PolledBroadcast>,
): Record<string, ViewerCount> {
  return Object.fromEntries(list.map(({ id }) => {
    const [viewers, peak] = before.viewerCounts[id] ?? [0, 0];
    const now = seen.get(id)?.viewers ?? viewers;
    return [id, [now, Math.max(peak, now)] as const];
  }));
}

function missingOf(
  kept: readonly Broadcast[],
  before: KnownBroadcasts,
  seen: ReadonlyMap<string, PolledBroadcast>,
  now: number,
): Record<string, number> {
  return Object.fromEntries(
    kept.filter(({ id }) => !seen.has(id)).map(({ id }) => [id, lastSeen(id, before, now)]),
  );
}
