import { z } from "zod";
import { httpsAddress, sanitizeText } from "./upstream_values.ts";
import type { SourceMessage } from "../records/chat_message.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";
import { parseTimestamp } from "./upstream_values.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import { parseUpstreamJson } from "./upstream_values.ts";

const showroomLog = z.object({ comment_log: z.array(z.unknown()) });

const showroomComment = z.object({
  name: z.string(),
  comment: z.string(),
  created_at: z.unknown(),
  avatar_url: z.unknown().optional(),
});

const idnLog = z.object({ data: z.array(z.unknown()) });

const idnMessage = z.object({
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  user: z.object({ name: z.string(), avatar_url: z.unknown().optional() }),
  chat: z.object({ message: z.string() }),
  timestamp: z.unknown(),
});

const MAX_MESSAGE_LENGTH = 1_000;

/** Fetches the comments of a room. @throws {UpstreamError} */
export async function fetchShowroomChat(
  fetch: UpstreamFetch,
  baseUrl: string,
  roomId: number,
): Promise<SourceMessage[]> {
  const { text } = await fetch({
    url: `${baseUrl}/api/live/comment_log?room_id=${roomId}`,
    headers: { Referer: `${baseUrl}/` },
    type: "json",
  });
  return parseList(showroomLog, text, (log) => log.comment_log).flatMap((item) => {
    const { data } = showroomComment.safeParse(item);
    const at = parseTimestamp(data?.created_at);
    if (data === undefined || at === null) return [];
    return { id: "", author: data.name, avatar: data.avatar_url, text: data.comment, at };
  }).map(sanitize);
}

/**
 * Fetches the chat of an IDN broadcast. Public clients read it from a socket; this path stands beside
 * the one that holds a broadcast's chat room, and where the platform does not know it, the chat is
 * unavailable instead of empty.
 *
 * @throws {UpstreamError}
 */
export async function fetchIdnChat(
  fetch: UpstreamFetch,
  baseUrl: string,
  apiKey: string,
  slug: string,
): Promise<SourceMessage[]> {
  const { text } = await fetch({
    url: `${baseUrl}/api/v4/livestream/${encodeURIComponent(slug)}/chats`,
    headers: { "x-api-key": apiKey },
    type: "json",
  });
  return parseList(idnLog, text, (log) => log.data).flatMap((item) => {
    const { data } = idnMessage.safeParse(item);
    const at = parseTimestamp(data?.timestamp);
    if (data === undefined || at === null) return [];
    const { id, user, chat } = data;
    return {
      id: String(id ?? ""),
      author: user.name,
      avatar: user.avatar_url,
      text: chat.message,
      at,
    };
  }).map(sanitize);
}

function parseList<T>(
  schema: z.ZodType<T>,
  text: string,
  pick: (log: T) => readonly unknown[],
): readonly unknown[] {
  const { data } = schema.safeParse(parseUpstreamJson(text));
  if (data === undefined) {
    throw new UpstreamError("malformed", "Answered without the agreed fields");
  }
  return pick(data);
}

function sanitize(said: Omit<SourceMessage, "avatar"> & { avatar: unknown }): SourceMessage {
  return {
    id: sanitizeText(said.id, 100),
    author: sanitizeText(said.author, 100),
    avatar: httpsAddress(said.avatar),
    text: sanitizeText(said.text, MAX_MESSAGE_LENGTH),
    at: said.at,
  };
}
