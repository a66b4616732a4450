import { hang, status } from "../../support/fake_net.ts";
import { idnItem, showroomItem } from "../../../build/demo/scene.ts";
import { CHAT_SETTINGS } from "../../../src/addons/chat/settings.ts";
import { readSettings, settingsOf } from "../../../src/platform/settings.ts";
import { createLiveHarness } from "../../live/live_harness.ts";
import { createBusyNet } from "../../support/busy_platforms.ts";
import { ON_AIR } from "../../support/contents.ts";
import { createLiveProgram, NOW as BUSY_NOW } from "../../support/live_program.ts";
import { world } from "../../support/world.ts";
import { chatsOf } from "./harness.ts";
import assert from "node:assert/strict";

const NOW = Date.parse(ON_AIR.now);

const SHOWROOM = "/api/kota/chat-stream?room_id=901";

const IDN = "/api/kota/chat-stream?username=kota_ani&slug=ani-talks";

/** Everybody is on air, and people talk. */
function createTalkingNet(count = 60) {
  const net = createBusyNet();
  const comments = Array.from({ length: count }, (_, n) => ({
    name: `Fan ${n % 7}`,
    comment: `Comment ${n}`,
    created_at: Math.floor(NOW / 1000) - n,
    user_id: n,
    avatar_url: "https://static.sr.example/fan.png",
  }));
  for (const room of [901, 902, 903]) net.scene.comments.set(room, comments);
  return net;
}

Deno.test("chat-stream by room_id: 50 messages, the newest last, in the contract's shape", async () => {
  await using app = await world({ ...ON_AIR, platforms: createTalkingNet() });
  const chat = await app.json(SHOWROOM);
  assert.deepEqual(chat.stream_info, {
    type: "showroom",
    room_id: 901,
    username: "KOTA_Ani",
    slug: "KOTA_Ani",
    title: "Good evening",
  });
  assert.deepEqual([chat.total, chat.chat_messages.length], [50, 50]);
  assert.deepEqual(chat.chat_messages.at(-1), {
    id: `${NOW}-Fan 0-1`,
    user: { name: "Fan 0", avatar_url: "https://static.sr.example/fan.png" },
    message: "Comment 0",
    timestamp: "2026-07-04T10:00:00.000Z",
  });
  const times = chat.chat_messages.map(({ timestamp }: { timestamp: string }) => timestamp);
  assert.deepEqual(times, times.toSorted());
});

Deno.test("chat-stream by username and slug is 503 without the room's key, and /status says so", async () => {
  const net = createTalkingNet();
  await using app = await world({
    ...ON_AIR,
    ...{ platforms: net, outage: true },
    env: { LIVE: "on", IDN_API_KEY: "" },
  });
  await app.json("/api/kota/live");
  const before = net.requests.idn;
  for (const path of [IDN, IDN.replace("kota_ani", "KOTA_ANI")]) {
    const response = await app.ask(path);
    assert.equal(response.status, 503);
    assert.deepEqual(await response.json(), {
      status: false,
      message: "The chat cannot be read: the service does not know the room of this broadcast",
      type: "PLATFORM_UNAVAILABLE",
      reason: "unsupported",
    });
  }
  assert.equal(net.requests.idn, before, "no path of our own making is asked");
  assert.equal(net.chat.connections, 0);
  const { sources } = await app.json("/status");
  const chats = sources.map(({ name, chat }: Record<string, string>) => [name, chat]);
  assert.deepEqual(chats, [["idn", "unsupported"], ["showroom", undefined], [
    "youtube",
    undefined,
  ]]);
});

Deno.test("a room of ours that is off the air may be asked for, and has nothing to say", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  assert.deepEqual(await app.json(SHOWROOM), {
    stream_info: {
      type: "showroom",
      room_id: 901,
      username: "KOTA_Ani",
      slug: "KOTA_Ani",
      title: "",
    },
    total: 0,
    chat_messages: [],
  });
});

