import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { Broadcast } from "../records/broadcast.ts";
import { type Claim, EXPIRES_AFTER_MS, NO_CLAIM } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveChange, LiveHead, LiveSnapshot, Versioned } from "./live_commit.ts";

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
  /** Whether the store has been read. */
  readonly isLoaded: boolean;
  readonly head: Versioned<LiveHead>;
  /** The last events, oldest first, without gaps. */
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
  isLoaded: false,
  head: { value: { seq: 0, pieces: {} }, version: null },
  events: [],
  platforms: {
    idn: UNKNOWN_PLATFORM,
    showroom: UNKNOWN_PLATFORM,
    youtube: UNKNOWN_PLATFORM,
  },
};

/** Whether a version is newer: versions sort as text in the order of commits. */
export function isNewer(version: string | null, than: string | null): boolean {
  return version !== null && (than === null || version > than);
}

/**
 * Takes over the head and the lists of a snapshot. `news` are the events since the memory before;
 * null where `found` does not hold them all.
 */
export function withSnapshot(
  memory: LiveMemory,
  { head, lists }: LiveSnapshot,
  found: readonly LiveEvent[],
): { readonly memory: LiveMemory; readonly news: readonly LiveEvent[] | null } {
  const run = lastRun(found, head.value.seq);
  const missed = head.value.seq - memory.head.value.seq;
  const isWhole = memory.isLoaded && run.length >= missed;
  const fresh = isWhole ? run.slice(run.length - missed) : run;
  const platforms = { ...memory.platforms };
  for (const type of LIVE_TYPES) platforms[type] = { ...platforms[type], list: lists[type] };
  const events = keepLast([...isWhole ? memory.events : [], ...fresh]);
  return {
    memory: { isLoaded: true, head, events, platforms },
    news: isWhole ? fresh : null,
  };
}

/** Takes over the list and the events that this process has committed. */
export function withChange(
  memory: LiveMemory,
  { type, list, events }: LiveChange,
  head: Versioned<LiveHead>,
): LiveMemory {
  return {
    ...withPlatform(memory, type, { list }),
    head,
    events: keepLast([...memory.events, ...events]),
  };
}

/** When a claim was seen, and its share of luck. */
export type ClaimSight = Pick<PlatformState, "version" | "seenAt" | "fraction">;

/** Takes over a claim of a new version; another process may not know yet what this one found. */
export function withClaim(
  memory: LiveMemory,
  type: LiveType,
  claim: Claim,
  sight: ClaimSight,
): LiveMemory {
  const known = believable(memory.platforms[type].claim.succeededAt, sight.seenAt);
  const succeededAt = Math.max(known, believable(claim.succeededAt, sight.seenAt)) || null;
  return withPlatform(memory, type, { ...sight, claim: { ...claim, succeededAt } });
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
