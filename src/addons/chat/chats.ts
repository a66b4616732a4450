/**
 * This add-on follows the chats of broadcasts while callers ask for them, in memory alone.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { Live } from "../../live/live.ts";
import { UpstreamError, type UpstreamFault } from "../../live/platforms/upstream.ts";
import type { ChatItem, LiveItem } from "../../model/item/live.ts";
import type { ChatType } from "../../model/platforms.ts";
import { every } from "../../platform/clock.ts";
import { settingsOf } from "../../platform/settings.ts";
import { type IdnRoom, type IdnRoomDeps, isChannelName, openIdnRoom } from "./idn_room.ts";
import { type ChatFault, type ChatResult, CHATS, type Chats, type IdnName } from "./service.ts";
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

  async function readShowroom(group: string, roomId: number, limit: number): Promise<ChatResult> {
    const owner = roster().ownerOfRoom(group, roomId);
    const entry = view.list(group, "showroom").find((live) => live.room_id === roomId);
    // A room known by its URL key alone has a number while it is on air, from the platform.
    if (owner === undefined && entry === undefined) return NOT_FOUND;
    if (readComments === undefined) return unavailable("off");
    const key = owner?.showroom.find((account) => account.roomId === roomId)?.urlKey ?? "";
    const { url_key: username = key, slug = key, title = "" } = entry ?? {};
    const info = { type: "showroom", room_id: roomId, username, slug, title } as const;
    if (entry === undefined && uncertainty("showroom") === undefined) return chatOf(info, []);
    try {
      return chatOf(info, (await readComments(roomId)).slice(-limit));
    } catch (error) {
      return unavailable(error instanceof UpstreamError ? error.fault : "internal");
    }
  }

  async function readIdn(group: string, name: IdnName, limit: number): Promise<ChatResult> {
    const found = findIdn(group, name);
    if (found.kind !== "found") return found;
    const room = follow(group, found.entry);
    if (room === undefined) return { kind: "full" };
    await room.idn.ready();
    const reason = room.idn.fault();
    return reason === undefined ? chatOf(room.info, room.idn.newest(limit)) : unavailable(reason);
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

  /** Joins the room of a broadcast, if this process is not there yet; undefined if it is in too many. */
  function follow(
    group: string,
    { id, chat_room_id, url_key: username, slug, title }: LiveItem,
  ): Room | undefined {
    const key = `${id} ${chat_room_id}`;
    let room = rooms.get(key);
    if (room === undefined) {
      if (rooms.size >= MAX_ROOMS || isClosed) return undefined;
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

const NOT_FOUND = { kind: "not_found" } as const;

function unavailable(reason: ChatFault) {
  return { kind: "unavailable", reason } as const;
}

function chatOf(
  stream_info: ChatItem["stream_info"],
  chat_messages: ChatItem["chat_messages"],
): ChatResult {
  return { kind: "chat", chat: { stream_info, total: chat_messages.length, chat_messages } };
}
