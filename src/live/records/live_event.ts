import type { Broadcast } from "./broadcast.ts";
import type { RecentBroadcast } from "./recent_broadcast.ts";

/** A broadcast began. */
export interface StartedEvent {
  /** Grows by one from event to event, over all processes. */
  readonly seq: number;
  readonly kind: "started";
  readonly broadcast: Broadcast;
  readonly viewers: number;
  /** It had been taken for ended; its record has been taken back. */
  readonly isResumed: boolean;
}

/** A broadcast is over. */
export interface EndedEvent {
  readonly seq: number;
  readonly kind: "ended";
  /** Without its streams. */
  readonly broadcast: Broadcast;
  /** Epoch ms. */
  readonly endedAt: number;
  /** What was recorded, one per group. */
  readonly records: readonly RecentBroadcast[];
}

/** What happened, as it stands in the store for every process to tell its listeners. */
export type LiveEvent = StartedEvent | EndedEvent;
