import { serviceKey } from "../../core/service_key.ts";
import type { UpstreamFault } from "../../live/platforms/upstream.ts";
import type { ChatItem } from "../../model/item/live.ts";
import type { IrcFault } from "./irc.ts";

/**
 * Why a chat is unavailable. `unsupported`: the platform's key of the chat is unknown, as of every
 * broadcast on IDN without `IDN_API_KEY`; `refused`: the platform does not open the room.
 */
export type ChatFault = UpstreamFault | IrcFault | "off" | "unsupported";

/**
 * No owner of the roster has that room (404); the platform cannot be asked, or the process follows as
 * many chats as it may (503).
 */
export type NoChat =
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable"; readonly reason: ChatFault }
  | { readonly kind: "full" };

/** The messages of a chat, or why there are none. */
export type ChatResult = { readonly kind: "chat"; readonly chat: ChatItem } | NoChat;

/** A broadcast on IDN. */
export interface IdnName {
  readonly username: string;
  readonly slug: string;
}

/** A chat as callers name it: by a room on SHOWROOM, or a broadcast on IDN. */
export type ChatName = { readonly roomId: number } | IdnName;

/** The chats of the roster's broadcasts, and of no others. */
export interface Chats {
  /** The newest messages of a chat, 1 to 200. */
  read(group: string, name: ChatName, limit: number): Promise<ChatResult>;
  /** Ends all connections; resolves when nothing is left. */
  close(): Promise<void>;
}

export const CHATS = serviceKey<Chats>("chats");
