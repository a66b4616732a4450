/**
 * This room follows the chats of broadcasts while callers ask for them, in memory alone.
 *
 * @module
 */

import type { ChatItem, LiveItem } from "../model/item/live.ts";
import type { ChatType } from "../model/platforms.ts";
import {
  UpstreamError,
  type UpstreamFault,
  type UpstreamFetch,
} from "../live/platforms/upstream.ts";
import type { LiveRoster } from "../live/roster.ts";
import type { LiveView } from "../live/view.ts";
import { type IdnRoom, type IdnRoomDeps, isChannelName, openIdnRoom } from "./idn_room.ts";
import type { IrcFault } from "./irc_visit.ts";
import { createFollowedRooms, type FollowedRoom } from "./rooms.ts";
import { createReadComments } from "./showroom.ts";

/**
 * Why a chat is unavailable. `unsupported`: the platform's key of the chat is unknown, as of every
 * broadcast on IDN without `IDN_API_KEY`; `refused`: the platform does not open the room.
 */
export type ChatFault = UpstreamFault | IrcFault | "off" | "unsupported";

/**
 * No owner of the roster has that room (404); the platform cannot be asked, or the process follows as
 * many chats as it may (503).
 */
export type NoChat =
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable"; readonly reason: ChatFault }
  | { readonly kind: "full" };

/** The messages of a chat, or why there are none. */
export type ChatResult = { readonly kind: "chat"; readonly chat: ChatItem } | NoChat;

interface IdnName {
  readonly username: string;
  readonly slug: string;
}

/** A chat as callers name it: by a room on SHOWROOM, or a broadcast on IDN. */
export type ChatName = { readonly roomId: number } | IdnName;

interface JoinedRoom {
  readonly idn: IdnRoom;
  readonly info: ChatItem["stream_info"];
}

/** What chats are read with. */
export interface ChatsDeps extends Omit<IdnRoomDeps, "url"> {
  /** Undefined if platforms are not to be asked. */
  readonly fetch: UpstreamFetch | undefined;
  readonly view: LiveView;
  readonly roster: () => LiveRoster;
  readonly showroomUrl: string;
  readonly idnChatUrl: string;
}

/** The chats of the roster's broadcasts, and of no others. */
export interface Chats {
  /** The newest messages of a chat, 1 to 200. */
  read(group: string, name: ChatName, limit: number): Promise<ChatResult>;
  /** How many rooms are followed. */
  rooms(): number;
  /** Ends all connections; resolves when nothing is left. */
  close(): Promise<void>;
}

/** Reads chats; it asks nothing before the first of them is asked for. */
export function createChats(deps: ChatsDeps): Chats {
  const { fetch, clock, view, roster, showroomUrl, idnChatUrl } = deps;
  const readComments = fetch && createReadComments({ clock, fetch, url: showroomUrl });
  const rooms = createFollowedRooms<FollowedRoom & JoinedRoom>(clock);

  return {
    read: (group, name, limit) =>
      "roomId" in name ? readShowroom(group, name.roomId, limit) : readIdn(group, name, limit),
    rooms: rooms.size,
    close: rooms.close,
  };

  /** Why the lists may miss a broadcast of a platform; undefined if they do not. */
  function uncertainty(type: ChatType): UpstreamFault | undefined {
    const { state, last_error } = view.sources().find(({ name }) => name === type)!;
    return state === "ok" ? undefined : last_error ?? "timeout";
  }

  /** Finds a room of an owner of the group; of a room that is off the air little is known. */
  function findShowroom(group: string, roomId: number) {
    const owner = roster().ownerOfRoom(group, roomId);
    const entry = view.list(group, "showroom").find((live) => live.room_id === roomId);
    // A room known by its URL key alone has a number while it is on air, from the platform.
    if (owner === undefined && entry === undefined) return NOT_FOUND;
    if (readComments === undefined) return unavailable("off");
    const key = owner?.showroom.find((account) => account.roomId === roomId)?.urlKey ?? "";
    const info = {
      type: "showroom",
      room_id: roomId,
      username: entry?.url_key ?? key,
      slug: entry?.slug ?? key,
      title: entry?.title ?? "",
    } as const;
    const isSilent = entry === undefined && uncertainty("showroom") === undefined;
    return { kind: "found", info, isSilent, read: readComments } as const;
  }

  async function readShowroom(group: string, roomId: number, limit: number): Promise<ChatResult> {
    const found = findShowroom(group, roomId);
    if (found.kind !== "found") return found;
    if (found.isSilent) return chatOf(found.info, []);
    try {
      return chatOf(found.info, (await found.read(roomId)).slice(-limit));
    } catch (error) {
      return unavailable(error instanceof UpstreamError ? error.fault : "internal");
    }
  }

  /** Finds a broadcast of an owner of the group: a slug alone may be a stranger's. */
  function findIdn(group: string, { username, slug }: IdnName) {
    if (roster().ownerOfIdn(group, username) === undefined) return NOT_FOUND;
    const entry = view.list(group, "idn").find((live) =>
      live.slug === slug && live.url_key.toLowerCase() === username.toLowerCase()
    );
    if (fetch === undefined) return unavailable("off");
    if (entry !== undefined) {
      if (!isChannelName(entry.chat_room_id)) return unavailable("unsupported");
      return { kind: "found", entry } as const;
    }
    const reason = uncertainty("idn");
    return reason === undefined ? NOT_FOUND : unavailable(reason);
  }

  /** Joins the room of a broadcast, if this process is not there yet. */
  function joinIdn(group: string, name: IdnName) {
    const found = findIdn(group, name);
    if (found.kind !== "found") return found;
    const { entry } = found;
    const isOnAir = (slug: string) => view.list(slug, "idn").some(({ id }) => id === entry.id);
    const followed = rooms.ask(`${entry.id} ${entry.chat_room_id}`, group, () => {
      const idn = openIdnRoom({ ...deps, url: idnChatUrl }, entry.chat_room_id);
      const isOver = (groups: ReadonlySet<string>) => ![...groups].some(isOnAir);
      return { idn, info: infoOf(entry), isOver, leave: idn.leave };
    });
    return followed === undefined ? FULL : { kind: "joined", followed } as const;
  }

  async function readIdn(group: string, name: IdnName, limit: number): Promise<ChatResult> {
    const joined = joinIdn(group, name);
    if (joined.kind !== "joined") return joined;
    const { idn, info } = joined.followed;
    await idn.ready();
    const reason = idn.fault();
    return reason === undefined ? chatOf(info, idn.ring.newest(limit)) : unavailable(reason);
  }
}

const NOT_FOUND = { kind: "not_found" } as const;
const FULL = { kind: "full" } as const;

function unavailable(reason: ChatFault) {
  return { kind: "unavailable", reason } as const;
}

function infoOf({ url_key, slug, title }: LiveItem): ChatItem["stream_info"] {
  return { type: "idn", room_id: 0, username: url_key, slug, title };
}

function chatOf(
  stream_info: ChatItem["stream_info"],
  chat_messages: ChatItem["chat_messages"],
): ChatResult {
  return { kind: "chat", chat: { stream_info, total: chat_messages.length, chat_messages } };
}
