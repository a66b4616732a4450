import type { ChatType } from "../../model/enums.ts";
import type { ChatItem, ChatMessageItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { SourceMessage } from "../platforms/chat_source.ts";
import type { UpstreamFetch } from "../platforms/upstream_fetch.ts";
import { isoTimestamp } from "../records/live_entry.ts";
import type { LiveRoster } from "../records/roster.ts";
import { UpstreamError, type UpstreamFault } from "../records/upstream_error.ts";
import type { LiveView } from "./live_view.ts";

/** A chat; or no owner of the roster has that room (404); or the platform cannot be asked (503). */
export type ChatResult =
  | { readonly kind: "chat"; readonly chat: ChatItem }
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable"; readonly reason: ChatFault };

/**
 * Why a chat cannot be had. `unsupported`: IDN tells its chat over a socket alone (IRC on a WebSocket), to
 * those who are there, and has no list of what was said; this service opens no such socket.
 */
export type ChatFault = UpstreamFault | "off" | "unsupported";

/** Reads the chats of the roster's broadcasts, and of no others. `limit`: 1 to 200 messages. */
export interface ChatFeed {
  showroom(group: string, roomId: number, limit: number): Promise<ChatResult>;
  idn(group: string, username: string, slug: string): Promise<ChatResult>;
}

/** What {@linkcode createChatFeed} needs. */
export interface ChatFeedDeps {
  /** Undefined where platforms are not to be asked. */
  readonly fetch: UpstreamFetch | undefined;
  readonly clock: Clock;
  readonly view: LiveView;
  readonly roster: () => LiveRoster;
  readonly showroomUrl: string;
}

/** Messages of one answer. */
export const DEFAULT_CHAT_LIMIT = 50;
export const MAX_CHAT_LIMIT = 200;

export function createChatFeed(deps: ChatFeedDeps): ChatFeed {
  const { fetch, clock, view, roster, showroomUrl } = deps;
  const cache = createChatCache(clock);
  return { showroom, idn };

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
    const ask = async () => (await chatSource()).fetchShowroomChat(fetch, showroomUrl, roomId);
    return readChat(limit, `showroom ${roomId}`, ask, info);
  }

  /** Why the lists may miss a broadcast of a platform; undefined where they do not. */
  function uncertainty(type: ChatType): UpstreamFault | undefined {
    const { state, last_error } = view.sources().find(({ name }) => name === type)!;
    return state === "ok" ? undefined : last_error ?? "timeout";
  }

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
    ask: () => Promise<readonly SourceMessage[]>,
    stream_info: ChatItem["stream_info"],
  ): Promise<ChatResult> {
    try {
      const all = await cache.get(key, ask);
      const chat_messages = all.slice(-Math.min(Math.max(limit, 1), MAX_CHAT_LIMIT));
      return { kind: "chat", chat: { stream_info, total: chat_messages.length, chat_messages } };
    } catch (error) {
      return unavailable(error instanceof UpstreamError ? error.fault : "internal");
    }
  }
}

/** What reads chats, and with it the library that checks them. */
const chatSource = lazily(() => import("../platforms/chat_source.ts"));

function unavailable(reason: ChatFault): Promise<ChatResult> {
  return Promise.resolve({ kind: "unavailable", reason });
}

/** Asks for each chat once, for all requests meanwhile and shortly after. */
export interface ChatCache {
  /** Rejects with the error of `fetch`, also for a while after. */
  get(
    key: string,
    fetch: () => Promise<readonly SourceMessage[]>,
  ): Promise<readonly ChatMessageItem[]>;
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

function createChatCache(clock: Clock): ChatCache {
  const cached = new Map<string, CachedChat>();
  return { get };

  function get(key: string, fetch: () => Promise<readonly SourceMessage[]>) {
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
  }

  function evictExpired(): void {
    if (cached.size < MAX_CACHED) return;
    for (const [key, { until }] of cached) {
      if (until <= clock.now()) cached.delete(key);
    }
  }
}

/** Puts the newest message last; a message without an id gets one that stays the same. */
function toChatMessages(messages: readonly SourceMessage[]): ChatMessageItem[] {
  const countByBase = new Map<string, number>();
  return oldestFirst(messages).map(({ id, author, avatar, text, at }) => {
    const base = `${at}-${author}`;
    const count = (countByBase.get(base) ?? 0) + 1;
    countByBase.set(base, count);
    return {
      id: id || `${base}-${count}`,
      user: { name: author, avatar_url: avatar },
      message: text,
      timestamp: isoTimestamp(at),
    };
  });
}

/** Timestamps have whole seconds, and some platforms list the newest first: ties keep their order. */
function oldestFirst(messages: readonly SourceMessage[]): SourceMessage[] {
  const isNewestFirst = messages.length > 0 && messages[0]!.at > messages.at(-1)!.at;
  return (isNewestFirst ? messages.toReversed() : messages).toSorted((a, b) => a.at - b.at);
}
