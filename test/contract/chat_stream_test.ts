import assert from "node:assert/strict";
import { STREAMS } from "../../src/model/item/items.ts";
import { chatEvents } from "../live/chat_harness.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import { listen } from "../support/heard_events.ts";
import type { Ask } from "../support/program.ts";
import {
  createBusyNet,
  createLiveProgram,
  type LiveProgram,
  NOW,
} from "../support/live_program.ts";
import { assertShape } from "../support/shapes.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const IDN = "username=kota_ani&slug=ani-talks";
const STREAM = `/api/kota/chat-stream/stream?${IDN}`;

/** Everybody is on air, and IDN names the rooms of their chats. */
function createTalkingNet() {
  const net = createBusyNet();
  net.scene.chatRooms.set("ani-talks", "room-ani");
  net.scene.chatRooms.set("gadis-talks", "room-gadis");
  net.scene.showroom.push({ lives: [showroomItem(940, "Bukit_Gadis", 9401)] });
  const [comment] = [{ name: "Fan", comment: "Halo", created_at: NOW / 1000 }];
  for (const room of [901, 940]) net.scene.comments.set(room, [comment]);
  return net;
}

async function open(app: LiveProgram, path = STREAM, ask: Ask = {}) {
  const response = await app.ask(path, ask);
  assert.equal(response.status, 200, response.status === 200 ? "" : await response.text());
  const client = listen(response);
  await app.clock.advance(0);
  return client;
}

const said = (text: string) =>
  chatEvents(text).flatMap(({ event, data }) => event === "message" ? data.message : []);

const usedBy = async (app: LiveProgram, key: string) => (await app.json("/v1/key", { key })).used;

Deno.test("chat-stream of IDN has what comes within a second, then what came; in both families", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { total, chat_messages, stream_info } = await app.json(`/api/kota/chat-stream?${IDN}`);
  assert.deepEqual([total, chat_messages, stream_info.type], [0, [], "idn"]);
  net.chat.say("room-ani", "Halo Ani");
  await app.clock.advance(0);
  const before = app.clock.now();
  const later = await app.json(`/api/kota/chat-stream?${IDN}&limit=1`);
  assert.deepEqual(said(""), []);
  assert.deepEqual([later.total, later.chat_messages[0].message], [1, "Halo Ani"]);
  assert.equal(app.clock.now(), before, "it waits for nothing");
  const wrapped = await app.json("/api/bukit/chat-stream?username=bukit_gadis&slug=gadis-talks");
  assert.deepEqual([wrapped.total, wrapped.data], [0, []]);
  assert.deepEqual(net.chat.channels(), ["#room-ani", "#room-gadis"]);
  const { sources } = await app.json("/status");
  assert.equal(sources[0].chat, undefined);
});

Deno.test("chat-stream/stream is an event stream, of IDN and of SHOWROOM, in both families", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const paths = [
    STREAM,
    "/api/kota/chat-stream/stream?room_id=901",
    "/api/bukit/chat-stream/stream?username=bukit_gadis&slug=gadis-talks",
    "/api/bukit/chat-stream/stream?room_id=940",
  ];
  const [first] = [await app.ask(STREAM)];
  const { headers } = first;
  assert.equal(headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("x-accel-buffering"), "no");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.match(headers.get("x-live-sources")!, /^idn;state=ok/);
  await first.body!.cancel();
  const clients = [];
  for (const path of paths) clients.push(await open(app, path));
  await app.clock.advance(2 * SECOND);
  net.chat.say("room-ani", "to Ani");
  net.chat.say("room-gadis", "to Gadis");
  for (const room of [901, 940]) {
    net.scene.comments.get(room)!.push({
      name: "Fan",
      comment: `to ${room}`,
      created_at: NOW / 1000 + 1,
    });
  }
  await app.clock.advance(7 * SECOND);
  assert.deepEqual(clients.map(({ text }) => said(text())), [
    ["to Ani"],
    ["to 901"],
    ["to Gadis"],
    ["to 940"],
  ]);
  for (const { event, data } of clients.flatMap(({ text }) => chatEvents(text()))) {
    assertShape(STREAMS.chat[event as keyof typeof STREAMS.chat], data, event);
  }
  assert.ok((await app.ask("/metrics")).status === 404);
  for (const client of clients) await client.cancel();
  assert.equal(app.service.live.chats.streams(), 0);
});

Deno.test("under the profile a chat and its stream answer at the paths that programs ask", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const client = await open(app, "/jkt48/chat-stream-sr/stream?room_id=901");
  const idn = await open(app, `/jkt48/chat-stream/stream?${IDN}`);
  await app.clock.advance(SECOND);
  net.chat.say("room-ani", "Halo", { chat: { id: "m-1" } });
  net.scene.comments.get(901)!.push({ name: "Fan", comment: "Hai", created_at: NOW / 1000 + 1 });
  await app.clock.advance(7 * SECOND);
  assert.deepEqual([said(client.text()), said(idn.text())], [["Hai"], ["Halo"]]);
  const { chat_messages } = await app.json(`/api/jkt48/chat-stream?${IDN}`);
  assert.deepEqual([chat_messages[0].id, chat_messages[0]._id], ["m-1", "m-1"]);
  await Promise.all([client.cancel(), idn.cancel()]);
});

