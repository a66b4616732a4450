import {
  fetchJson,
  showroomRequest,
  UpstreamError,
  type UpstreamFetch,
} from "../../live/platforms/upstream.ts";
import {
  fieldsOf,
  httpsAddress,
  isUpstreamList,
  parseTimestamp,
  sanitizeText,
} from "../../live/platforms/upstream_values.ts";
import type { ChatMessageItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import { createMemo } from "../../toolbox/memo.ts";

/** How long an answer, good or bad, is used for all requests, in ms. */
const ANSWER_TTL_MS = 5_000;
const FAILURE_TTL_MS = 10_000;
const MAX_ROOMS = 500;

const MAX_AUTHOR_LENGTH = 100;
const MAX_COMMENT_LENGTH = 1_000;

interface ReadChat {
  readonly askedAt: number;
  until: number;
  readonly messages: Promise<readonly ChatMessageItem[]>;
}

/** Reads the comments of a room on SHOWROOM. Rejects with an `UpstreamError` if it cannot. */
type ReadComments = (roomId: number) => Promise<readonly ChatMessageItem[]>;

/** Creates what reads each chat once, for all requests meanwhile and shortly after, errors too. */
export function createReadComments(clock: Clock, fetch: UpstreamFetch, url: string): ReadComments {
  const chats = createMemo<number, ReadChat>({ maxEntries: MAX_ROOMS });

  return function readComments(roomId) {
    const known = chats.get(roomId);
    const now = clock.now();
    // A clock that was set back must not make an old answer last.
    if (known !== undefined && now >= known.askedAt && now < known.until) return known.messages;
    const messages = fetchComments(fetch, url, roomId);
    const fresh: ReadChat = { askedAt: now, until: Infinity, messages };
    chats.set(roomId, fresh);
    messages.then(
      () => fresh.until = clock.now() + ANSWER_TTL_MS,
      (error) => fresh.until = Math.max(clock.now() + FAILURE_TTL_MS, error?.retryAt ?? 0),
    );
    return messages;
  };
}

/** Fetches the comments of a room, the newest last, each with an id that stays the same. */
async function fetchComments(
  fetch: UpstreamFetch,
  baseUrl: string,
  roomId: number,
): Promise<ChatMessageItem[]> {
  const request = showroomRequest(baseUrl, `/api/live/comment_log?room_id=${roomId}`);
  const { comment_log: log } = fieldsOf((await fetchJson(fetch, request)).value);
  if (!isUpstreamList(log)) {
    throw new UpstreamError("malformed", "Answered without the agreed fields");
  }
  const countByBase = new Map<string, number>();
  return oldestFirst(log.flatMap((item) => readComment(item) ?? [])).map(({ at, message }) => {
    const base = `${at}-${message.user.name}`;
    const count = (countByBase.get(base) ?? 0) + 1;
    countByBase.set(base, count);
    return { id: `${base}-${count}`, ...message };
  });
}

/** A comment as the platform sends it; `at` in epoch ms. */
interface Comment {
  readonly at: number;
  readonly message: Omit<ChatMessageItem, "id">;
}

function readComment(item: unknown): Comment | undefined {
  const { name, comment, created_at, avatar_url } = fieldsOf(item);
  const at = parseTimestamp(created_at);
  if (typeof name !== "string" || typeof comment !== "string" || at === null) return undefined;
  const author = sanitizeText(name, MAX_AUTHOR_LENGTH);
  return {
    at,
    message: {
      user: { name: author, avatar_url: httpsAddress(avatar_url) },
      message: sanitizeText(comment, MAX_COMMENT_LENGTH),
      timestamp: new Date(at).toISOString(),
    },
  };
}

/** Timestamps have whole seconds, and some platforms list the newest first: ties keep their order. */
function oldestFirst(comments: readonly Comment[]): Comment[] {
  const isNewestFirst = comments.length > 0 && comments[0]!.at > comments.at(-1)!.at;
  return (isNewestFirst ? comments.toReversed() : comments).toSorted((a, b) => a.at - b.at);
}
