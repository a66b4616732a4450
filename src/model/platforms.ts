import type { MemberRow } from "./pack.ts";

interface WatchedBroadcast {
  /** `<platform>-<the platform's own id>`. */
  readonly id: string;
  /** The platform's own key of the account. */
  readonly urlKey: string;
  /** The platform's own key of the broadcast. */
  readonly slug: string;
  /** The platform's numeric room; absent if it has none. */
  readonly roomId?: number;
}

/** What the program knows of a live platform outside its adapter in `src/live/platforms/`. */
interface Platform {
  /** The platform's name, as it writes it. */
  readonly title: string;
  watchUrl(broadcast: WatchedBroadcast): string;
  /** The fields of a member's file that hold her account; the build has their schema. */
  readonly memberFields: readonly string[];
  /** The field of a member's row that callers may name her by. */
  readonly memberKey: keyof MemberRow;
  /** Whether an account may have several broadcasts at a time; else a new one ends the one before. */
  readonly hasSeveral: boolean;
  /** Whether `chat-stream` reads its chats. */
  readonly hasChat: boolean;
}

/** The live platforms by id, in the order in which they are reported. No library is loaded. */
export const PLATFORMS = {
  idn: {
    title: "IDN Live",
    watchUrl: ({ urlKey, slug }) =>
      `https://www.idn.app/${encodeURIComponent(urlKey)}/live/${encodeURIComponent(slug)}`,
    memberFields: ["idn_username"],
    memberKey: "idnUsername",
    hasSeveral: false,
    hasChat: true,
  },
  showroom: {
    title: "SHOWROOM",
    watchUrl: ({ urlKey, roomId }) =>
      urlKey === ""
        ? `https://www.showroom-live.com/room/profile?room_id=${roomId}`
        : `https://www.showroom-live.com/r/${encodeURIComponent(urlKey)}`,
    memberFields: ["room_id", "showroom_url_key"],
    memberKey: "showroomUrlKey",
    hasSeveral: false,
    hasChat: true,
  },
  youtube: {
    title: "YouTube",
    watchUrl: ({ id }) =>
      `https://www.youtube.com/watch?v=${encodeURIComponent(id.replace(/^youtube-/, ""))}`,
    memberFields: ["youtube"],
    memberKey: "youtube",
    hasSeveral: true,
    hasChat: false,
  },
} as const satisfies Readonly<Record<string, Platform>>;

/** The id of a live platform. */
export type LiveType = keyof typeof PLATFORMS;

/** The ids of the live platforms, in their order. */
export const LIVE_TYPES = Object.keys(PLATFORMS) as readonly LiveType[];

/** A platform whose chats can be asked for. */
export type ChatType = {
  [Type in LiveType]: (typeof PLATFORMS)[Type]["hasChat"] extends true ? Type : never;
}[LiveType];

/** The platforms whose chats can be asked for. */
export const CHAT_TYPES = LIVE_TYPES.filter((type): type is ChatType => PLATFORMS[type].hasChat);

/** Makes a record with a value for each platform. */
export function eachPlatform<T>(
  make: (type: LiveType, index: number) => T,
): Readonly<Record<LiveType, T>> {
  return Object.fromEntries(LIVE_TYPES.map((type, index) => [type, make(type, index)])) as Record<
    LiveType,
    T
  >;
}
