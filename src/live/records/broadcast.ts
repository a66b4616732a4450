/**
 * This room defines the plain records of the live part: broadcasts, events, the roster.
 *
 * @module
 */

import type { LiveType } from "../../model/platforms.ts";
import type { StreamUrl } from "../../model/item/live.ts";

/** A broadcast as the platform describes it, not yet joined with its owner. */
export interface Broadcast {
  /** `<type>-<the platform's own id>`, the same from its start to its end. */
  readonly id: string;
  readonly type: LiveType;
  /** The platform's account key: IDN user name, SHOWROOM URL key, YouTube channel id. */
  readonly urlKey: string;
  readonly slug: string;
  readonly title: string;
  /** An https address, or "". */
  readonly img: string;
  /** An https address, or "". */
  readonly imgAlt: string;
  /** The platform's numeric room, or 0 if it has none. */
  readonly roomId: number;
  readonly chatRoomId: string;
  /** Epoch ms; null if the platform does not say. */
  readonly startedAt: number | null;
  readonly streams: readonly StreamUrl[];
  /** Absent if it is no video, or if an earlier program has found it. */
  readonly video?: VideoTexts;
}

/** What YouTube says of a video besides, as it says it; "" if it does not. */
export interface VideoTexts {
  readonly channelTitle: string;
  readonly description: string;
  /** An ISO 8601 instant. */
  readonly publishedAt: string;
}

/** A broadcast that is over. */
export interface EndedBroadcast {
  readonly broadcast: Broadcast;
  /** When it was last seen, epoch ms. */
  readonly endedAt: number;
  readonly peak: number;
}

/** One broadcast in one poll. Its viewers are kept apart, because they change with every poll. */
export interface PolledBroadcast {
  readonly broadcast: Broadcast;
  readonly viewers: number;
}
