/**
 * This add-on follows the chats of broadcasts while callers ask for them, in memory alone.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { Live } from "../../live/live.ts";
import { UpstreamError, type UpstreamFault } from "../../live/platforms/upstream.ts";
import { HttpError, notFound, tryAgain } from "../../http/http_error.ts";
import type { ChatItem, LiveItem } from "../../model/item/live.ts";
import type { ChatType } from "../../model/platforms.ts";
import { every } from "../../platform/clock.ts";
import { settingsOf } from "../../platform/settings.ts";
import { type IdnRoom, type IdnRoomDeps, isChannelName, openIdnRoom } from "./idn_room.ts";
import type { IrcFault } from "./irc.ts";
import { CHATS, type Chats, type IdnName } from "./route.ts";
import { CHAT_SETTINGS } from "./settings.ts";
import { createReadComments } from "./showroom.ts";

/** What chats are read with. */
interface ChatsDeps extends IdnRoomDeps {
  readonly live: Pick<Live, "fetch" | "view" | "roster">;
  readonly showroomUrl: string;
}

/** Opens the chats; they ask nothing before the first of them is asked for. */
export function openChat({ platform, settings, live, services }: Core): Opened {
  const { IDN_CHAT_URL: idnChatUrl } = settingsOf(settings, CHAT_SETTINGS);
  const openSocket = platform.openSocket ?? ((url) => new WebSocket(url));
  const showroomUrl = settings.SHOWROOM_URL;
  const chats = createChats({ ...platform, openSocket, live, showroomUrl, idnChatUrl });
  services.provide(CHATS, chats);
  return { quiet: chats.close };
}

/** A room that is followed, for the groups that have asked for it. */
interface Room {
  readonly idn: IdnRoom;
  readonly info: ChatItem["stream_info"];
  readonly broadcast: string;
  readonly groups: Set<string>;
  askedAt: number;
}

const MAX_ROOMS = 50;
/** A room is left so long after it was last asked for, in ms. */
const LEAVE_AFTER_MS = 2 * 60_000;
const TICK_MS = 1_000;

/** Reads chats; rooms on IDN are followed while callers ask for them. */
export function createChats(deps: ChatsDeps): Chats {
  const { live: { fetch, view, roster }, clock, showroomUrl } = deps;
  const readComments = fetch && createReadComments(clock, fetch, showroomUrl);
  const rooms = new Map<string, Room>();
  let cancelTick = () => {};
  let isClosed = false;

  return {
    read: (group, name, limit) =>
      "roomId" in name ? readShowroom(group, name.roomId, limit) : readIdn(group, name, limit),
    async close() {
      isClosed = true;
      await Promise.all([...rooms.keys()].map(leave));
    },
  };

  /** Why the lists may miss a broadcast of a platform; undefined if they do not. */
  function uncertainty(type: ChatType): UpstreamFault | undefined {
    const { state, last_error } = view.sources().find(({ name }) => name === type)!;
    return state === "ok" ? undefined : last_error ?? "timeout";
  }

  async function readShowroom(group: string, roomId: number, limit: number): Promise<ChatItem> {
    const owner = roster().ownerOfRoom(group, roomId);
    const entry = view.list(group, "showroom").find((live) => live.room_id === roomId);
    // A room known by its URL key alone has a number while it is on air, from the platform.
    if (owner === undefined && entry === undefined) throw ofNobody();
    if (readComments === undefined) throw unavailable("off");
    const key = owner?.showroom.find((account) => account.roomId === roomId)?.urlKey ?? "";
    const { url_key: username = key, slug = key, title = "" } = entry ?? {};
    const info = { type: "showroom", room_id: roomId, username, slug, title } as const;
    if (entry === undefined && uncertainty("showroom") === undefined) return chatOf(info, []);
    try {
      return chatOf(info, (await readComments(roomId)).slice(-limit));
    } catch (error) {
      throw unavailable(error instanceof UpstreamError ? error.fault : "internal");
    }
  }

  async function readIdn(group: string, name: IdnName, limit: number): Promise<ChatItem> {
    const room = follow(group, findIdn(group, name));
    await room.idn.ready();
    const reason = room.idn.fault();
    if (reason !== undefined) throw unavailable(reason);
    return chatOf(room.info, room.idn.newest(limit));
  }

  /** Finds a broadcast of an owner of the group: a slug alone may be a stranger's. */
  function findIdn(group: string, { username, slug }: IdnName): LiveItem {
    if (roster().ownerOfIdn(group, username) === undefined) throw ofNobody();
    const entry = view.list(group, "idn").find((live) =>
      live.slug === slug && live.url_key.toLowerCase() === username.toLowerCase()
    );
    if (fetch === undefined) throw unavailable("off");
    if (entry === undefined) {
      const reason = uncertainty("idn");
      throw reason === undefined ? ofNobody() : unavailable(reason);
    }
    if (!isChannelName(entry.chat_room_id)) throw unavailable("unsupported");
    return entry;
  }

  /** Joins the room of a broadcast, if this process is not there yet. */
  function follow(
    group: string,
    { id, chat_room_id, url_key: username, slug, title }: LiveItem,
  ): Room {
    const key = `${id} ${chat_room_id}`;
    let room = rooms.get(key);
    if (room === undefined) {
      if (rooms.size >= MAX_ROOMS || isClosed) {
        throw tryAgain("This server follows as many chats as it may; ask again in a while");
      }
      if (rooms.size === 0) cancelTick = every(clock, TICK_MS, leaveOld);
      room = {
        idn: openIdnRoom(deps, chat_room_id),
        info: { type: "idn", room_id: 0, username, slug, title },
        broadcast: id,
        groups: new Set(),
        askedAt: clock.now(),
      };
      rooms.set(key, room);
    }
    room.groups.add(group);
    room.askedAt = clock.now();
    return room;
  }

  function leaveOld(): void {
    const now = clock.now();
    for (const [key, room] of rooms) {
      // A clock that was set back must not keep a room for long.
      room.askedAt = Math.min(room.askedAt, now);
      const isOnAir = [...room.groups].some((group) =>
        view.list(group, "idn").some(({ id }) => id === room.broadcast)
      );
      if (!isOnAir || now - room.askedAt >= LEAVE_AFTER_MS) void leave(key);
    }
  }

  async function leave(key: string): Promise<void> {
    const { idn } = rooms.get(key)!;
    rooms.delete(key);
    if (rooms.size === 0) cancelTick();
    await idn.leave();
  }
}

/**
 * Why a chat is unavailable. `unsupported`: the platform's key of the chat is unknown, as of every
 * broadcast on IDN without `IDN_API_KEY`; `refused`: the platform does not open the room.
 */
type ChatFault = UpstreamFault | IrcFault | "off" | "unsupported";

function ofNobody(): HttpError {
  return notFound("Nobody of this group has that room or broadcast");
}

function unavailable(reason: ChatFault): HttpError {
  const after = { reason };
  if (reason !== "unsupported") {
    return new HttpError("PLATFORM_UNAVAILABLE", { after, headers: [["retry-after", "10"]] });
  }
  const message = "The chat cannot be read: the service does not know the room of this broadcast";
  return new HttpError("PLATFORM_UNAVAILABLE", { message, after });
}

function chatOf(
  stream_info: ChatItem["stream_info"],
  chat_messages: ChatItem["chat_messages"],
): ChatItem {
  return { stream_info, total: chat_messages.length, chat_messages };
}
