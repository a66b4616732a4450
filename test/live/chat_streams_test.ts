import assert from "node:assert/strict";
import { createLiveRoster } from "../../src/live/records/broadcast.ts";
import type { Chats } from "../../src/live/chat/chats.ts";
import { showroomItem } from "../../build/demo/scene.ts";
import {
  chatEvents,
  createChatHarness,
  FENI_LIVE,
  listenTo,
  readerOf,
  ROOM,
} from "./chat_harness.ts";
import { createLiveHarness, owner } from "./live_harness.ts";

const SECOND = 1_000;

Deno.test("a client that comes back with the id of a message has what it missed", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  for (const text of ["one", "two", "three"]) chat.say(ROOM, text);
  await clock.advance(0);
  const { chat_messages: [one] } = await read();
  const back = listenTo(chats, FENI_LIVE, one!.id);
  const unknown = listenTo(chats, FENI_LIVE, "of another process");
  await clock.advance(0);
  assert.deepEqual([back.heard(), unknown.heard()], [["two", "three"], []]);
  await live.stop();
  assert.ok(back.closed() && unknown.closed());
});

Deno.test("an id is one that a header can hold, in whatever letters its writer has a name", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  const listener = listenTo(chats, FENI_LIVE);
  await read();
  for (const name of ["メイ 100%", "Bagas"]) {
    chat.say(ROOM, `from ${name}`, { user: { name }, chat: { id: null } });
  }
  await clock.advance(0);
  const [first, second] = chatEvents(listener.text());
  const id = new Headers({ "last-event-id": first!.id! }).get("last-event-id")!;
  assert.equal(decodeURIComponent(id), first!.data.id);
  assert.equal(second!.id, second!.data.id);
  for (const known of [id, first!.data.id]) {
    const back = listenTo(chats, FENI_LIVE, known);
    await clock.advance(0);
    assert.deepEqual(back.heard(), ["from Bagas"]);
  }
  await live.stop();
});

Deno.test("ids that fans choose cannot hide a message, and no field of a stream is theirs", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  const listener = listenTo(chats, FENI_LIVE);
  const hostile = [
    "<script>alert(1)</script>",
    "one\r\ntwo",
    "x\ndata: {}\nid: 7\n\nevent: ended",
    "a\u202eb\u2066c\u2028d\u0085e",
    "\ud800lone",
  ];
  for (const message of hostile) {
    const more = {
      chat: { id: "same" },
      user: { name: `Fan\nid: 9`, avatar_url: "http://x.example" },
    };
    chat.say(ROOM, message, more);
  }
  chat.say(ROOM, "y".repeat(5_000), { chat: { id: "a\nid: 8" }, timestamp: 32_503_680_000_000 });
  chat.say(ROOM, "\u0000\u0001 \u202e");
  await clock.advance(0);
  const { chat_messages: messages } = await read();
  assert.deepEqual(messages.map(({ message }) => message.slice(0, 40)), [
    "<script>alert(1)</script>",
    "one two",
    "x data: {} id: 7 event: ended",
    "a b c d e",
    "\ufffdlone",
    "y".repeat(40),
  ]);
  assert.equal(messages.at(-1)!.message.length, 1_000);
  assert.deepEqual(messages.slice(0, 3).map(({ id }) => id), ["same", "same-2", "same-3"]);
  assert.deepEqual(new Set(messages.slice(0, 5).map(({ user }) => JSON.stringify(user))).size, 1);
  assert.deepEqual(messages[0]!.user, { name: "Fan id: 9", avatar_url: "" });
  assert.ok(Math.abs(Date.parse(messages.at(-1)!.timestamp) - clock.now()) <= 2 * SECOND);
  const heard = chatEvents(listener.text());
  assert.deepEqual(heard.map(({ data }) => data), messages);
  assert.deepEqual(heard.map(({ id }) => id), messages.map(({ id }) => id));
  await live.stop();
});

Deno.test("a flood: 20 messages within any second, the others are counted", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  const listener = listenTo(chats, FENI_LIVE);
  await clock.advance(0);
  let sent = 0;
  const keptAt: number[] = [];
  for (let tenth = 0; tenth < 50; tenth++) {
    const before = live.chats.counts.kept;
    for (let n = 0; n < 10; n++) {
      const lines = Array.from({ length: 100 }, () => `${chat.lineOf(ROOM, `${sent++}`)}\r\n`);
      chat.raw(ROOM, lines.join(""));
    }
    await clock.advance(0);
    for (let n = before; n < live.chats.counts.kept; n++) keptAt.push(clock.now());
    await clock.advance(100);
  }
  keptAt.slice(20).forEach((at, n) => assert.ok(at - keptAt[n]! >= SECOND));
  const { kept, dropped, malformed } = live.chats.counts;
  assert.deepEqual([kept + dropped, malformed], [sent, 0]);
  assert.equal(kept, 100);
  await clock.advance(2 * SECOND);
  const heard = chatEvents(listener.text());
  const counted = heard.filter(({ event }) => event === "dropped")
    .reduce((sum, { data }) => sum + data.dropped, 0);
  assert.deepEqual([listener.heard().length, counted], [kept, dropped]);
  await live.stop();
});

