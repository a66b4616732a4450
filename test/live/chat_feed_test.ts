import assert from "node:assert/strict";
import type { ChatName, ChatResult } from "../../src/live/chat/chats.ts";
import type { Live } from "../../src/live/live.ts";
import { hang, status } from "../support/fake_platforms/net.ts";
import { idnItem, showroomItem } from "../support/fake_platforms/scene.ts";
import { createLiveHarness } from "./live_harness.ts";

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

async function read(live: Live, group: string, name: ChatName, limit = 50): Promise<ChatResult> {
  await live.chats.ready();
  return await live.chats.loaded.read(group, name, limit);
}

async function createHarnessWithRoom() {
  const harness = createLiveHarness({ settings: { idnApiKey: "secret" } });
  harness.net.scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
  harness.net.scene.idn = [idnItem("groupa_feni", "hello")];
  harness.live.start();
  await harness.clock.advance(0);
  return harness;
}

Deno.test("a chat on SHOWROOM has the newest messages, the newest last", async () => {
  const { live, net } = await createHarnessWithRoom();
  net.scene.comments.set(317730, [3, 1, 2].map((n) => comment(n)));
  assert.deepEqual(await read(live, "groupa", { roomId: 317730 }, 2), {
    kind: "chat",
    chat: {
      stream_info: {
        type: "showroom",
        room_id: 317730,
        username: "GROUPA_Feni",
        slug: "GROUPA_Feni",
        title: "Good evening",
      },
      total: 2,
      chat_messages: [2, 3].map((n) => ({
        id: `${(AT + n) * 1000}-Fan ${n}-1`,
        user: { name: `Fan ${n}`, avatar_url: `https://static.sr.example/${n}.png` },
        message: `Message ${n}`,
        timestamp: new Date((AT + n) * 1000).toISOString(),
      })),
    },
  });
  await live.stop();
});

Deno.test("a chat on SHOWROOM leaves out what it cannot read, and no address but https", async () => {
  const { live, net } = await createHarnessWithRoom();
  net.scene.comments.set(317730, [
    comment(1, { avatar_url: "http://static.sr.example/1.png" }),
    { comment: "nobody" },
    comment(2, { created_at: "long ago" }),
    comment(3, { comment: "line\nline\u0000" }),
  ]);
  const result = await read(live, "groupa", { roomId: 317730 }, 50);
  assert.equal(result.kind, "chat");
  const messages = result.kind === "chat" ? result.chat.chat_messages : [];
  assert.deepEqual(messages.map(({ message }) => message), ["Message 1", "line line"]);
  assert.equal(messages[0]!.user.avatar_url, "");
  await live.stop();
});

Deno.test("a chat on SHOWROOM keeps the order of messages of one second, whichever way the platform lists them", async () => {
  for (const reverse of [false, true]) {
    const { live, net } = await createHarnessWithRoom();
    const log = [comment(1), ...[2, 3, 4].map((n) => comment(n, { created_at: `${AT + 5}` }))];
    net.scene.comments.set(317730, reverse ? log.toReversed() : log);
    const result = await read(live, "groupa", { roomId: 317730 }, 50);
    assert.deepEqual(
      result.kind === "chat" && result.chat.chat_messages.map(({ message }) => message),
      [1, 2, 3, 4].map((n) => `Message ${n}`),
    );
    await live.stop();
  }
});

Deno.test("a chat on SHOWROOM is asked for once, for all who ask within five seconds", async () => {
  const { live, clock, net } = await createHarnessWithRoom();
  const before = net.chatReads;
  await Promise.all(
    Array.from({ length: 200 }, () => read(live, "groupa", { roomId: 317730 }, 50)),
  );
  await clock.advance(4 * SECOND);
  await read(live, "groupa", { roomId: 317730 }, 10);
  assert.equal(net.chatReads, before + 1);
  await clock.advance(SECOND);
  await read(live, "groupa", { roomId: 317730 }, 50);
  assert.equal(net.chatReads, before + 2);
  await live.stop();
});

