import { anyText, otherwise, type Values, wholeNumber } from "../../http/parameter.ts";
import { HttpError, invalidParameter } from "../../http/http_error.ts";
import type { Answer } from "../../http/answer.ts";
import {
  type ChatFault,
  type ChatResult,
  DEFAULT_CHAT_LIMIT,
  MAX_CHAT_LIMIT,
} from "../../live/view/chat_feed.ts";
import { uncachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { ON_AIR } from "./dependencies.ts";
import type { ChatItem } from "../../model/item/chat.ts";

/** How long a client may keep a chat, in seconds. */
const CHAT_MAX_AGE = 2;

const PARAMETERS = {
  room_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  username: anyText("an IDN user name, together with slug"),
  slug: anyText("a broadcast's slug, together with username"),
  limit: otherwise(wholeNumber(1, MAX_CHAT_LIMIT), DEFAULT_CHAT_LIMIT),
};

/** `chat-stream`: what is said in the chat of a broadcast of ours. */
export const chatStream = uncachedRoute({
  id: "chat-stream",
  path: "chat-stream",
  summary: "The chat of a broadcast: SHOWROOM by room_id, IDN by username and slug",
  answers: { report: "chat" },
  parameters: PARAMETERS,
  refuses: ["NOT_FOUND", "PLATFORM_UNAVAILABLE"],
  async handler({ ctx }, values) {
    // Whether a broadcast is on air decides between its chat and a 404.
    await ON_AIR.ready(ctx);
    const result = await ask(ctx, values);
    if (result.kind === "chat") return answerOf(ctx, result.chat);
    if (result.kind === "not_found") {
      throw new HttpError("NOT_FOUND", {
        message: "Nobody of this group has that room or broadcast",
      });
    }
    throw unavailable(result.reason);
  },
});

function ask(ctx: RouteContext, values: Values<typeof PARAMETERS>): Promise<ChatResult> {
  const { room_id, username, slug, limit } = values;
  const { chat } = ctx.live;
  const group = ctx.group.slug;
  if (room_id !== undefined) return chat.showroom(group, room_id, limit);
  if (username === undefined && slug === undefined) {
    throw invalidParameter("room_id", "a room's number (or give username and slug)");
  }
  if (username === undefined) throw invalidParameter("username", PARAMETERS.username.description);
  if (slug === undefined) throw invalidParameter("slug", PARAMETERS.slug.description);
  return chat.idn(group, username, slug);
}

function answerOf(ctx: RouteContext, { stream_info, total, chat_messages }: ChatItem): Answer {
  const items = chat_messages.map((message) => [JSON.stringify(message)]);
  const tail = { stream_info };
  return ctx.report(
    { name: "chat_messages", items, head: { stream_info, total }, tail },
    { madeAt: ctx.now, validUntil: Infinity, maxAge: CHAT_MAX_AGE },
  );
}

/** A chat that cannot be read is no empty chat. */
function unavailable(reason: ChatFault): HttpError {
  if (reason === "unsupported") {
    const message = "IDN tells its chat over a socket alone, which this service does not read";
    return new HttpError("PLATFORM_UNAVAILABLE", { message, after: { reason } });
  }
  return new HttpError("PLATFORM_UNAVAILABLE", {
    after: { reason },
    headers: [["retry-after", "10"]],
  });
}
