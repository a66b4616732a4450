import type { Broadcast } from "./broadcast.ts";
import type { RecentItem } from "../../model/item/recent.ts";

/** A broadcast began. */
export interface StartedEvent {
  /** Grows by one from event to event, over all processes. */
  readonly seq: number;
  readonly kind: "started";
  readonly broadcast: Broadcast;
  readonly viewers: number;
  /** Whether it had been taken for ended: its record was removed. */
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
  /** The records, one per group that has the account. */
  readonly records: readonly RecentItem[];
}

/** A start or an end, as the store keeps it for the streams of every process. */
export type LiveEvent = StartedEvent | EndedEvent;