Deno.test("chat-stream needs a room, or a user name with a slug, and its hint names what is missing", async () => {
  await using app = await world({ ...ON_AIR, platforms: createTalkingNet() });
  for (
    const [query, name] of [
      ["", "room_id"],
      ["username=kota_ani", "slug"],
      ["slug=ani-talks", "username"],
    ]
  ) {
    const response = await app.ask(`/api/kota/chat-stream?${query}`);
    const { type, hint } = await response.json();
    assert.deepEqual([response.status, type], [400, "INVALID_PARAMETER"]);
    assert.match(hint, new RegExp(`^${name} takes `));
  }
});

/** What nobody of the group has. */
const STRANGERS = [
  "room_id=999",
  "room_id=400001",
  "username=a_stranger&slug=stranger",
  "username=laut_fitri&slug=fitri-talks",
  // Not published yet.
  "username=kota_endah&slug=nobody-knows",
  // Somebody else's, and one that is over.
  "username=kota_ani&slug=dian-talks",
  "username=kota_ani&slug=yesterday",
];

Deno.test("chat-stream of what is not the group's is 404, and nobody is asked for it", async () => {
  const net = createTalkingNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  await app.json("/api/kota/live");
  const before = { ...net.requests };
  for (const query of STRANGERS) {
    const response = await app.ask(`/api/kota/chat-stream?${query}`);
    assert.equal(response.status, 404, query);
    await response.body?.cancel();
  }
  assert.deepEqual([net.requests, net.chat.connections], [before, 0]);
});

Deno.test.each<[string, (() => Promise<Response>)?]>([
  ["off"],
  ["status", status(500)],
  ["rate_limited", status(429, { "retry-after": "30" })],
  ["redirect", status(302, { location: "http://169.254.169.254/" })],
  ["timeout", hang],
  ["network", () => Promise.reject(new TypeError("no route to a key=secret"))],
])(
  "a chat that cannot be asked (%s) is 503 with the reason, not an empty list",
  async (reason, fail) => {
    const net = createTalkingNet();
    const env = { LIVE: reason === "off" ? "off" : "on" };
    await using app = await world({ ...ON_AIR, platforms: net, outage: true, env });
    await app.ask("/api/kota/live");
    net.fail("showroom", fail);
    const response = await app.until(app.ask(SHOWROOM));
    assert.equal(response.status, 503);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(response.headers.get("retry-after")!, /^[1-9]\d*$/);
    assert.deepEqual(await response.json(), {
      status: false,
      message: "The platform cannot be asked at the moment",
      type: "PLATFORM_UNAVAILABLE",
      reason,
    });
  },
);

Deno.test("a chat is asked for once, for all who ask at the same time and within 5 s", async () => {
  const net = createTalkingNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  await app.ask("/api/kota/live");
  const before = net.requests.showroom;
  const chats = await Promise.all(
    Array.from({ length: 200 }, (_, n) => app.json(`${SHOWROOM}&limit=${n % 3 + 1}`)),
  );
  assert.equal(chats.length, 200);
  assert.equal(net.requests.showroom, before + 1);
  await app.clock.advance(4_000);
  await app.json(SHOWROOM);
  assert.equal(net.requests.showroom, before + 1);
  await app.clock.advance(1_000);
  await app.json(SHOWROOM);
  assert.equal(net.requests.showroom, before + 2);
});

Deno.test("a platform that does not answer is not asked again for 10 s, and no 503 is charged", async () => {
  const net = createTalkingNet();
  await using app = await world({ ...ON_AIR, platforms: net, outage: true });
  const { secret: key } = await app.issue("wide");
  await app.ask("/api/kota/live");
  net.fail("showroom", status(500));
  const { showroom: before } = net.requests;
  for (let n = 0; n < 20; n++) assert.equal((await app.ask(SHOWROOM, { key })).status, 503);
  assert.equal(net.requests.showroom, before + 1);
  assert.equal((await app.json("/v1/key", { key })).used, 0);
});

Deno.test("a process that has just started knows whose chat is asked for", async () => {
  const net = createTalkingNet();
  await using first = await world({ ...ON_AIR, platforms: net });
  for (const path of [SHOWROOM, "/api/kota/chat-stream?room_id=903"]) {
    await using late = await first.beside();
    assert.equal((await late.json(path)).total, 50);
  }
});

const MINUTE = 60_000;

const ANIS = "username=kota_ani&slug=ani-talks";