Deno.test("a listener that does not read loses the oldest, keeps its stream, and is sent how many", async () => {
  const { live, clock, net: { chat }, chats, read } = await createChatHarness();
  await read();
  const followed = chats.follow("groupa", FENI_LIVE);
  assert.equal(followed.kind, "stream");
  const stream = (followed as Extract<typeof followed, { kind: "stream" }>).open({
    lastEventId: null,
  });
  await clock.advance(0);
  const MESSAGES = 600;
  for (let n = 0; n < MESSAGES; n++) {
    chat.say(ROOM, `${n} ${"z".repeat(400)}`);
    await clock.advance(50);
  }
  assert.equal(chats.streams(), 1);
  const text = await readFor(stream, clock);
  const events = chatEvents(text);
  const heard = events.filter(({ event }) => event === "message");
  const lost = events.filter(({ event }) => event === "dropped").map(({ data }) => data.dropped);
  assert.equal(lost.length, 1);
  assert.equal(heard.length + lost[0], MESSAGES);
  assert.match(heard[0]!.data.message, /^0 /);
  assert.match(heard.at(-1)!.data.message, /^599 /);
  assert.ok(heard.length >= 200 && heard.length < 300, `${heard.length} messages were kept for it`);
  await live.stop();
});

/** Reads a stream until nothing has come for two seconds. */
async function readFor(
  stream: ReadableStream<Uint8Array>,
  clock: { advance(ms: number): Promise<void> },
): Promise<string> {
  const reader = stream.getReader();
  let text = "";
  void (async () => {
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
      text += new TextDecoder().decode(got.value);
    }
  })();
  for (let before = -1; before !== text.length;) {
    before = text.length;
    await clock.advance(2 * SECOND);
  }
  return text;
}

const AT = 1_751_540_500;
const comment = (n: number) => ({
  name: `Fan ${n}`,
  comment: `Message ${n}`,
  created_at: AT + n,
  avatar_url: `https://static.sr.example/${n}.png`,
});

Deno.test("a group that loses the account loses the stream, and another group that has it does not", async () => {
  const account = { slug: "feni", idn: ["groupa_feni"] };
  const other = owner({ ...account, group: "groupb", slug: "feni-b" });
  let roster = createLiveRoster([owner(account), other]);
  const { live, clock, net: { chat }, chats } = await createChatHarness({ roster: () => roster });
  const listeners = ["groupa", "groupb"].map((group) => {
    const followed = chats.follow(group, FENI_LIVE);
    return readerOf((followed as { open(request: object): ReadableStream }).open({}));
  });
  await clock.advance(SECOND);
  roster = createLiveRoster([other]);
  await clock.advance(3 * SECOND);
  chat.say(ROOM, "Halo");
  await clock.advance(0);
  assert.deepEqual(listeners.map(({ closed }) => closed()), [true, false]);
  assert.deepEqual(listeners.map(({ heard }) => heard()), [[], ["Halo"]]);
  assert.deepEqual([chat.connections, chats.streams()], [1, 1]);
  await live.stop();
});

Deno.test("SHOWROOM's stream has what the list gains, one request every 5 s for all who listen", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
  net.scene.comments.set(317730, [comment(1), comment(2)]);
  live.start();
  await clock.advance(0);
  await live.chats.ready();
  const chats: Chats = live.chats.loaded;
  const before = net.chatReads;
  const listeners = Array.from({ length: 3 }, () => listenTo(chats, { roomId: 317730 }));
  await clock.advance(SECOND);
  for (const { heard } of listeners) assert.deepEqual(heard(), []);
  net.scene.comments.set(317730, [comment(1), comment(2), comment(3), comment(4)]);
  await clock.advance(6 * SECOND);
  for (const { heard } of listeners) assert.deepEqual(heard(), ["Message 3", "Message 4"]);
  const [third] = chatEvents(listeners[0]!.text());
  assert.equal(third!.id, `${(AT + 3) * 1000}-Fan 3-1`);
  assert.ok(net.chatReads - before <= 3);
  // The oldest leave the platform's list; more come than a stream takes.
  net.scene.comments.set(317730, Array.from({ length: 300 }, (_, n) => comment(n + 3)));
  await clock.advance(6 * SECOND);
  const heard = listeners[0]!.heard();
  const dropped = chatEvents(listeners[0]!.text()).find(({ event }) => event === "dropped");
  assert.ok(heard.length - 2 >= 100 && heard.length - 2 <= 140, `${heard.length}`);
  assert.equal(heard.length - 2 + dropped!.data.dropped, 298);
  assert.equal(heard.at(-1), "Message 302");
  await live.stop();
  assert.ok(listeners.every(({ closed }) => closed()));
});
