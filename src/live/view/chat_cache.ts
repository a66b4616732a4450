import type { Clock } from "../../platform/clock.ts";
import { type SourceMessage, toChatMessages } from "../records/chat_message.ts";
import type { ChatMessageItem } from "../../model/item/chat.ts";

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

export function createChatCache(clock: Clock): ChatCache {
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
