import type { Answer } from "../../http/answer.ts";
import { HttpError, invalidParameter, notFound, tryAgain } from "../../http/http_error.ts";
import { anyText, otherwise, type Values, wholeNumber } from "../../http/parameter.ts";
import type { ChatItem } from "../../model/item/live.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { ON_AIR } from "../../routes/resources/live.ts";
import { route } from "../../routes/route.ts";
import { type ChatFault, type ChatName, CHATS, type NoChat } from "./service.ts";

/** How long a client may keep a chat, in seconds. */
const CHAT_MAX_AGE = 2;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const CHAT_PARAMETERS = {
  room_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  username: anyText("an IDN user name, together with slug"),
  slug: anyText("a broadcast's slug, together with username"),
  limit: otherwise(wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT),
};

/** `chat-stream`: the last messages of a broadcast of the group. */
export const chatStream = route({
  id: "chat-stream",
  path: "chat-stream",
  summary: "The chat of a broadcast: on SHOWROOM by room_id, on IDN by username and slug",
  answers: { report: "chat" },
  parameters: CHAT_PARAMETERS,
  refuses: ["NOT_FOUND", "PLATFORM_UNAVAILABLE", "TRY_AGAIN"],
  async fresh({ ctx }, values) {
    // Whether a broadcast is on air decides between its chat and a 404.
    await ON_AIR.ready(ctx.service);
    const result = await ctx.service(CHATS).read(ctx.group.slug, chatName(values), values.limit);
    if (result.kind === "chat") return chatAnswer(ctx, result.chat);
    throw refusal(result);
  },
});

function chatName({ room_id, username, slug }: Values<typeof CHAT_PARAMETERS>): ChatName {
  if (room_id !== undefined) return { roomId: room_id };
  if (username === undefined && slug === undefined) {
    throw invalidParameter("room_id", "a room's number (or give username and slug)");
  }
  if (username === undefined) {
    throw invalidParameter("username", CHAT_PARAMETERS.username.description);
  }
  if (slug === undefined) throw invalidParameter("slug", CHAT_PARAMETERS.slug.description);
  return { username, slug };
}

function chatAnswer(ctx: AnswerContext, { stream_info, total, chat_messages }: ChatItem): Answer {
  const items = chat_messages.map((message) => [JSON.stringify(message)]);
  const tail = { stream_info };
  return ctx.report(
    { name: "chat_messages", items, head: { stream_info, total }, tail },
    { madeAt: ctx.now, validUntil: Infinity, maxAge: CHAT_MAX_AGE },
  );
}

/** A chat that cannot be read is no empty chat. */
function refusal(refused: NoChat): HttpError {
  if (refused.kind === "not_found") {
    return notFound("Nobody of this group has that room or broadcast");
  }
  if (refused.kind === "full") {
    return tryAgain("This server follows as many chats as it may; ask again in a while");
  }
  return unavailable(refused.reason);
}

function unavailable(reason: ChatFault): HttpError {
  if (reason === "unsupported") {
    const message = "The chat cannot be read: the service does not know the room of this broadcast";
    return new HttpError("PLATFORM_UNAVAILABLE", { message, after: { reason } });
  }
  return new HttpError("PLATFORM_UNAVAILABLE", {
    after: { reason },
    headers: [["retry-after", "10"]],
  });
}
