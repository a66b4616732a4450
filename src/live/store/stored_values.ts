import type { Broadcast } from "../records/broadcast.ts";
import type { Claim, DropCounts, ViewerCount } from "../records/claim.ts";
import type { EndedEvent, LiveEvent } from "../records/live_event.ts";
import type { UpstreamFault } from "../records/upstream_error.ts";

/**
 * A claim as the store keeps it. Its names are those of the first programs that wrote one: a store
 * outlives the program, and in an upgrade old and new processes share it.
 */
export interface StoredClaim {
  readonly holder: string;
  /** `claimedAt`. */
  readonly at: number;
  readonly until: number;
  /** `succeededAt`. */
  readonly goodAt: number | null;
  readonly failures: number;
  readonly fault: UpstreamFault | null;
  readonly notBefore: number;
  readonly dropped: DropCounts;
  /** `viewerCounts`. */
  readonly pulses: Readonly<Record<string, ViewerCount>>;
  /** `lastSeen`. */
  readonly missing: Readonly<Record<string, number>>;
  /** `sourceState`. */
  readonly carry: unknown;
  /** `listedAt`. */
  readonly listAt: number;
}

/** A start as the store keeps it, under the names of its first writers like a claim. */
export interface StoredStartedEvent {
  readonly seq: number;
  readonly kind: "started";
  readonly broadcast: Broadcast;
  readonly viewers: number;
  /** `isResumed`. */
  readonly again: boolean;
}

/** A start or an end as the store keeps it. */
export type StoredLiveEvent = StoredStartedEvent | EndedEvent;

export function toStoredClaim(claim: Claim): StoredClaim {
  return {
    holder: claim.holder,
    at: claim.claimedAt,
    until: claim.until,
    goodAt: claim.succeededAt,
    failures: claim.failures,
    fault: claim.fault,
    notBefore: claim.notBefore,
    dropped: claim.dropped,
    pulses: claim.viewerCounts,
    missing: claim.lastSeen,
    carry: claim.sourceState,
    listAt: claim.listedAt,
  };
}

export function fromStoredClaim(stored: StoredClaim): Claim {
  return {
    holder: stored.holder,
    claimedAt: stored.at,
    until: stored.until,
    succeededAt: stored.goodAt,
    failures: stored.failures,
    fault: stored.fault,
    notBefore: stored.notBefore,
    dropped: stored.dropped,
    viewerCounts: stored.pulses,
    lastSeen: stored.missing,
    sourceState: stored.carry,
    listedAt: stored.listAt,
  };
}

export function toStoredEvent(event: LiveEvent): StoredLiveEvent {
  if (event.kind === "ended") return event;
  const { isResumed, ...same } = event;
  return { ...same, again: isResumed };
}

export function fromStoredEvent(stored: StoredLiveEvent): LiveEvent {
  if (stored.kind === "ended") return stored;
  const { again, ...same } = stored;
  return { ...same, isResumed: again };
}
