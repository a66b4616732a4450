import type { AddOn } from "../../core/addon.ts";
import { chatStream } from "./route.ts";
import { CHAT_SETTINGS } from "./settings.ts";

/** The chats of broadcasts. */
export const chat: AddOn = {
  name: "chat",
  settings: CHAT_SETTINGS,
  routes: { group: [chatStream] },
  open: async (core) => (await import("./chats.ts")).openChat(core),
};