const CHAT = `/api/kota/chat-stream?${ANIS}`;

/** Everybody is on air, and ANIS names the rooms of their chats. */
function createIdnNet() {
  const net = createBusyNet();
  net.scene.chatRooms.set("ani-talks", "room-ani");
  net.scene.chatRooms.set("gadis-talks", "room-gadis");
  net.scene.showroom.push({ lives: [showroomItem(940, "Bukit_Gadis", 9401)] });
  const [comment] = [{ name: "Fan", comment: "Halo", created_at: BUSY_NOW / 1000 }];
  for (const room of [901, 940]) net.scene.comments.set(room, [comment]);
  return net;
}

Deno.test("chat-stream of ANIS has what comes within a second, then what came; in both families", async () => {
  const net = createIdnNet();
  await using app = await createLiveProgram({ net });
  const { total, chat_messages, stream_info } = await app.json(`/api/kota/chat-stream?${ANIS}`);
  assert.deepEqual([total, chat_messages, stream_info.type], [0, [], "idn"]);
  net.chat.say("room-ani", "Halo Ani");
  await app.clock.advance(0);
  const before = app.clock.now();
  const later = await app.json(`/api/kota/chat-stream?${ANIS}&limit=1`);
  assert.deepEqual([later.total, later.chat_messages[0].message], [1, "Halo Ani"]);
  assert.equal(app.clock.now(), before, "it waits for nothing");
  const wrapped = await app.json("/api/bukit/chat-stream?username=bukit_gadis&slug=gadis-talks");
  assert.deepEqual([wrapped.total, wrapped.data], [0, []]);
  assert.deepEqual(net.chat.channels(), ["#room-ani", "#room-gadis"]);
  const { sources } = await app.json("/status");
  assert.equal(sources[0].chat, undefined);
});

Deno.test("a broadcast that is over has no chat, and its room is left", async () => {
  const net = createIdnNet();
  await using app = await createLiveProgram({ net });
  await app.json(CHAT);
  assert.equal(net.chat.clients(), 1);
  net.scene.idn = [idnItem("kota_dian", "dian-talks")];
  await app.pass(MINUTE);
  assert.equal((await app.ask(CHAT)).status, 404);
  assert.equal(net.chat.clients(), 0);
});

const AT = 1_751_540_500;

const commentOf = (n: number, more: object = {}) => ({
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

Deno.test("a chat on SHOWROOM leaves out what it cannot read, and keeps the order in which things were said", async () => {
  const { live, net, clock, chats } = await createHarnessWithRoom();
  const log = [
    commentOf(1, { avatar_url: "http://static.sr.example/1.png" }),
    { comment: "nobody" },
    commentOf(2, { created_at: "long ago" }),
    // Of one second.
    ...[2, 3, 4].map((n) => commentOf(n, { comment: `line\n${n}\u0000`, created_at: AT + 5 })),
  ];
  for (const listed of [log, log.toReversed()]) {
    net.scene.comments.set(317730, listed);
    const { chat_messages: messages } = await chats.read("groupa", { roomId: 317730 }, 50);
    const said = messages.map(({ message }) => message);
    assert.deepEqual(said, ["Message 1", "line 2", "line 3", "line 4"]);
    assert.equal(messages[0]!.user.avatar_url, "", "no address but https");
    await clock.advance(5_000);
  }
  await live.stop();
});

Deno.test("IDN_CHAT_URL takes an address over TLS, and one in the clear of this machine alone", () => {
  const read = (url: string) =>
    settingsOf(
      readSettings((name) => name === "IDN_CHAT_URL" ? url : undefined, CHAT_SETTINGS),
      CHAT_SETTINGS,
    ).IDN_CHAT_URL;
  assert.equal(read(""), "wss://chat.idn.app/");
  for (const url of ["wss://chat.example:8443/x", "ws://127.0.0.1:8001", "ws://[::1]:1/"]) {
    assert.equal(read(url), url);
  }
  for (const url of ["https://chat.example", "ws://10.0.0.1/", "ws://localhost@chat.example/"]) {
    assert.throws(() => read(url), { message: /^Cannot use IDN_CHAT_URL: it takes an address/ });
  }
});
