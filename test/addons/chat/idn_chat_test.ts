import { type ChatMode } from "../../../build/demo/chat.ts";
import { chatItem } from "../../../src/model/item/live.ts";
import { createChatHarness, FENI_LIVE, refusalOf, ROOM, textsOf } from "./harness.ts";
import assert from "node:assert/strict";

const SECOND = 1_000;

const MINUTE = 60 * SECOND;

Deno.test("the first request joins the room, and has what comes within a second", async () => {
  const { live, clock, net: { chat }, chats } = await createChatHarness();
  assert.equal(chat.connections, 0, "nobody has asked");
  const first = chats.read("groupa", FENI_LIVE, 50);
  await clock.advance(500);
  assert.deepEqual(chat.channels(), [`#${ROOM}`]);
  const [nick, user, join] = chat.lines;
  assert.match(nick!, /^NICK osb[0-9a-f]{12}$/);
  assert.equal(user, `USER ${nick!.slice(5)} 0 * null`);
  assert.equal(join, `JOIN #${ROOM}`);
  chat.say(ROOM, "Halo", {
    user: { name: "Bagas" },
    timestamp: clock.now(),
    chat: { id: "abc-1" },
  });
  await clock.advance(499);
  assert.equal(await Promise.race([first, "waiting"]), "waiting");
  await clock.advance(1);
  assert.deepEqual(chatItem.parse(await first), {
    stream_info: {
      type: "idn",
      room_id: 0,
      username: "groupa_feni",
      slug: "hello",
      title: "Talk with groupa_feni",
    },
    total: 1,
    chat_messages: [{
      id: "abc-1",
      user: { name: "Bagas", avatar_url: "https://cdn.idn.example/fan.png" },
      message: "Halo",
      timestamp: new Date(clock.now() - 500).toISOString(),
    }],
  });
  await live.stop();
});

Deno.test("later requests have the newest of the last 200 messages, from memory", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  for (let n = 0; n < 250; n++) {
    chat.say(ROOM, `Message ${n}`);
    await clock.advance(50);
  }
  const limited = async (limit: number) =>
    textsOf(await chats.read("groupa", { ...FENI_LIVE, username: "GroupA_Feni" }, limit));
  assert.deepEqual(await limited(2), ["Message 248", "Message 249"]);
  assert.equal((await limited(200))[0], "Message 50");
  assert.equal(chat.connections, 1, "one connection for all who ask");
  await live.stop();
});

Deno.test("a PING is answered at once, and its token comes back", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  for (const [ping, pong] of [["PING :a b", "PONG :a b"], ["PING x", "PONG :x"]] as const) {
    chat.raw(ROOM, ping);
    await clock.advance(0);
    assert.equal(chat.lines.at(-1), pong);
  }
  await live.stop();
});

Deno.test("garbage is passed by, and what comes behind it is read", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  const garbage = [
    "\u0000\u0001\u0002",
    "HTTP/1.1 200 OK",
    `:fan!u@host PRIVMSG #${ROOM} :{"chat":`,
    `:fan!u@host PRIVMSG #${ROOM} :null`,
    `:fan!u@host PRIVMSG #${ROOM} :{"chat":{"message":7},"user":{"name":"Fan"}}`,
    `:fan!u@host PRIVMSG #${ROOM} :{"chat":{"message":"no author"}}`,
    `:fan!u@host PRIVMSG #another :${JSON.stringify({ chat: { message: "no" } })}`,
  ];
  chat.raw(ROOM, `${garbage.join("\r\n")}\r\n${chat.lineOf(ROOM, "one")}`);
  chat.raw(ROOM, chat.lineOf(ROOM, "cut").slice(0, -2));
  chat.say(ROOM, "x".repeat(1 << 20));
  chat.raw(ROOM, `${chat.lineOf(ROOM, "two")}\n${chat.lineOf(ROOM, "three")}`);
  await clock.advance(SECOND);
  assert.deepEqual(textsOf(await read()), ["one", "two", "three"]);
  await live.stop();
});

Deno.test("a room is left two minutes after it was last asked for, and joined again", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  chat.say(ROOM, "gone soon");
  await clock.advance(2 * MINUTE - 2 * SECOND);
  assert.deepEqual(textsOf(await read()), ["gone soon"]);
  await clock.advance(2 * MINUTE - 2 * SECOND);
  assert.equal(chat.clients(), 1);
  await clock.advance(2 * SECOND);
  assert.equal(chat.clients(), 0);
  assert.deepEqual(textsOf(await read()), [], "nothing of it was kept");
  assert.equal(chat.clients(), 1);
  await live.stop();
});

