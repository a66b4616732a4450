import type { EventKind, EventRecord, LogEntry } from "../../events/event.ts";
import type { OtherRecord } from "../../events/log_store.ts";
import type { LiveEndItem, LiveItem, RecentItem } from "../../model/item/live.ts";
import type { Broadcast, EndedBroadcast, LiveOwner } from "./broadcast.ts";

/** A broadcast began: one event for each group that has the account. */
export interface StartedEvent extends EventRecord {
  readonly kind: "started";
  readonly broadcast: Broadcast;
  readonly viewers: number;
  /** Whether it had counted as ended: its record was removed. */
  readonly isResumed: boolean;
}

/** A broadcast is over: one event for each group that has the account. */
interface EndedEvent extends EventRecord {
  readonly kind: "ended";
  /** Without its streams. */
  readonly broadcast: Broadcast;
  /** Epoch ms. */
  readonly endedAt: number;
  /** The group's record. */
  readonly records: readonly RecentItem[];
}

/** The beginning or end of a broadcast. */
export type BroadcastEvent = StartedEvent | EndedEvent;

/** An event, as every process reads it for its streams. */
export type LiveEvent = BroadcastEvent | OtherRecord;

/** A start or an end before it has a number. */
export type UnnumberedLiveEvent =
  | Omit<StartedEvent, "seq" | "entry">
  | Omit<EndedEvent, "seq" | "entry">;

/** The log's entry of a start or an end for one owner's group. `at`: when a poll found it, epoch ms. */
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

/** Joins a broadcast with its owner; the owner's pictures take the place of missing ones. */
export function toLiveEntry(broadcast: Broadcast, owner: LiveOwner, viewers: number): LiveItem {
  return {
    name: owner.name,
    img: broadcast.img || owner.img,
    img_alt: broadcast.imgAlt || owner.imgAlt || owner.img,
    url_key: broadcast.urlKey,
    slug: broadcast.slug,
    room_id: roomIdOf(broadcast, owner),
    is_graduate: owner.isGraduate,
    is_group: owner.isGroup,
    chat_room_id: broadcast.chatRoomId,
    started_at: isoTimestamp(broadcast.startedAt ?? 0),
    streaming_url_list: broadcast.streams,
    type: broadcast.type,
    id: broadcast.id,
    title: broadcast.title,
    viewers,
    group: owner.group,
    url: owner.slug,
  };
}

function roomIdOf(broadcast: Broadcast, owner: LiveOwner): number {
  return broadcast.roomId || (owner.showroom[0]?.roomId ?? 0);
}

/** ISO 8601 in UTC, from epoch ms. */
function isoTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The record of a broadcast for one of its owners. */
export function toRecentBroadcast(
  { broadcast, endedAt, peak }: EndedBroadcast,
  owner: LiveOwner,
): RecentItem {
  const startedAt = broadcast.startedAt ?? endedAt;
  const [start, end] = [isoTimestamp(startedAt), isoTimestamp(endedAt)];
  const duration = Math.max(0, endedAt - startedAt);
  return {
    id: broadcast.id,
    data_id: broadcast.id,
    type: broadcast.type,
    title: broadcast.title,
    member: {
      name: owner.name,
      nickname: owner.nickname,
      img: owner.img,
      img_alt: owner.imgAlt || owner.img,
      url: owner.slug,
      is_graduate: owner.isGraduate,
      is_official: owner.isGroup,
    },
    room_id: roomIdOf(broadcast, owner),
    started_at: start,
    ended_at: end,
    created_at: end,
    duration_ms: duration,
    peak_viewers: peak,
    live_info: { duration, viewers: { num: peak }, date: { start, end } },
    group: owner.group,
  };
}
