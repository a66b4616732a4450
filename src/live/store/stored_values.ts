import type { LogEntry } from "../../events/event.ts";
import type { Broadcast } from "../records/broadcast.ts";
import type { Claim, DropCounts, UpstreamFault, ViewerCount } from "../records/claim.ts";
import type { EndedEvent, LiveEvent, OtherEvent, StartedEvent } from "../records/live_event.ts";

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
  /** Absent in a claim of an earlier program, and before the first answer. */
  readonly bytes?: number;
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
export interface StoredStartedEvent extends Omit<StartedEvent, "isResumed"> {
  /** `isResumed`. */
  readonly again: boolean;
}

/**
 * Another event as the store keeps it: the first programs know broadcasts alone, and read it as one
 * on a platform of which no group has an account. So it has its number, and they send it to no client.
 */
export interface StoredOtherEvent {
  readonly seq: number;
  readonly kind: "started";
  readonly broadcast: typeof NO_BROADCAST;
  readonly viewers: 0;
  readonly again: false;
  readonly entry: LogEntry;
}

/** An event as the store keeps it. */
export type StoredLiveEvent = StoredStartedEvent | StoredOtherEvent | EndedEvent;

const NO_BROADCAST = {
  id: "",
  type: "none",
  urlKey: "",
  slug: "",
  title: "",
  img: "",
  imgAlt: "",
  roomId: 0,
  chatRoomId: "",
  startedAt: null,
  streams: [],
} as const satisfies Omit<Broadcast, "type"> & { type: string };

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
    ...(claim.bytes !== null && { bytes: claim.bytes }),
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
    bytes: stored.bytes ?? null,
    viewerCounts: stored.pulses,
    lastSeen: stored.missing,
    sourceState: stored.carry,
    listedAt: stored.listAt,
  };
}

export function toStoredEvent(event: LiveEvent): StoredLiveEvent {
  if (event.kind === "ended") return event;
  if (event.kind === "other") return toStoredOther(event);
  const { isResumed, ...same } = event;
  return { ...same, again: isResumed };
}

export function fromStoredEvent(stored: StoredLiveEvent): LiveEvent {
  if (stored.kind === "ended") return stored;
  if (isOther(stored)) return { seq: stored.seq, kind: "other", entry: stored.entry };
  const { again, ...same } = stored;
  return { ...same, isResumed: again };
}

function toStoredOther({ seq, entry }: OtherEvent): StoredOtherEvent {
  return { seq, kind: "started", broadcast: NO_BROADCAST, viewers: 0, again: false, entry };
}

function isOther(stored: StoredStartedEvent | StoredOtherEvent): stored is StoredOtherEvent {
  return stored.broadcast.type === NO_BROADCAST.type;
}
