import type { Broadcast, EndedBroadcast, Sighting } from "../records/broadcast.ts";
import type { Pulse } from "../records/claim.ts";

/** What was known before a poll. */
export interface Before {
  readonly list: readonly Broadcast[];
  readonly pulses: Readonly<Record<string, Pulse>>;
  /** Broadcasts that the poll before missed, with when they were last seen, epoch ms. */
  readonly missing: Readonly<Record<string, number>>;
  /** When the platform last answered well, epoch ms; null: never. */
  readonly goodAt: number | null;
}

/** What follows from a poll: what is on air now, and what changed. */
export interface Settled {
  readonly list: readonly Broadcast[];
  readonly pulses: Record<string, Pulse>;
  readonly missing: Record<string, number>;
  readonly started: readonly Broadcast[];
  readonly ended: readonly EndedBroadcast[];
  /** More changed than one commit holds: settle again with the list that came out. */
  readonly more: boolean;
}

/** A commit of the store takes 800 KiB; so many starts and ends always fit. */
const MOST_CHANGES = 40;

/** So many broadcasts of one platform, and bytes of them, are kept; the rest is left out. */
const MOST_ON_AIR = 150;
const MOST_BYTES = 280_000;

/** A platform's clock may be ahead of ours by so much. */
const AHEAD_MS = 60_000;

/**
 * Compares a good answer with what was known. One miss ends nothing, two in a row do, and so does
 * another broadcast of the same account.
 */
export function settle(before: Before, sightings: readonly Sighting[], now: number): Settled {
  const seen = new Map(sightings.map((sighting) => [sighting.broadcast.id, sighting]));
  const busy = new Set(sightings.map(({ broadcast }) => accountOf(broadcast)));
  const over = before.list.filter((broadcast) =>
    !seen.has(broadcast.id) && (broadcast.id in before.missing || busy.has(accountOf(broadcast)))
  );
  const ended = over.slice(0, MOST_CHANGES);
  const kept = before.list.filter((broadcast) => !ended.includes(broadcast));
  const known = new Set(before.list.map(({ id }) => id));
  const fresh = sightings.filter(({ broadcast }) => !known.has(broadcast.id));
  const started = fresh.slice(0, MOST_CHANGES - ended.length)
    .map(({ broadcast }) => withStart(broadcast, now, null));
  const list = [...kept.map((old) => merge(old, seen.get(old.id), now)), ...started];
  return {
    list,
    pulses: pulsesOf(list, before, seen),
    missing: missingOf(kept, before, seen, now),
    started,
    ended: ended.map((broadcast) => endingOf(broadcast, before, now)),
    more: ended.length < over.length || started.length < fresh.length,
  };
}

/** Ends what was known, whatever it was: the platform has been silent for too long. */
export function settleSilence(before: Before, now: number): Settled {
  const ids = before.list.map(({ id }) => [id, lastSeen(id, before, now)]);
  return settle({ ...before, missing: Object.fromEntries(ids) }, [], now);
}

/** The sightings that fit into one commit of the store, those that are known already first. */
export function fitting(
  known: readonly Broadcast[],
  sightings: readonly Sighting[],
): readonly Sighting[] {
  const ids = new Set(known.map(({ id }) => id));
  const rank = ({ broadcast: { id } }: Sighting) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  return sightings.toSorted((a, b) => rank(a) - rank(b)).filter(({ broadcast }, n) => {
    bytes += new TextEncoder().encode(JSON.stringify(broadcast)).length;
    return n < MOST_ON_AIR && bytes <= MOST_BYTES;
  });
}

/** Whether two lists differ for callers; what stands behind a `?` in an address changes by itself. */
export function sameForCallers(a: readonly Broadcast[], b: readonly Broadcast[]): boolean {
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

function endingOf(broadcast: Broadcast, before: Before, now: number): EndedBroadcast {
  return {
    broadcast,
    endedAt: Math.max(lastSeen(broadcast.id, before, now), broadcast.startedAt ?? 0),
    peak: before.pulses[broadcast.id]?.[1] ?? 0,
  };
}

function lastSeen(id: string, before: Before, now: number): number {
  return before.missing[id] ?? before.goodAt ?? now;
}

/** What a platform leaves out once it had said before stays as it was. */
function merge(before: Broadcast, sighting: Sighting | undefined, now: number): Broadcast {
  if (sighting === undefined) return before;
  const seen = withStart(sighting.broadcast, now, before.startedAt);
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
  const believable = startedAt !== null && startedAt <= now + AHEAD_MS;
  return { ...broadcast, startedAt: believable ? startedAt : before ?? now };
}

function pulsesOf(
  list: readonly Broadcast[],
  before: Before,
  seen: ReadonlyMap<string, Sighting>,
): Record<string, Pulse> {
  return Object.fromEntries(list.map(({ id }) => {
    const [viewers, peak] = before.pulses[id] ?? [0, 0];
    const now = seen.get(id)?.viewers ?? viewers;
    return [id, [now, Math.max(peak, now)] as const];
  }));
}

function missingOf(
  kept: readonly Broadcast[],
  before: Before,
  seen: ReadonlyMap<string, Sighting>,
  now: number,
): Record<string, number> {
  return Object.fromEntries(
    kept.filter(({ id }) => !seen.has(id)).map(({ id }) => [id, lastSeen(id, before, now)]),
  );
}
