/** The platforms that are asked, in the order in which they are reported. */
export const LIVE_TYPES = ["idn", "showroom", "youtube"] as const;

/** One of the platforms, as SPEC 2.2 spells it in `type`. */
export type LiveType = (typeof LIVE_TYPES)[number];

/** One stream of a broadcast (SPEC 2.2); quality 1 is the best, whatever the platform counts. */
export interface StreamUrl {
  readonly label: string;
  readonly quality: number;
  readonly url: string;
}

/** A broadcast as the platform told it, before it is known whose it is. */
export interface Broadcast {
  /** `<type>-<the platform's own id>`, the same from the first to the last sighting. */
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
  /** The platform's numeric room, or 0 where it has none. */
  readonly roomId: number;
  readonly chatRoomId: string;
  /** Epoch ms; null while the platform does not say. */
  readonly startedAt: number | null;
  readonly streams: readonly StreamUrl[];
}

/** A broadcast that is over. */
export interface EndedBroadcast {
  readonly broadcast: Broadcast;
  /** When it was last seen, epoch ms. */
  readonly endedAt: number;
  readonly peak: number;
}

/** One broadcast in one poll. Viewers stand apart, because they change all the time. */
export interface PolledBroadcast {
  readonly broadcast: Broadcast;
  readonly viewers: number;
}
