import assert from "node:assert/strict";
import { createIdn } from "../../src/live/platforms/idn.ts";
import { idnItem } from "../../build/demo/scene.ts";
import type { FakeNet } from "../support/fake_net.ts";
import type { PollResult } from "../../src/live/platforms/upstream.ts";
import { createSourceHarness, poll } from "./source_harness.ts";

function openIdn(apiKey?: string) {
  const harness = createSourceHarness();
  const { fetch, clock } = harness;
  return { ...harness, idn: createIdn({ fetch, clock, baseUrl: "http://idn.example", apiKey }) };
}

Deno.test("createIdn() maps every field of a broadcast", async () => {
  const { idn, scene } = openIdn();
  scene.idn = [idnItem("Groupa_Feni", "yuk-ngobrol-250406190348", { view_count: 9253 })];
  const { broadcasts, dropped } = await poll(idn);
  assert.deepEqual(dropped, {});
  assert.deepEqual(broadcasts, [{
    viewers: 9253,
    broadcast: {
      id: "idn-yuk-ngobrol-250406190348",
      type: "idn",
      urlKey: "Groupa_Feni",
      slug: "yuk-ngobrol-250406190348",
      title: "Talk with Groupa_Feni",
      img: "https://cdn.idn.example/yuk-ngobrol-250406190348.jpg",
      imgAlt: "https://cdn.idn.example/Groupa_Feni.jpg",
      roomId: 0,
      chatRoomId: "",
      startedAt: 1_751_540_400_000,
      streams: [{
        label: "original",
        quality: 1,
        url: "https://live.idn.example/yuk-ngobrol-250406190348/index.m3u8",
      }],
    },
  }]);
});

Deno.test("createIdn() ignores strangers and what is not live, and counts what it cannot read", async () => {
  const { idn, scene } = openIdn();
  scene.idn = [
    idnItem("a_stranger", "s-1"),
    idnItem("groupa_feni", "later", { status: "scheduled" }),
    idnItem("groupa_feni", "a/b"),
    idnItem("groupa_feni", "half-\ud83d"),
    { slug: "no-creator", status: "live" },
    null,
    "text",
    idnItem("groupa_gita", "good"),
  ];
  const { broadcasts, dropped } = await poll(idn);
  assert.deepEqual(broadcasts.map(({ broadcast }) => broadcast.slug), ["good"]);
  assert.deepEqual(dropped, { malformed: 5 });
});

Deno.test("createIdn() keeps a broadcast whose numbers come as digits, whose decorations are wrong", async () => {
  const { idn, scene } = openIdn();
  const creator = { username: "groupa_gita", avatar: 5 };
  const { slug, playback_url, status } = idnItem("groupa_gita", "b");
  scene.idn = [
    idnItem("groupa_feni", "a", { view_count: "9253", live_at: "1751540400", image_url: 7 }),
    { slug, playback_url, status, title: 12, view_count: [], live_at: {}, creator },
  ];
  const { broadcasts, dropped } = await poll(idn);
  assert.deepEqual(dropped, {});
  assert.deepEqual(
    broadcasts.map(({ viewers, broadcast: { slug, title, img, startedAt, streams } }) => //
    [viewers, slug, title, img, startedAt, streams.length]),
    [
      [9253, "a", "Talk with groupa_feni", "", 1_751_540_400_000, 1],
      [0, "b", "", "", null, 1],
    ],
  );
});

Deno.test("createIdn() ends what the platform says has ended, and not what will", async () => {
  const { idn, clock, scene } = openIdn();
  const seconds = clock.now() / 1_000;
  scene.idn = [
    idnItem("groupa_feni", "over", { end_at: seconds - 60 }),
    idnItem("groupa_gita", "on", { end_at: seconds + 60 }),
    idnItem("groupa_official", "odd", { end_at: "soon" }),
  ];
  const { broadcasts } = await poll(idn);
  assert.deepEqual(broadcasts.map(({ broadcast: { slug } }) => slug), ["on", "odd"]);
});

Deno.test("createIdn() passes on https addresses only", async () => {
  const { idn, scene } = openIdn();
  scene.idn = [idnItem("groupa_feni", "a", {
    image_url: "http://cdn.idn.example/a.jpg",
    playback_url: "javascript:alert(1)",
    creator: { username: "groupa_feni", avatar: "https://user:pass@cdn.idn.example/a.jpg" },
  })];
  const { broadcasts, dropped } = await poll(idn);
  const { img, imgAlt, streams } = broadcasts[0]!.broadcast;
  assert.deepEqual({ img, imgAlt, streams }, { img: "", imgAlt: "", streams: [] });
  assert.deepEqual(dropped, { not_https: 1 });
});

const roomsOf = ({ broadcasts }: PollResult) =>
  broadcasts.map(({ broadcast }) => broadcast.chatRoomId);

