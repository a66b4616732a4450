import assert from "node:assert/strict";
import { idnItem, showroomItem } from "../../../build/demo/scene.ts";
import { createBusyNet, createLiveProgram, NOW } from "../../support/live_program.ts";

const MINUTE = 60_000;
const IDN = "username=kota_ani&slug=ani-talks";
const CHAT = `/api/kota/chat-stream?${IDN}`;

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

Deno.test("chat-stream of IDN has what comes within a second, then what came; in both families", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { total, chat_messages, stream_info } = await app.json(`/api/kota/chat-stream?${IDN}`);
  assert.deepEqual([total, chat_messages, stream_info.type], [0, [], "idn"]);
  net.chat.say("room-ani", "Halo Ani");
  await app.clock.advance(0);
  const before = app.clock.now();
  const later = await app.json(`/api/kota/chat-stream?${IDN}&limit=1`);
  assert.deepEqual([later.total, later.chat_messages[0].message], [1, "Halo Ani"]);
  assert.equal(app.clock.now(), before, "it waits for nothing");
  const wrapped = await app.json("/api/bukit/chat-stream?username=bukit_gadis&slug=gadis-talks");
  assert.deepEqual([wrapped.total, wrapped.data], [0, []]);
  assert.deepEqual(net.chat.channels(), ["#room-ani", "#room-gadis"]);
  const { sources } = await app.json("/status");
  assert.equal(sources[0].chat, undefined);
});

Deno.test("under the profile a chat answers at the path that programs ask", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { chat_messages } = await app.json("/jkt48/chat-stream-sr?room_id=901");
  assert.deepEqual([chat_messages[0].message, chat_messages[0]._id], [
    "Halo",
    chat_messages[0].id,
  ]);
});

Deno.test("a member of another group, and a key without the group, read no chat", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  const { secret: key } = await app.issue("wide", ["laut"]);
  assert.equal((await app.ask(CHAT, { key })).status, 403);
  assert.equal((await app.ask(CHAT.replace("kota", "laut"), { key })).status, 404);
  assert.equal(net.chat.connections, 0);
});

Deno.test("a broadcast that is over has no chat, and its room is left", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  await app.json(CHAT);
  assert.equal(net.chat.clients(), 1);
  net.scene.idn = [idnItem("kota_dian", "dian-talks")];
  await app.pass(MINUTE);
  assert.equal((await app.ask(CHAT)).status, 404);
  assert.equal(net.chat.clients(), 0);
});

Deno.test("nothing of a chat is connected before the first request for one", async () => {
  const net = createTalkingNet();
  await using app = await createLiveProgram({ net });
  for (const path of ["/api/kota/live", "/status", "/api/kota/recent"]) await app.json(path);
  assert.equal(net.chat.connections, 0);
});