Deno.test("ids that fans choose cannot hide a message, and a message is one line of plain text", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  const hostile = [
    "<script>alert(1)</script>",
    "one\r\ntwo",
    "a\u202eb\u2066c\u2028d\u0085e",
    "\ud800lone",
  ];
  for (const message of hostile) {
    const user = { name: `Fan\nid: 9`, avatar_url: "http://x.example" };
    chat.say(ROOM, message, { chat: { id: "same" }, user });
  }
  chat.say(ROOM, "y".repeat(5_000), { chat: { id: "a\nid: 8" }, timestamp: 32_503_680_000_000 });
  chat.say(ROOM, "\u0000\u0001 \u202e");
  await clock.advance(0);
  const { chat_messages: messages } = await read();
  assert.deepEqual(messages.map(({ message }) => message.slice(0, 40)), [
    "<script>alert(1)</script>",
    "one two",
    "a b c d e",
    "\ufffdlone",
    "y".repeat(40),
  ]);
  assert.equal(messages.at(-1)!.message.length, 1_000);
  assert.deepEqual(messages.slice(0, 3).map(({ id }) => id), ["same", "same-2", "same-3"]);
  assert.deepEqual(messages[0]!.user, { name: "Fan id: 9", avatar_url: "" });
  assert.ok(Math.abs(Date.parse(messages.at(-1)!.timestamp) - clock.now()) <= 2 * SECOND);
  await live.stop();
});

Deno.test("of a flood 20 messages within any second are kept", async () => {
  const { live, clock, net: { chat }, read } = await createChatHarness();
  await read();
  let sent = 0;
  for (let tenth = 0; tenth < 50; tenth++) {
    const lines = Array.from({ length: 100 }, () => chat.lineOf(ROOM, `${sent++}`));
    chat.raw(ROOM, lines.join("\r\n"));
    await clock.advance(100);
  }
  const texts = textsOf(await read(FENI_LIVE, 200)).map(Number);
  // Each tenth of a second has 100 of them.
  assert.deepEqual(
    texts.map((n) => Math.floor(n / 100)),
    [0, 10, 20, 30, 40].flatMap((tenth) => Array(20).fill(tenth)),
  );
  await live.stop();
});

Deno.test("a process is in 50 rooms at most, and has place for another when one is left", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness({ members: 51 });
  const name = (n: number) => ({ username: `groupa_m${n}`, slug: `talk-${n}` });
  const reads = Array.from({ length: 51 }, (_, n) => refusalOf(chats.read("groupa", name(n), 50)));
  await clock.advance(SECOND);
  assert.deepEqual(await Promise.all(reads), [...Array(50).fill("chat"), "TRY_AGAIN"]);
  assert.equal(new Set(chat.channels()).size, 50);
  await clock.advance(MINUTE);
  for (let n = 1; n < 50; n++) await chats.read("groupa", name(n), 1);
  await clock.advance(MINUTE + SECOND);
  assert.equal(chat.clients(), 49);
  assert.equal((await read(name(50))).total, 0);
  await live.stop();
  assert.equal(chat.clients(), 0);
});

Deno.test("a key of a room that is no channel is none", async () => {
  const { live, clock, net, chats } = await createChatHarness();
  for (const room of ["a b", "a,b", ":a", "a\u0007b", "#", "##a", "x".repeat(201)]) {
    net.scene.chatRooms.set(`slug-${room.length}`, room);
    const slug = `slug-${room.length}`;
    net.scene.idn = [{ ...net.scene.idn[0] as object, slug }];
    await clock.advance(2 * MINUTE);
    const refusal = await refusalOf(chats.read("groupa", { ...FENI_LIVE, slug }, 50));
    assert.equal(refusal, "PLATFORM_UNAVAILABLE unsupported", room);
  }
  assert.equal(net.chat.connections, 0);
  await live.stop();
});

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
      const reading = refusalOf(chats.read("groupa", FENI_LIVE, 50));
      await clock.advance(SECOND);
      return await reading;
    };
    assert.equal(await ask(), `PLATFORM_UNAVAILABLE ${reason}`);
    await clock.advance(MINUTE);
    assert.ok(chat.connections <= 8, "it is not pressed");
    chat.mode = "ok";
    await clock.advance(MINUTE + 10 * SECOND);
    assert.equal(await ask(), "chat");
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
  const refusal = await refusalOf(chats.read("groupa", FENI_LIVE, 50));
  assert.equal(refusal, "PLATFORM_UNAVAILABLE network");
  await live.stop();
});
