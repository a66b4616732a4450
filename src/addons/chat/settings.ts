import { address, describedSetting } from "../../platform/settings.ts";

/** What is said in a chat goes through the open on this machine alone, as in a demonstration. */
const FORM = /^(wss:|ws:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/i;

/** What the chats read of the environment. */
export const CHAT_SETTINGS = {
  IDN_CHAT_URL: describedSetting<string>(
    {
      description: "an address that starts with wss://, or on this machine with ws://",
      read: (raw) => FORM.test(raw) ? address("wss:", "ws:").read(raw) : undefined,
    },
    "wss://chat.idn.app/",
    "where IDN's chats are read: `wss://`, or `ws://` on this machine",
  ),
};
