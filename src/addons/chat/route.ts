import { serviceKey } from "../../core/service_key.ts";
import { invalidParameter } from "../../http/http_error.ts";
import { anyText, otherwise, type Values, wholeNumber } from "../../http/parameter.ts";
import type { ChatItem } from "../../model/item/live.ts";
import { ON_AIR } from "../../routes/resources/live.ts";
import { route } from "../../routes/route.ts";

/** A broadcast on IDN. */
export interface IdnName {
  readonly username: string;
  readonly slug: string;
}

/** A chat as callers name it: by a room on SHOWROOM, or a broadcast on IDN. */
export type ChatName = { readonly roomId: number } | IdnName;

/** The chats of the roster's broadcasts, and of no others. */
export interface Chats {
  /**
   * The newest messages of a chat, 1 to 200.
   *
   * @throws {HttpError} if nobody of the group has it, the platform cannot be asked, or the process follows
   *   as many chats as it may: a chat that cannot be read is no empty chat
   */
  read(group: string, name: ChatName, limit: number): Promise<ChatItem>;
  /** Ends all connections; resolves when nothing is left. */
  close(): Promise<void>;
}

export const CHATS = serviceKey<Chats>("chats");

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
    const { stream_info, total, chat_messages } = await ctx.service(CHATS)
      .read(ctx.group.slug, chatName(values), values.limit);
    const items = chat_messages.map((message) => [JSON.stringify(message)]);
    const parts = { head: { stream_info, total }, tail: { stream_info } };
    return ctx.report(
      { name: "chat_messages", items, ...parts },
      { madeAt: ctx.now, validUntil: Infinity, maxAge: CHAT_MAX_AGE },
    );
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
