import { describedSetting, socketAddress } from "../../platform/settings.ts";

/** What the chats read of the environment. */
export const CHAT_SETTINGS = {
  IDN_CHAT_URL: describedSetting(
    socketAddress(),
    "wss://chat.idn.app/",
    "where IDN's chats are read: `wss://`, or `ws://` on this machine",
  ),
};
