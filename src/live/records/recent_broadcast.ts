import type { LiveType } from "../../model/enums.ts";
import type { EndedBroadcast } from "./broadcast.ts";
import { isoTimestamp, roomIdOf } from "./live_entry.ts";
import type { LiveOwner } from "./roster.ts";

/** The record of a broadcast that is over. */
export interface RecentBroadcast {
  readonly id: string;
  readonly data_id: string;
  readonly type: LiveType;
  readonly title: string;
  readonly member: {
    readonly name: string;
    readonly nickname: string;
    readonly img: string;
    readonly img_alt: string;
    /** The member's slug; "" for the group itself. */
    readonly url: string;
    readonly is_graduate: boolean;
    /** The group's own account. */
    readonly is_official: boolean;
  };
  readonly room_id: number;
  readonly started_at: string;
  readonly ended_at: string;
  readonly created_at: string;
  readonly duration_ms: number;
  readonly peak_viewers: number;
  readonly live_info: {
    readonly duration: number;
    readonly viewers: { readonly num: number };
    readonly date: { readonly start: string; readonly end: string };
  };
  readonly group: string;
}

/** The record of a broadcast for one of its owners. */
export function toRecentBroadcast(
  { broadcast, endedAt, peak }: EndedBroadcast,
  owner: LiveOwner,
): RecentBroadcast {
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
