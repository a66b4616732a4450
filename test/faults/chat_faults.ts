import type { FakeChat } from "../support/fake_platforms/chat.ts";
import { until } from "../support/until.ts";

/** The room of the chat that is read. */
export const ROOM = "room-hello";

/** How many messages a flood has in a second. */
export const FLOOD_A_SECOND = 10_000;

/** Sends so many messages that no one can read them; returns how many. */
export async function flood(chat: FakeChat, seconds: number): Promise<number> {
  const began = performance.now();
  let sent = 0;
  while (sent < seconds * FLOOD_A_SECOND) {
    const due = Math.min(seconds, (performance.now() - began) / 1000) * FLOOD_A_SECOND;
    for (; sent < due; sent++) chat.say(ROOM, `Hai kak, semangat ya! ${sent}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return sent;
}

/** What goes wrong, one after the other; each leaves the chat as it was. */
export const CHAT_FAULTS: Readonly<
  Record<string, (chat: FakeChat, get: (path: string) => Promise<unknown>) => Promise<void>>
> = {
  async garbage(chat) {
    for (let n = 0; n < 500; n++) {
      const bytes = crypto.getRandomValues(new Uint8Array(n));
      chat.raw(ROOM, String.fromCharCode(...bytes) + (n % 2 ? "\r\n" : ""));
    }
    chat.raw(ROOM, "\r\n");
    chat.say(ROOM, "x".repeat(1 << 20));
    await Promise.resolve();
  },
  async flood(chat) {
    await flood(chat, 1);
  },
  async "cut within a line"(chat) {
    chat.raw(ROOM, chat.lineOf(ROOM, "never whole").slice(0, -5));
    chat.cut();
    await Promise.resolve();
  },
  async "a room that ends"(chat, get) {
    await get("/off");
    await until(async () => {
      await get("/off");
      return chat.clients() === 0;
    });
    await get("/on");
  },
  async mute(chat) {
    chat.mode = "mute";
    chat.cut();
    await until(() => chat.clients() === 1);
    await until(() => chat.clients() === 0);
    chat.mode = "ok";
  },
  async unreachable(chat) {
    chat.mode = "unreachable";
    chat.cut();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    chat.mode = "ok";
  },
  async refusing(chat) {
    const { connections } = chat;
    chat.mode = "refusing";
    chat.cut();
    await until(() => chat.connections > connections + 1, 200_000);
    chat.mode = "ok";
  },
};
