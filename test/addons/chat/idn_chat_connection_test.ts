import assert from "node:assert/strict";
import type { ChatMode } from "../../../build/demo/chat.ts";
import { createChats } from "../../../src/addons/chat/chats.ts";
import { createPrng } from "../../support/prng.ts";
import { createChatHarness, FENI_LIVE, ROOM, textsOf } from "./harness.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

Deno.test("a lost connection comes back, ever later, and at another instant in each process", async () => {
  const waits: number[][] = [];
  for (const seed of [1, 2]) {
    const { live, clock, net: { chat }, chats, read } = await createChatHarness({ seed });
    await read();
    chat.say(ROOM, "before");
    await clock.advance(0);
    const list: number[] = [];
    for (let n = 0; n < 9; n++) {
      // A room that is not asked for is left.
      await chats.read("groupa", FENI_LIVE, 1);
      chat.cut();
      const [{ connections }, lostAt] = [chat, clock.now()];
      while (chat.connections === connections) assert.ok(await clock.advanceToNext());
      list.push(clock.now() - lostAt);
    }
    waits.push(list);
    const longest = [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * SECOND);
    list.forEach((wait, n) => {
      assert.ok(wait >= longest[n]! / 2 && wait <= longest[n]! + 1, list.join(" "));
    });
    chat.say(ROOM, "after");
    await clock.advance(0);
    assert.deepEqual(
      textsOf(await read()),
      ["before", "after"],
      "the ring outlives the connection",
    );
    await live.stop();
  }
  assert.notDeepEqual(waits[0], waits[1]);
});

Deno.test("a connection that lasted a minute comes back within a second", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  for (let n = 0; n < 3; n++) {
    for (let seconds = 0; seconds < 61; seconds += 10) {
      await clock.advance(10 * SECOND);
      await read();
    }
    chat.cut();
    await clock.advance(SECOND);
    assert.equal(chat.clients(), 1);
  }
  await live.stop();
});

const MODES: [ChatMode, string][] = [
  ["unreachable", "network"],
  ["hanging", "timeout"],
  ["mute", "timeout"],
  ["refusing", "refused"],
  ["taken", "refused"],
];

Deno.test.each(MODES)(
  "a chat whose server is %s is unavailable (%s), not empty",
  async (mode, reason) => {
    const { live, clock, net: { chat }, chats } = await createChatHarness();
    chat.mode = mode;
    const ask = async () => {
      const reading = chats.read("groupa", FENI_LIVE, 50);
      await clock.advance(SECOND);
      return await reading;
    };
    assert.deepEqual(await ask(), { kind: "unavailable", reason });
    await clock.advance(MINUTE);
    assert.ok(chat.connections <= 8, "it is not pressed");
    chat.mode = "ok";
    await clock.advance(MINUTE + 10 * SECOND);
    assert.equal((await ask()).kind, "chat");
    await live.stop();
    assert.equal(chat.clients(), 0);
  },
);

Deno.test("a chat that is lost has its messages for 30 s, then it is unavailable", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  chat.say(ROOM, "last words");
  await clock.advance(0);
  chat.mode = "unreachable";
  chat.cut();
  await clock.advance(28 * SECOND);
  assert.deepEqual(textsOf(await read()), ["last words"]);
  await clock.advance(SECOND);
  assert.deepEqual(await chats.read("groupa", FENI_LIVE, 50), {
    kind: "unavailable",
    reason: "network",
  });
  await live.stop();
});

Deno.test("a socket that may not be opened is a platform that is not reached, and ends no process", async () => {
  const { live, clock } = await createChatHarness();
  let opened = 0;
  const openSocket = () => {
    opened++;
    throw new Deno.errors.NotCapable('Requires net access to "chat.example"');
  };
  const urls = { showroomUrl: "http://platforms.example", idnChatUrl: "ws://chat.example/" };
  const chats = createChats({ live, clock, openSocket, random: createPrng(1), ...urls });
  const reading = chats.read("groupa", FENI_LIVE, 1);
  await clock.advance(1_000);
  assert.deepEqual(await reading, { kind: "unavailable", reason: "network" });
  await clock.advance(10_000);
  assert.ok(opened > 1, "it is tried again");
  await Promise.all([chats.close(), live.stop()]);
});
