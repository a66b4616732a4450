import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { Broadcast } from "../records/broadcast.ts";
import { type Claim, EXPIRES_AFTER_MS, NO_CLAIM } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { RecentItem } from "../../model/item/live.ts";

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

/** What this process knows of one platform. */
export interface PlatformState {
  /** As stored, or as this process knows better from its own last poll. */
  readonly claim: Claim;
  /** Of the stored claim. */
  readonly version: string | null;
  /** When this process first saw that version, epoch ms. */
  readonly seenAt: number;
  /** 0 to 1, drawn anew for each version. */
  readonly fraction: number;
  readonly list: readonly Broadcast[];
}

/** What this process knows of all platforms. */
export interface LiveMemory {
  readonly head: Versioned<LiveHead>;
  /** The last events, oldest first, without gaps up to the head. */
  readonly events: readonly LiveEvent[];
  readonly platforms: Readonly<Record<LiveType, PlatformState>>;
}

/** The events kept for clients that come back; one that was away for longer gets a snapshot. */
export const MAX_EVENTS = 512;

const UNKNOWN_PLATFORM: PlatformState = {
  claim: NO_CLAIM,
  version: null,
  seenAt: 0,
  fraction: 0.5,
  list: [],
};

/** The memory of a process that has not read the store yet. */
export const EMPTY_MEMORY: LiveMemory = {
  head: { value: { seq: 0, pieces: {} }, version: null },
  events: [],
  platforms: {
    idn: UNKNOWN_PLATFORM,
    showroom: UNKNOWN_PLATFORM,
    youtube: UNKNOWN_PLATFORM,
  },
};

/** Notes that a claim was seen: when, and its share of luck. */
export type Sight = () => Pick<PlatformState, "seenAt" | "fraction">;

/** Whether the store has more than the claims to tell. */
export function isBehind(memory: LiveMemory, { head }: LivePeek): boolean {
  return isNewer(head.version, memory.head.version);
}

/** The events after `seq`, oldest first; null if some of them are not known. */
export function eventsSince(
  { head, events }: LiveMemory,
  seq: number,
): readonly LiveEvent[] | null {
  const missing = head.value.seq - seq;
  if (missing < 0 || missing > events.length) return null;
  return events.slice(events.length - missing);
}

/** Takes over the head and the lists of a snapshot, and the events that were found on the way there. */
export function withSnapshot(
  before: LiveMemory | undefined,
  { head, lists }: LiveSnapshot,
  found: readonly LiveEvent[],
): LiveMemory {
  const run = lastRun(found, head.value.seq);
  const missed = before === undefined ? Infinity : head.value.seq - before.head.value.seq;
  const isWhole = missed >= 0 && run.length >= missed;
  const events = isWhole ? [...before!.events, ...run.slice(run.length - missed)] : run;
  const known = before?.platforms ?? EMPTY_MEMORY.platforms;
  const platforms = { ...known };
  for (const type of LIVE_TYPES) platforms[type] = { ...known[type], list: lists[type] };
  return { head, events: keepLast(events), platforms };
}

/** Takes over the claims that are newer. */
export function withClaims(memory: LiveMemory, { claims }: LivePeek, see: Sight): LiveMemory {
  let next = memory;
  for (const type of LIVE_TYPES) {
    if (isNewer(claims[type].version, next.platforms[type].version)) {
      next = withClaim(next, type, claims[type], see);
    }
  }
  return next;
}

/** Takes over a claim of a new version; another process may not know yet what this one found. */
export function withClaim(
  memory: LiveMemory,
  type: LiveType,
  { value: claim, version }: Versioned<Claim>,
  see: Sight,
): LiveMemory {
  const sight = see();
  const known = believable(memory.platforms[type].claim.succeededAt, sight.seenAt);
  const succeededAt = Math.max(known, believable(claim.succeededAt, sight.seenAt)) || null;
  return withPlatform(memory, type, { ...sight, version, claim: { ...claim, succeededAt } });
}

/** Takes over what this process has committed under a new head. */
export function withChange(
  memory: LiveMemory,
  { type, claim, list, events }: LiveChange,
  head: Versioned<LiveHead>,
  see: Sight,
): LiveMemory {
  const next = {
    ...withPlatform(memory, type, { list }),
    head,
    events: keepLast([...memory.events, ...events]),
  };
  return withClaim(next, type, { value: claim, version: head.version }, see);
}

/** Changes some of what is known of one platform. */
export function withPlatform(
  memory: LiveMemory,
  type: LiveType,
  fields: Partial<PlatformState>,
): LiveMemory {
  const platform = { ...memory.platforms[type], ...fields };
  return { ...memory, platforms: { ...memory.platforms, [type]: platform } };
}

/** Whether a version is newer: versions sort as text in the order of commits. */
function isNewer(version: string | null, than: string | null): boolean {
  return version !== null && (than === null || version > than);
}

/** An instant of the future was written before a clock was set back; it would outlast all others. */
function believable(succeededAt: number | null, now: number): number {
  return succeededAt === null || succeededAt > now + EXPIRES_AFTER_MS ? 0 : succeededAt;
}

function keepLast(events: readonly LiveEvent[]): readonly LiveEvent[] {
  return events.slice(-MAX_EVENTS);
}

/** The events that lead to `seq` without a gap. */
function lastRun(events: readonly LiveEvent[], seq: number): readonly LiveEvent[] {
  const upTo = events.filter((event) => event.seq <= seq);
  const gap = upTo.findLastIndex((event, n) => event.seq !== seq - (upTo.length - 1 - n));
  return upTo.slice(gap + 1);
}
