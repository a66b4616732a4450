import type { OpenSocket } from "../platform/web_socket.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { Chats, ChatsDeps } from "./chat.ts";
import type { ChatCounts } from "./idn_room.ts";

const loadChats = lazily(() => import("./chat.ts"));
const loadWebSocket = lazily(() => import("../platform/web_socket.ts"));

/** What chats are made with; connections are the runtime's own if left out. */
export interface LazyChatsDeps extends Omit<ChatsDeps, "counts" | "openSocket"> {
  readonly openSocket?: OpenSocket;
}

/** The chats of this process: nothing of them is loaded before the first of them is asked for. */
export interface LazyChats {
  readonly counts: Readonly<ChatCounts>;
  /** Undefined if the chats are there; else resolves when they are. */
  ready(): Promise<void> | undefined;
  /** Those that are loaded. @throws {TypeError} before they are */
  readonly loaded: Chats;
  rooms(): number;
  close(): Promise<void>;
}

export function createLazyChats({ openSocket, ...deps }: LazyChatsDeps): LazyChats {
  const counts: ChatCounts = { kept: 0, dropped: 0, malformed: 0 };
  let chats: Chats | undefined;
  let isClosed = false;

  async function load(): Promise<void> {
    const { createChats } = await loadChats();
    const open = openSocket ?? (await loadWebSocket()).openWebSocket;
    chats ??= createChats({ ...deps, counts, openSocket: open });
    if (isClosed) await chats.close();
  }

  return {
    counts,
    ready: () => chats === undefined ? load() : undefined,
    get loaded() {
      if (chats === undefined) throw new TypeError("Cannot read a chat: wait until they are ready");
      return chats;
    },
    rooms: () => chats?.rooms() ?? 0,
    async close() {
      isClosed = true;
      await chats?.close();
    },
  };
}
