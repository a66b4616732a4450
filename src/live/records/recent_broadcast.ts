import type { EndedBroadcast } from "./broadcast.ts";
import { isoTimestamp, roomIdOf } from "./live_entry.ts";
import type { LiveOwner } from "./roster.ts";
import type { RecentItem } from "../../model/item/recent.ts";

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
