import type { EventKind, LogEntry, LogRecord } from "../../events/event.ts";
import type { LiveEndItem, LiveItem, RecentItem } from "../../model/item/live.ts";
import type { Broadcast } from "./broadcast.ts";
import { isoTimestamp, toLiveEntry } from "./live_entry.ts";
import type { LiveOwner, LiveRoster } from "./roster.ts";

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

/** A start or an end before it has a number. */
export type UnnumberedLiveEvent =
  | Omit<StartedEvent, "seq" | "entry">
  | Omit<EndedEvent, "seq" | "entry">;

/** What the log tells of a start or an end to one owner's group. `at`: when it was noticed, epoch ms. */
export function toLogEntry(event: UnnumberedLiveEvent, owner: LiveOwner, at: number): LogEntry {
  return {
    type: kindOf(event),
    group: owner.group,
    at: isoTimestamp(at),
    data: dataOf(event, owner),
    subject: event.broadcast.id,
    members: owner.slug === "" ? [] : [owner.slug],
  };
}

/**
 * What the log tells of an event. One that an earlier program has written is told to the first of its
 * groups, as the roster has it now; undefined where nobody is told.
 */
export function logEntryOf(event: LiveEvent, roster: LiveRoster): LogEntry | undefined {
  if (event.kind === "other" || event.entry !== undefined) return event.entry;
  const { broadcast } = event;
  const [owner] = roster.ownersOf(broadcast);
  const at = event.kind === "ended" ? event.endedAt : broadcast.startedAt ?? 0;
  return owner && toLogEntry(event, owner, at);
}

/** What a group is told of an event; undefined where it is another group's. */
export function groupEntryOf(
  event: LiveEvent,
  group: string,
  roster: LiveRoster,
): Pick<LogEntry, "type" | "data"> | undefined {
  if (event.kind === "other" || event.entry !== undefined) {
    return event.entry?.group === group ? event.entry : undefined;
  }
  const owner = roster.ownersOf(event.broadcast).find((one) => one.group === group);
  return owner && { type: kindOf(event), data: dataOf(event, owner) };
}

function kindOf(event: UnnumberedLiveEvent): EventKind {
  if (event.kind === "ended") return "live.ended";
  return event.isResumed ? "live.resumed" : "live.started";
}

function dataOf(event: UnnumberedLiveEvent, owner: LiveOwner): LiveItem | LiveEndItem {
  return event.kind === "ended"
    ? toLiveEnd(event.broadcast, owner, event.endedAt)
    : toLiveEntry(event.broadcast, owner, event.viewers);
}

function toLiveEnd(broadcast: Broadcast, owner: LiveOwner, endedAt: number): LiveEndItem {
  const { id, type, urlKey: url_key, slug, title } = broadcast;
  const { name, slug: url, group } = owner;
  const times = {
    started_at: isoTimestamp(broadcast.startedAt ?? endedAt),
    ended_at: isoTimestamp(endedAt),
  };
  return { id, type, name, url_key, slug, title, group, url, ...times };
}