Deno.test("a stream of a chat is charged as a stream, has its heartbeat, and ends with its key", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { id, secret: key } = await app.issue("wide");
  const client = await open(app, STREAM, { key });
  assert.equal(await usedBy(app, key), 1);
  await app.clock.advance(15 * SECOND);
  assert.match(client.text(), /\n:\n\n$/);
  await app.clock.advance(5 * MINUTE - 15 * SECOND);
  assert.equal(await usedBy(app, key), 2);
  assert.ok(!client.closed());
  await app.stores.keys.update(id, (record) => ({ ...record, revokedAt: app.clock.now() }));
  await app.clock.advance(3 * SECOND);
  assert.ok(client.closed());
  assert.equal(app.service.live.chats.streams(), 0);
});

Deno.test("streams of chats take the places of streams: of a key, of the process, a tenth for tokens", async () => {
  await using app = await createLiveProgram({ net: createTalkingNet(), env: { SSE_LIMIT: "10" } });
  const plan = { rate: "unlimited", quota: "unlimited" } as const;
  app.setPlans({ free: { ...plan, streams: 2 }, wide: { ...plan, streams: 50 } });
  const { secret: few } = await app.issue("free");
  const { secret: many } = await app.issue("wide");
  const { secret: token } = await app.issueToken();
  const clients = [await open(app, STREAM, { key: few })];
  clients.push(await open(app, "/api/kota/live/stream", { key: few }));
  const refused = await app.ask(STREAM, { key: few });
  assert.equal(refused.status, 503);
  assert.match((await refused.json()).message, /^This key has/);
  for (let n = 0; n < 7; n++) clients.push(await open(app, STREAM, { key: many }));
  const full = await app.ask(STREAM, { key: many });
  assert.deepEqual([full.status, (await full.json()).type], [503, "TRY_AGAIN"]);
  clients.push(await open(app, STREAM, { key: null, token }));
  assert.equal(app.service.live.chats.streams(), 9);
  for (const client of clients) await client.cancel();
});

Deno.test("a server that is about to end opens no stream of a chat, and ends those that are there", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const client = await open(app);
  app.service.drain();
  const late = await app.ask(STREAM);
  assert.deepEqual([late.status, (await late.json()).type], [503, "TRY_AGAIN"]);
  assert.ok(!client.closed());
  const quiet = app.service.quiet();
  await app.clock.advance(0);
  await quiet;
  assert.ok(client.closed());
  assert.equal(net.chat.clients(), 0);
});

Deno.test("HEAD of a stream opens nothing, and is refused as GET is", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  for (
    const [query, status] of [
      [IDN, 200],
      ["room_id=901", 200],
      ["room_id=999", 404],
      ["username=a_stranger&slug=stranger", 404],
      ["username=kota_dian&slug=dian-talks", 503],
      ["username=kota_ani", 400],
      ["", 400],
      ["room_id=x", 400],
    ] as const
  ) {
    const path = `/api/kota/chat-stream/stream?${query}`;
    const [head, get] = [await app.ask(path, { method: "HEAD" }), await app.ask(path)];
    assert.deepEqual([head.status, get.status], [status, status], query);
    await get.body?.cancel();
    assert.equal(await head.text(), "");
    const type = (response: Response) => response.headers.get("content-type");
    assert.equal(type(head), type(get));
  }
  assert.equal(app.service.live.chats.streams(), 0);
});

Deno.test("a member of another group, and a key without the group, open no stream", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { secret: key } = await app.issue("wide", ["laut"]);
  assert.equal((await app.ask(STREAM, { key })).status, 403);
  assert.equal((await app.ask(STREAM.replace("kota", "laut"), { key })).status, 404);
  assert.equal(net.chat.connections, 0);
});

Deno.test("a broadcast that ends ends its streams with an event, and its chat is a 404", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const client = await open(app);
  net.scene.idn = [idnItem("kota_dian", "dian-talks")];
  await app.pass(MINUTE);
  const [ended] = chatEvents(client.text());
  assert.deepEqual([client.closed(), ended!.event, ended!.data.slug], [true, "ended", "ani-talks"]);
  assertShape(STREAMS.chat.ended, ended!.data, "ended");
  assert.equal((await app.ask(STREAM)).status, 404);
  assert.equal(net.chat.clients(), 0);
});

Deno.test("nothing of a chat is loaded or connected before the first request for one", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  for (const path of ["/api/kota/live", "/status", "/api/kota/recent"]) await app.json(path);
  assert.notEqual(app.service.live.chats.ready(), undefined);
  assert.equal(net.chat.connections, 0);
});
