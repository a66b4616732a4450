import assert from "node:assert/strict";
import { idnItem, showroomItem } from "../../../build/demo/scene.ts";
import { createLiveHarness } from "../../live/live_harness.ts";
import { chatsOf } from "./harness.ts";

const SECOND = 1_000;
const AT = 1_751_540_500;

const comment = (n: number, more: object = {}) => ({
  name: `Fan ${n}`,
  comment: `Message ${n}`,
  created_at: AT + n,
  user_id: n,
  avatar_url: `https://static.sr.example/${n}.png`,
  ...more,
});

async function createHarnessWithRoom() {
  const harness = createLiveHarness({ settings: { IDN_API_KEY: "secret" } });
  harness.net.scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
  harness.net.scene.idn = [idnItem("groupa_feni", "hello")];
  harness.live.start();
  await harness.clock.advance(0);
  return { ...harness, chats: chatsOf(harness) };
}

Deno.test("a chat on SHOWROOM leaves out what it cannot read, and no address but https", async () => {
  const { live, net, chats } = await createHarnessWithRoom();
  net.scene.comments.set(317730, [
    comment(1, { avatar_url: "http://static.sr.example/1.png" }),
    { comment: "nobody" },
    comment(2, { created_at: "long ago" }),
    comment(3, { comment: "line\nline\u0000" }),
  ]);
  const result = await chats.read("groupa", { roomId: 317730 }, 50);
  assert.equal(result.kind, "chat");
  const messages = result.kind === "chat" ? result.chat.chat_messages : [];
  assert.deepEqual(messages.map(({ message }) => message), ["Message 1", "line line"]);
  assert.equal(messages[0]!.user.avatar_url, "");
  await live.stop();
});

Deno.test("a chat on SHOWROOM keeps the order of messages of one second, whichever way the platform lists them", async () => {
  for (const reverse of [false, true]) {
    const { live, net, chats } = await createHarnessWithRoom();
    const log = [comment(1), ...[2, 3, 4].map((n) => comment(n, { created_at: `${AT + 5}` }))];
    net.scene.comments.set(317730, reverse ? log.toReversed() : log);
    const result = await chats.read("groupa", { roomId: 317730 }, 50);
    assert.deepEqual(
      result.kind === "chat" && result.chat.chat_messages.map(({ message }) => message),
      [1, 2, 3, 4].map((n) => `Message ${n}`),
    );
    await live.stop();
  }
});

Deno.test("a chat on SHOWROOM is asked for again after the clock was set back", async () => {
  const { live, clock, net, chats } = await createHarnessWithRoom();
  const before = net.chatReads;
  await chats.read("groupa", { roomId: 317730 }, 50);
  clock.set(clock.now() - 3_600 * SECOND);
  await chats.read("groupa", { roomId: 317730 }, 50);
  assert.equal(net.chatReads, before + 2);
  await live.stop();
});