Deno.test("createIdn() asks for a chat room with the key until it is told, and remembers it", async () => {
  const { idn, clock, scene, net } = openIdn("secret");
  const both = [idnItem("groupa_feni", "a"), idnItem("groupa_gita", "b")];
  scene.idn = both;
  scene.chatRooms.set("a", "ARN-a");
  assert.deepEqual(roomsOf(await poll(idn)), ["ARN-a", ""]);
  assert.equal(net.requests.idn, 3);
  assert.deepEqual(roomsOf(await poll(idn)), ["ARN-a", ""]);
  assert.equal(net.requests.idn, 4, "neither the found nor the missing room is asked for again");
  scene.idn = [];
  await poll(idn);
  scene.idn = both;
  scene.chatRooms.set("b", "ARN-b");
  await clock.advance(30_000);
  assert.deepEqual(roomsOf(await poll(idn)), ["ARN-a", "ARN-b"], "back after a gap, asked again");
  assert.equal(net.requests.idn, 7);
});

Deno.test("createIdn() asks a broken platform for rooms ever more seldom, one at a time", async () => {
  const { idn, clock, scene, net } = openIdn("secret");
  scene.idn = [idnItem("groupa_feni", "a"), idnItem("groupa_gita", "b")];
  let polls = 0;
  for (let n = 0; n < 180; n++, polls++) {
    await poll(idn);
    await clock.advance(20_000);
  }
  const lookUps = net.requests.idn - polls;
  assert.ok(lookUps >= 12 && lookUps <= 26, `${lookUps} look-ups of two rooms in an hour`);
  scene.chatRooms.set("a", "ARN-a").set("b", "ARN-b");
  for (let n = 0; n < 32; n++, await clock.advance(20_000)) await poll(idn);
  assert.deepEqual(roomsOf(await poll(idn)), ["ARN-a", "ARN-b"], "healed within 10 minutes");
});

Deno.test("createIdn() takes a room that another process has learnt, and keeps it over a gap", async () => {
  const { idn, scene, net } = openIdn("secret");
  scene.idn = [idnItem("groupa_feni", "a")];
  const other = openIdn("secret");
  other.scene.idn = scene.idn;
  other.scene.chatRooms.set("a", "ARN-a");
  const { broadcasts: [found] } = await poll(other.idn);
  const known = new Map([[found!.broadcast.id, found!.broadcast]]);
  assert.deepEqual(roomsOf(await poll(idn, { known })), ["ARN-a"]);
  assert.deepEqual(roomsOf(await poll(idn)), ["ARN-a"]);
  assert.equal(net.requests.idn, 2, "two polls and no look-up");
});

Deno.test("createIdn() follows the pages, and asks with the cursor as a variable", async () => {
  const { idn, scene, net } = openIdn();
  const members = ["groupa_feni", "groupa_gita", "groupa_official", "groupb_mia"];
  scene.idn = members.flatMap((name, n) => [idnItem(name, `on-${n}`), idnItem("s", `other-${n}`)]);
  scene.idnPageSize = 2;
  const { broadcasts, bytes, unfinished } = await poll(idn);
  assert.deepEqual(broadcasts.map(({ broadcast }) => broadcast.urlKey), members);
  assert.equal(net.requests.idn, 4);
  assert.equal(unfinished, undefined);
  const pages = scene.idn.map((item) => JSON.stringify(item).length);
  assert.ok(bytes! > pages.reduce((a, b) => a + b), "all pages are counted");
});

Deno.test("createIdn() reads ten pages, and says where there are more", async () => {
  const { idn, scene, net } = openIdn();
  scene.idn = Array.from({ length: 11 }, (_, n) => idnItem("groupa_feni", `on-${n}`));
  scene.idnPageSize = 1;
  const found = await poll(idn);
  assert.equal(net.requests.idn, 10);
  assert.equal(found.broadcasts.length, 10);
  assert.equal(found.unfinished, "too_many_pages");
  scene.idn.pop();
  assert.equal((await poll(idn)).unfinished, undefined, "ten are all");
});

/** Pages as they come, whatever is asked for. */
function answerPages(net: FakeNet, pages: readonly object[]): void {
  let asked = 0;
  net.fail("idn", () => {
    const body = JSON.stringify(pages[asked++ % pages.length]);
    return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
  });
}

const pageOf = (next_cursor: unknown, ...result: unknown[]) => ({
  data: { searchLivestream: { next_cursor, result } },
});

Deno.test("createIdn() ends the walk where a cursor comes again, and keeps what it has found", async () => {
  const { idn, net } = openIdn();
  answerPages(net, [pageOf("a", idnItem("groupa_feni", "one")), pageOf("b"), pageOf("a")]);
  const { broadcasts, unfinished } = await poll(idn);
  assert.equal(net.requests.idn, 3);
  assert.equal(unfinished, "repeated_page");
  assert.deepEqual(broadcasts.map(({ broadcast }) => broadcast.slug), ["one"]);
});

Deno.test("createIdn() fails as a whole where one of its pages fails", async () => {
  const { idn, net } = openIdn();
  const first = pageOf('"}) { evil }', idnItem("groupa_feni", "one"));
  answerPages(net, [first, { errors: [{ message: "Unknown cursor" }], data: null }]);
  await assert.rejects(poll(idn), { fault: "graphql" });
  answerPages(net, [first, {}]);
  await assert.rejects(poll(idn), { fault: "malformed" });
  answerPages(net, [pageOf({ page: 2 })]);
  await assert.rejects(poll(idn), { fault: "malformed" });
});
