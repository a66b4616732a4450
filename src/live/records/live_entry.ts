import type { LiveType } from "../../model/enums.ts";
import type { Broadcast, StreamUrl } from "./broadcast.ts";
import type { LiveOwner } from "./roster.ts";

/** One entry of a live list; existing clients read the first twelve fields, in this order. */
export interface LiveEntry {
  readonly name: string;
  readonly img: string;
  readonly img_alt: string;
  readonly url_key: string;
  readonly slug: string;
  /** The platform's room, else the member's SHOWROOM room (as clients expect), else 0. */
  readonly room_id: number;
  readonly is_graduate: boolean;
  readonly is_group: boolean;
  readonly chat_room_id: string;
  readonly started_at: string;
  readonly streaming_url_list: readonly StreamUrl[];
  readonly type: LiveType;
  readonly id: string;
  readonly title: string;
  readonly viewers: number;
  readonly group: string;
  /** The member's slug; "" for the group itself. */
  readonly url: string;
}

/** Joins a broadcast with its owner; the owner's pictures stand in for missing ones. */
export function toLiveEntry(broadcast: Broadcast, owner: LiveOwner, viewers: number): LiveEntry {
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
export function roomIdOf(broadcast: Broadcast, owner: LiveOwner): number {
  return broadcast.roomId || (owner.showroom[0]?.roomId ?? 0);
}

/** ISO 8601 in UTC, from epoch ms. */
export function isoTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
