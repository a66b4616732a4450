import { z } from "zod";
import { UpstreamError } from "../records/upstream_error.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";
import {
  httpsAddress,
  parseTimestamp,
  parseUpstreamJson,
  sanitizeText,
} from "./upstream_values.ts";

/** One message as the platform sends it. */
export interface SourceMessage {
  /** The platform's own id, or "". */
  readonly id: string;
  readonly author: string;
  readonly avatar: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

const showroomLog = z.object({ comment_log: z.array(z.unknown()) });

const showroomComment = z.object({
  name: z.string(),
  comment: z.string(),
  created_at: z.unknown(),
  avatar_url: z.unknown().optional(),
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