Deno.test("a chat on SHOWROOM is asked for again after the clock was set back", async () => {
  const { live, clock, net } = await createHarnessWithRoom();
  const before = net.chatReads;
  await read(live, "groupa", { roomId: 317730 }, 50);
  clock.set(clock.now() - 3_600 * SECOND);
  await read(live, "groupa", { roomId: 317730 }, 50);
  assert.equal(net.chatReads, before + 2);
  await live.stop();
});

Deno.test("a chat on SHOWROOM is unavailable, not empty, where the platform fails, and does not press it", async () => {
  const { live, clock, net } = await createHarnessWithRoom();
  net.fail("showroom", status(500));
  const before = net.chatReads;
  const ask = () => read(live, "groupa", { roomId: 317730 }, 50);
  assert.deepEqual(await ask(), { kind: "unavailable", reason: "status" });
  assert.deepEqual(await ask(), { kind: "unavailable", reason: "status" });
  assert.equal(net.chatReads, before + 1);
  net.fail("showroom", hang);
  await clock.advance(10 * SECOND);
  const hanging = ask();
  await clock.advance(5 * SECOND);
  assert.deepEqual(await hanging, { kind: "unavailable", reason: "timeout" });
  await live.stop();
});

Deno.test("the platform is asked nothing of a room that is off the air, as far as is known", async () => {
  const { live, clock, net } = await createHarnessWithRoom();
  net.scene.showroom = [];
  while (live.view.list("groupa", "showroom").length > 0) await clock.advance(60 * SECOND);
  const before = net.chatReads;
  const result = await read(live, "groupa", { roomId: 317730 }, 50);
  assert.deepEqual(
    result.kind === "chat" && [result.chat.total, result.chat.stream_info.username],
    [
      0,
      "GROUPA_Feni",
    ],
  );
  assert.equal(net.chatReads, before);
  net.fail("showroom", status(500));
  await clock.advance(130 * SECOND);
  assert.deepEqual(await read(live, "groupa", { roomId: 317730 }, 50), {
    kind: "unavailable",
    reason: "status",
  });
  await live.stop();
});

Deno.test("a chat on IDN is unavailable while nobody knows whether the broadcast is on air", async () => {
  const { live, clock, net } = await createHarnessWithRoom();
  const ask = () => read(live, "groupa", { username: "groupa_feni", slug: "another" });
  assert.deepEqual(await ask(), { kind: "not_found" });
  net.fail("idn", status(500));
  await clock.advance(130 * SECOND);
  assert.deepEqual(await ask(), { kind: "unavailable", reason: "status" });
  await live.stop();
});

Deno.test("chats of strangers, and of another group, are not asked for", async () => {
  const { live, net } = await createHarnessWithRoom();
  const before = { ...net.requests };
  const answers = await Promise.all([
    read(live, "groupa", { roomId: 12345 }, 50),
    read(live, "groupb", { roomId: 317730 }, 50),
    read(live, "groupa", { username: "a_stranger", slug: "hello" }),
    read(live, "groupa", { username: "groupa_feni", slug: "someone-elses-slug" }),
    read(live, "groupb", { username: "groupa_feni", slug: "hello" }),
  ]);
  assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(["not_found"]));
  assert.deepEqual(net.requests, before);
  await live.stop();
});

Deno.test("a chat on IDN is unavailable while the room of her broadcast is unknown, and asks the platform nothing", async () => {
  const { live, net } = await createHarnessWithRoom();
  const before = { ...net.requests };
  for (const username of ["groupa_feni", "GroupA_Feni"]) {
    assert.deepEqual(await read(live, "groupa", { username, slug: "hello" }), {
      kind: "unavailable",
      reason: "unsupported",
    });
  }
  assert.deepEqual(net.requests, before);
  assert.equal(net.chat.connections, 0);
  await live.stop();
});
