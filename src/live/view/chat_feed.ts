import type { ChatType } from "../../model/platforms.ts";
import type { ChatItem, ChatMessageItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { ChatComment } from "../platforms/showroom.ts";
import { UpstreamError, type UpstreamFault, type UpstreamFetch } from "../platforms/upstream.ts";
import type { LiveRoster } from "../records/broadcast.ts";
import type { LiveView } from "./live_view.ts";

/** A chat; or no owner of the roster has that room (404); or the platform cannot be asked (503). */
export type ChatResult =
  | { readonly kind: "chat"; readonly chat: ChatItem }
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable"; readonly reason: ChatFault };

/**
 * Why a chat is unavailable. `unsupported`: IDN sends its chat over a socket alone (IRC on a WebSocket),
 * to those who are there, and has no list of earlier messages; this service opens no such socket.
 */
export type ChatFault = UpstreamFault | "off" | "unsupported";

/** Messages of one answer. */
export const DEFAULT_CHAT_LIMIT = 50;
export const MAX_CHAT_LIMIT = 200;

/** Reads the chats of the roster's broadcasts, and of no others. */
export function createChatFeed(deps: {
  /** Undefined if platforms are not to be asked. */
  readonly fetch: UpstreamFetch | undefined;
  readonly clock: Clock;
  readonly view: LiveView;
  readonly roster: () => LiveRoster;
  readonly showroomUrl: string;
}) {
  const { fetch, clock, view, roster, showroomUrl } = deps;
  const readCached = createChatCache(clock);
  return { showroom, idn };

  /** The chat of a room on SHOWROOM. `limit`: 1 to 200 messages. */
  function showroom(group: string, roomId: number, limit: number): Promise<ChatResult> {
    const owner = roster().ownerOfRoom(group, roomId);
    const entry = view.list(group, "showroom").find((live) => live.room_id === roomId);
    // A room known by its URL key alone has a number while it is on air, from the platform.
    if (owner === undefined && entry === undefined) return Promise.resolve({ kind: "not_found" });
    if (fetch === undefined) return unavailable("off");
    const key = owner?.showroom.find((account) => account.roomId === roomId)?.urlKey ?? "";
    const info = {
      type: "showroom",
      room_id: roomId,
      username: entry?.url_key ?? key,
      slug: entry?.slug ?? key,
      title: entry?.title ?? "",
    } as const;
    if (entry === undefined && uncertainty("showroom") === undefined) {
      return Promise.resolve({
        kind: "chat",
        chat: { stream_info: info, total: 0, chat_messages: [] },
      });
    }
    const ask = async () => (await loadShowroom()).fetchShowroomChat(fetch, showroomUrl, roomId);
    return readChat(limit, `showroom ${roomId}`, ask, info);
  }

  /** Why the lists may miss a broadcast of a platform; undefined if they do not. */
  function uncertainty(type: ChatType): UpstreamFault | undefined {
    const { state, last_error } = view.sources().find(({ name }) => name === type)!;
    return state === "ok" ? undefined : last_error ?? "timeout";
  }

  /** The chat of a broadcast on IDN: never available, but a wrong address is reported. */
  function idn(group: string, username: string, slug: string): Promise<ChatResult> {
    const owner = roster().ownerOfIdn(group, username);
    // A slug alone may be a stranger's: the broadcast must be on air under this name.
    const isOnAir = view.list(group, "idn").some((live) =>
      live.slug === slug && live.url_key.toLowerCase() === username.toLowerCase()
    );
    if (owner === undefined) return Promise.resolve({ kind: "not_found" });
    if (fetch === undefined) return unavailable("off");
    if (isOnAir) return unavailable("unsupported");
    const reason = uncertainty("idn");
    return reason === undefined ? Promise.resolve({ kind: "not_found" }) : unavailable(reason);
  }

  async function readChat(
    limit: number,
    key: string,
    ask: () => Promise<readonly ChatComment[]>,
    stream_info: ChatItem["stream_info"],
  ): Promise<ChatResult> {
    try {
      const all = await readCached(key, ask);
      const chat_messages = all.slice(-Math.min(Math.max(limit, 1), MAX_CHAT_LIMIT));
      return { kind: "chat", chat: { stream_info, total: chat_messages.length, chat_messages } };
    } catch (error) {
      return unavailable(error instanceof UpstreamError ? error.fault : "internal");
    }
  }
}

/** What reads chats, and with it the library that checks them. */
const loadShowroom = lazily(() => import("../platforms/showroom.ts"));

function unavailable(reason: ChatFault): Promise<ChatResult> {
  return Promise.resolve({ kind: "unavailable", reason });
}

/** How long an answer, good or bad, is used for all requests, in ms. */
const ANSWER_TTL_MS = 5_000;
const FAILURE_TTL_MS = 10_000;
const MAX_CACHED = 500;

interface CachedChat {
  readonly askedAt: number;
  until: number;
  readonly messages: Promise<readonly ChatMessageItem[]>;
}

/** Returns what reads each chat once, for all requests meanwhile and shortly after, errors too. */
function createChatCache(clock: Clock) {
  const cached = new Map<string, CachedChat>();

  return function readCached(key: string, fetch: () => Promise<readonly ChatComment[]>) {
    const known = cached.get(key);
    const now = clock.now();
    // A clock that was set back must not make an old answer last.
    if (known !== undefined && now >= known.askedAt && now < known.until) return known.messages;
    evictExpired();
    const messages = fetch().then(toChatMessages);
    const fresh: CachedChat = { askedAt: now, until: Infinity, messages };
    cached.set(key, fresh);
    messages.then(
      () => fresh.until = clock.now() + ANSWER_TTL_MS,
      (error) => fresh.until = Math.max(clock.now() + FAILURE_TTL_MS, error?.retryAt ?? 0),
    );
    return messages;
  };

  function evictExpired(): void {
    if (cached.size < MAX_CACHED) return;
    for (const [key, { until }] of cached) {
      if (until <= clock.now()) cached.delete(key);
    }
  }
}

/** Puts the newest message last, and gives each an id that stays the same. */
function toChatMessages(messages: readonly ChatComment[]): ChatMessageItem[] {
  const countByBase = new Map<string, number>();
  return oldestFirst(messages).map(({ author, avatar, text, at }) => {
    const base = `${at}-${author}`;
    const count = (countByBase.get(base) ?? 0) + 1;
    countByBase.set(base, count);
    return {
      id: `${base}-${count}`,
      user: { name: author, avatar_url: avatar },
      message: text,
      timestamp: new Date(at).toISOString(),
    };
  });
}

/** Timestamps have whole seconds, and some platforms list the newest first: ties keep their order. */
function oldestFirst(messages: readonly ChatComment[]): ChatComment[] {
  const isNewestFirst = messages.length > 0 && messages[0]!.at > messages.at(-1)!.at;
  return (isNewestFirst ? messages.toReversed() : messages).toSorted((a, b) => a.at - b.at);
}
