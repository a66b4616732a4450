import type { LogEntry, LogRecord } from "../../events/event.ts";
import type { RecentItem } from "../../model/item/recent.ts";
import type { Broadcast } from "./broadcast.ts";

/** A broadcast began: one event for each group that has the account. */
export interface StartedEvent extends LogRecord {
  /** Grows by one from event to event, over all processes. */
  readonly seq: number;
  readonly kind: "started";
  readonly broadcast: Broadcast;
  readonly viewers: number;
  /** Whether it had been taken for ended: its record was removed. */
  readonly isResumed: boolean;
}

/** A broadcast is over: likewise. */
export interface EndedEvent extends LogRecord {
  readonly seq: number;
  readonly kind: "ended";
  /** Without its streams. */
  readonly broadcast: Broadcast;
  /** Epoch ms. */
  readonly endedAt: number;
  /** The group's record; of an event that an earlier program has written, those of all groups. */
  readonly records: readonly RecentItem[];
}

/** Something that has nothing to do with broadcasts; it has its number among them. */
export interface OtherEvent extends LogRecord {
  readonly seq: number;
  readonly kind: "other";
  readonly entry: LogEntry;
}

/** An event, as the store keeps it for the streams of every process. */
export type LiveEvent = StartedEvent | EndedEvent | OtherEvent;
