import type { LiveItem, RecentItem } from "../../model/item/live.ts";
import type { Broadcast, EndedBroadcast } from "./broadcast.ts";
import type { LiveOwner } from "./roster.ts";

/** Joins a broadcast with its owner; the owner's pictures stand in for missing ones. */
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

/** The room number that goes with a broadcast of this owner. */
function roomIdOf(broadcast: Broadcast, owner: LiveOwner): number {
  return broadcast.roomId || (owner.showroom[0]?.roomId ?? 0);
}

/** ISO 8601 in UTC, from epoch ms. */
export function isoTimestamp(epochMs: number): string {
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
