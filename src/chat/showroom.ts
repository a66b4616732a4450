import { z } from "zod";
import { requestOf } from "../live/platforms/showroom.ts";
import { fetchJson, UpstreamError, type UpstreamFetch } from "../live/platforms/upstream.ts";
import {
  httpsAddress,
  parseTimestamp,
  sanitizeText,
  upstreamList,
} from "../live/platforms/upstream_values.ts";
import type { ChatMessageItem } from "../model/item/live.ts";
import type { Clock } from "../platform/clock.ts";

/** How long an answer, good or bad, is used for all requests, in ms. */
const ANSWER_TTL_MS = 5_000;
const FAILURE_TTL_MS = 10_000;
const MAX_CACHED = 500;

interface CachedChat {
  readonly askedAt: number;
  until: number;
  readonly messages: Promise<readonly ChatMessageItem[]>;
}

/** Reads the comments of a room on SHOWROOM. Rejects with an `UpstreamError` if it cannot. */
type ReadComments = (roomId: number) => Promise<readonly ChatMessageItem[]>;

/** Creates what reads each chat once, for all requests meanwhile and shortly after, errors too. */
export function createReadComments(
  { clock, fetch, url }: {
    readonly clock: Clock;
    readonly fetch: UpstreamFetch;
    readonly url: string;
  },
): ReadComments {
  const cached = new Map<number, CachedChat>();

  return function readComments(roomId) {
    const known = cached.get(roomId);
    const now = clock.now();
    // A clock that was set back must not make an old answer last.
    if (known !== undefined && now >= known.askedAt && now < known.until) return known.messages;
    evictExpired();
    const messages = fetchComments(fetch, url, roomId).then(toChatMessages);
    const fresh: CachedChat = { askedAt: now, until: Infinity, messages };
    cached.set(roomId, fresh);
    messages.then(
      () => fresh.until = clock.now() + ANSWER_TTL_MS,
      (error) => fresh.until = Math.max(clock.now() + FAILURE_TTL_MS, error?.retryAt ?? 0),
    );
    return messages;
  };

  function evictExpired(): void {
    if (cached.size < MAX_CACHED) return;
    for (const [roomId, { until }] of cached) {
      if (until <= clock.now()) cached.delete(roomId);
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

/** One comment as the platform sends it. */
interface ChatComment {
  readonly author: string;
  readonly avatar: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

const commentLog = z.object({ comment_log: upstreamList });

const comment = z.object({
  name: z.string(),
  comment: z.string(),
  created_at: z.unknown(),
  avatar_url: z.unknown().optional(),
});

const MAX_AUTHOR_LENGTH = 100;
const MAX_COMMENT_LENGTH = 1_000;

/** Fetches the comments of a room. @throws {UpstreamError} */
async function fetchComments(
  fetch: UpstreamFetch,
  baseUrl: string,
  roomId: number,
): Promise<ChatComment[]> {
  const request = requestOf(baseUrl, `/api/live/comment_log?room_id=${roomId}`);
  const { value } = await fetchJson(fetch, request);
  const { data: log } = commentLog.safeParse(value);
  if (log === undefined) {
    throw new UpstreamError("malformed", "Answered without the agreed fields");
  }
  return log.comment_log.flatMap((item) => {
    const { data } = comment.safeParse(item);
    const at = parseTimestamp(data?.created_at);
    if (data === undefined || at === null) return [];
    return {
      author: sanitizeText(data.name, MAX_AUTHOR_LENGTH),
      avatar: httpsAddress(data.avatar_url),
      text: sanitizeText(data.comment, MAX_COMMENT_LENGTH),
      at,
    };
  });
}
