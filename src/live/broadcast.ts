import type { StreamUrl } from "../model/item/live.ts";
import type { LiveType } from "../model/platforms.ts";
import type { LiveOwner } from "./roster.ts";

/** What a platform says of a broadcast, announced or on air, not yet joined with its owner. */
interface Described {
  /** `<type>-<the platform's own id>`, the same from its start to its end. */
  readonly id: string;
  readonly type: LiveType;
  /** The platform's account key: IDN user name, SHOWROOM URL key, YouTube channel id. */
  readonly urlKey: string;
  readonly slug: string;
  readonly title: string;
  /** An https address, or "". */
  readonly img: string;
  /** The platform's numeric room, or 0 if it has none. */
  readonly roomId: number;
}

/** A broadcast that began. */
export interface Broadcast extends Described {
  /** An https address, or "". */
  readonly imgAlt: string;
  readonly chatRoomId: string;
  /** Epoch ms; null if the platform does not say. */
  readonly startedAt: number | null;
  readonly streams: readonly StreamUrl[];
  /** Absent if it is no video. */
  readonly video?: VideoTexts;
}

/** What YouTube says of a video besides, as it says it; "" if it does not. */
export interface VideoTexts {
  readonly channelTitle: string;
  readonly description: string;
  /** An ISO 8601 instant. */
  readonly publishedAt: string;
}

/** One broadcast in one poll. */
export interface PolledBroadcast {
  readonly broadcast: Broadcast;
  readonly viewers: number;
}

/** A broadcast that is on air, as the processes share it. */
export interface OnAirBroadcast extends PolledBroadcast {
  /** The most viewers that were seen at once. */
  readonly peak: number;
  /** When a poll found it last, epoch ms: then it ended, if it is over. */
  readonly seenAt: number;
  /** Whether the last poll did not find it. */
  readonly isMissed: boolean;
  /** Whose it was last in each group: it ends there also if the content has them no more. */
  readonly owners?: readonly NamedOwner[];
}

/** What is kept of the owner of a broadcast. */
export type NamedOwner = Pick<LiveOwner, "group" | "slug" | "name">;

/** A broadcast that a platform announces; on SHOWROOM, which names none, its id is of room and time. */
export interface Announcement extends Described {
  /** Epoch ms. */
  readonly scheduledAt: number;
}

/** What a poll found of a platform's announcements. */
export interface FoundAnnouncements {
  readonly found: readonly Announcement[];
  /** Whether the poll asked for it: then one that was not found is announced no more. */
  isAsked(announcement: Announcement): boolean;
}

/** A feed holds so many videos of a channel, its newest. */
export const MAX_FEED_VIDEOS = 15;

/** The feed of a channel as it was read: its newest videos, in Atom. */
export interface ChannelFeed {
  readonly channel: string;
  readonly xml: string;
}
