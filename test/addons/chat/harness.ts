import { createChats } from "../../../src/addons/chat/chats.ts";
import type { ChatName, Chats } from "../../../src/addons/chat/route.ts";
import { createLiveRoster } from "../../../src/live/roster.ts";
import type { ChatItem } from "../../../src/model/item/live.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { createPrng } from "../../support/prng.ts";
import {
  createLiveHarness,
  type LiveHarness,
  owner,
  type ProcessOptions,
} from "../../live/live_harness.ts";

/** The broadcast on IDN whose chat is read, and its room. */
export const FENI_LIVE = { username: "groupa_feni", slug: "hello" };
export const ROOM = "room-hello";

/** A process whose member is on air on IDN, with a chat that nobody has asked for yet. */
export interface ChatHarness extends LiveHarness {
  readonly chats: Chats;
  /** The messages of a chat, after the second in which they come. */
  read(name?: ChatName, limit?: number): Promise<ChatItem>;
}

export async function createChatHarness(
  { members = 0, ...parts }: Omit<ProcessOptions, "net" | "clock"> & { readonly members?: number } =
    {},
): Promise<ChatHarness> {
  const others = Array.from(
    { length: members },
    (_, n) => owner({ slug: `member-${n}`, idn: [`groupa_m${n}`] }),
  );
  const roster = createLiveRoster([owner({ slug: "feni", idn: ["groupa_feni"] }), ...others]);
  const settings = { IDN_API_KEY: "secret", YOUTUBE_API_KEY: undefined, ...parts.settings };
  const harness = createLiveHarness({ roster: () => roster, ...parts, settings });
  const { live, clock, net } = harness;
  const chats = chatsOf(harness, parts.seed);
  net.scene.idn = [
    idnItem("groupa_feni", "hello"),
    ...others.map((_, n) => idnItem(`groupa_m${n}`, `talk-${n}`)),
  ];
  net.scene.chatRooms.set("hello", ROOM);
  others.forEach((_, n) => net.scene.chatRooms.set(`talk-${n}`, `room-${n}`));
  live.start();
  await clock.advance(0);
  // The rooms of ten broadcasts are asked for with each poll.
  while (live.view.list("groupa", "idn").some(({ chat_room_id }) => chat_room_id === "")) {
    live.noteRequest();
    await clock.advance(10_000);
  }
  return {
    ...harness,
    live: { ...live, stop: async () => void await Promise.all([live.stop(), chats.close()]) },
    chats,
    async read(name = FENI_LIVE, limit = 50) {
      const reading = chats.read("groupa", name, limit);
      await clock.advance(1_000);
      return await reading;
    },
  };
}

/** The chats of a process. */
export function chatsOf({ live, clock, net }: LiveHarness, seed = 1): Chats {
  const urls = { showroomUrl: "http://platforms.example", idnChatUrl: "ws://platforms.example/" };
  const { openSocket } = net;
  return createChats({ live, clock, openSocket, random: createPrng(seed), ...urls });
}

/** What a chat is refused with: its type and the reason, if there is one. */
export function refusalOf(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => "chat",
    ({ code, details: { after } }) => [code, after?.reason].join(" ").trim(),
  );
}

/** What the messages of a chat say. */
export function textsOf({ chat_messages }: Pick<ChatItem, "chat_messages">): string[] {
  return chat_messages.map(({ message }) => message);
}
