import type { EventKind, LogEntry } from "../events/event.ts";
import type { LiveEndItem, LiveItem, RecentItem } from "../model/item/live.ts";
import type { Broadcast, NamedOwner, OnAirBroadcast, PolledBroadcast } from "./broadcast.ts";
import type { LiveOwner } from "./roster.ts";

/** The log's entry of a broadcast that began for an owner's group. `at`: when a poll found it, epoch ms. */
export function startedEntry(
  { broadcast, viewers }: PolledBroadcast,
  owner: LiveOwner,
  at: number,
  isResumed: boolean,
): LogEntry {
  const kind = isResumed ? "live.resumed" : "live.started";
  return entryOf(kind, broadcast, owner, at, toLiveEntry(broadcast, owner, viewers));
}

/** The log's entry of a broadcast that is over, for an owner's group. */
export function endedEntry(one: OnAirBroadcast, owner: NamedOwner, at: number): LogEntry {
  return entryOf("live.ended", one.broadcast, owner, at, toLiveEnd(one, owner));
}

function entryOf(
  type: EventKind,
  { id }: Broadcast,
  { group, slug }: NamedOwner,
  at: number,
  data: unknown,
): LogEntry {
  const members = slug === "" ? [] : [slug];
  return { type, group, at: isoTimestamp(at), data, subject: id, members };
}

/** Its start and its end, epoch ms. */
function timesOf({ broadcast, seenAt }: Pick<OnAirBroadcast, "broadcast" | "seenAt">) {
  const { startedAt } = broadcast;
  return { startedAt: startedAt ?? seenAt, endedAt: Math.max(seenAt, startedAt ?? 0) };
}

function toLiveEnd(one: OnAirBroadcast, owner: NamedOwner): LiveEndItem {
  const { id, type, urlKey: url_key, slug, title } = one.broadcast;
  const { name, slug: url, group } = owner;
  const { startedAt, endedAt } = timesOf(one);
  const times = { started_at: isoTimestamp(startedAt), ended_at: isoTimestamp(endedAt) };
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
  one: Pick<OnAirBroadcast, "broadcast" | "seenAt" | "peak">,
  owner: LiveOwner,
): RecentItem {
  const { broadcast, peak } = one;
  const { startedAt, endedAt } = timesOf(one);
  const [start, end] = [isoTimestamp(startedAt), isoTimestamp(endedAt)];
  const duration = endedAt - startedAt;
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
