import type { LiveType } from "../../model/enums.ts";
import type { Broadcast } from "../records/broadcast.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { RecentItem } from "../../model/item/recent.ts";

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
