import assert from "node:assert/strict";
import { createShowroom } from "../../src/live/platforms/showroom.ts";
import { hlsStreams, showroomItem } from "../../build/demo/scene.ts";
import { status } from "../support/fake_net.ts";
import { createSourceHarness, poll } from "./source_harness.ts";

function openShowroom() {
  const harness = createSourceHarness();
  const { fetch, clock } = harness;
  const showroom = createShowroom({ fetch, clock, baseUrl: "http://showroom.example" });
  return { ...harness, showroom };
}

Deno.test("createShowroom() maps a room and ranks its streams from 1, the best", async () => {
  const { showroom, scene } = openShowroom();
  scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 21544321)] }];
  const { broadcasts } = await poll(showroom);
  const { broadcast, viewers } = broadcasts[0]!;
  assert.equal(viewers, 50);
  assert.equal(broadcast.id, "showroom-21544321");
  assert.equal(broadcast.urlKey, "GROUPA_Feni");
  assert.equal(broadcast.roomId, 317730);
  assert.equal(broadcast.title, "Good evening");
  assert.equal(broadcast.startedAt, 1_751_540_400_000);
  assert.deepEqual(broadcast.streams, [
    {
      label: "original quality",
      quality: 1,
      url: "https://hls.sr.example/21544321/1000.hls.m3u8",
    },
    { label: "low quality", quality: 2, url: "https://hls.sr.example/21544321/200.hls.m3u8" },
  ]);
});

Deno.test("createShowroom() keeps a room whose numbers come as digits, whose decorations are wrong", async () => {
  const { showroom, scene } = openShowroom();
  const digits = { room_id: "317730", live_id: "9", view_num: "55", started_at: "1751540400" };
  const wrong = { main_name: 1, telop: {}, view_num: -3.5, image: [], started_at: true };
  const stream = (quality: string, label: unknown) => ({
    ...{ type: "hls", label, quality },
    url: `https://hls.sr.example/${quality}.m3u8`,
  });
  scene.showroom = [{
    lives: [
      showroomItem(317730, "GROUPA_Feni", 9, {
        ...digits,
        streaming_url_list: [stream("200", "low"), stream("1000", 5)],
      }),
      showroomItem(318117, "GROUPA_Gita", 7, { ...wrong, streaming_url_list: "none" }),
      showroomItem(317730, "GROUPA_Feni", 8, { room_id: "not a room" }),
      showroomItem(317730, "GROUPA_Feni", 8, { live_id: 0 }),
    ],
  }];
  const { broadcasts, dropped } = await poll(showroom);
  assert.deepEqual(dropped, { malformed: 2 });
  const [feni, gita] = broadcasts.map(({ broadcast, viewers }) => ({ ...broadcast, viewers }));
  assert.deepEqual([feni!.id, feni!.roomId, feni!.viewers], ["showroom-9", 317730, 55]);
  assert.equal(feni!.startedAt, 1_751_540_400_000);
  assert.deepEqual(feni!.streams.map(({ label, quality, url }) => [label, quality, url]), [
    ["", 1, "https://hls.sr.example/1000.m3u8"],
    ["low", 2, "https://hls.sr.example/200.m3u8"],
  ]);
  assert.deepEqual([gita!.id, gita!.viewers, gita!.title], ["showroom-7", 0, ""]);
  assert.equal(gita!.startedAt, null);
});

Deno.test("createShowroom() takes the playlist of all qualities where there is no plain one", async () => {
  const { showroom, scene } = openShowroom();
  const streaming_url_list = hlsStreams(7).filter((item) =>
    (item as { type: string }).type !== "hls"
  );
  scene.showroom = [{
    lives: [showroomItem(317730, "GROUPA_Feni", 7, { streaming_url_list })],
  }];
  const { broadcasts } = await poll(showroom);
  assert.deepEqual(broadcasts[0]!.broadcast.streams.map(({ label }) => label), ["all"]);
});

Deno.test("createShowroom() lists a room once, skips placeholders and empty genres", async () => {
  const { showroom, scene } = openShowroom();
  const room = showroomItem(318117, "GROUPA_Gita", 5);
  scene.showroom = [
    { genre_id: 1, lives: [room, { room_url_key: "placeholder" }] },
    { genre_id: 2, lives: [room] },
    { genre_id: 3, lives: [] },
    { genre_id: 4 },
    { genre_id: 5, lives: "none" },
  ];
  const { broadcasts, dropped } = await poll(showroom);
  assert.equal(broadcasts.length, 1);
  assert.deepEqual(dropped, { no_room: 1, malformed: 1 });
});

Deno.test("createShowroom() drops a room whose two keys are not of one member", async () => {
  const { showroom, scene } = openShowroom();
  scene.showroom = [{
    lives: [
      showroomItem(317730, "SOMEONE_ELSE", 1),
      showroomItem(999, "GROUPA_Feni", 2),
      showroomItem(318117, "any key, only the room is known", 3),
      showroomItem(1, "STRANGER", 4),
    ],
  }];
  const { broadcasts, dropped } = await poll(showroom);
  assert.deepEqual(broadcasts.map(({ broadcast }) => broadcast.id), ["showroom-3"]);
  assert.deepEqual(dropped, { wrong_room: 2 });
});

Deno.test("createShowroom() asks for missing streams, ever more seldom, and shows the room without", async () => {
  const { showroom, clock, scene, net } = openShowroom();
  const bare = { streaming_url_list: undefined };
  scene.showroom = [{
    lives: [showroomItem(317730, "GROUPA_Feni", 1, bare), showroomItem(318117, "G", 2, bare)],
  }];
  scene.streams.set(317730, hlsStreams(1));
  const { broadcasts } = await poll(showroom);
  assert.deepEqual(broadcasts.map(({ broadcast }) => broadcast.streams.length), [2, 0]);
  const known = new Map(broadcasts.map(({ broadcast }) => [broadcast.id, broadcast]));
  await poll(showroom, { known });
  assert.equal(net.requests.showroom, 2 + 2, "neither is asked for again at once");
  await clock.advance(30_000);
  await poll(showroom, { known });
  assert.equal(net.requests.showroom, 3 + 3);
});

Deno.test("createShowroom() fails as a whole where the list cannot be had", async () => {
  const { showroom, net } = openShowroom();
  net.fail("showroom", status(503, { "retry-after": "7" }));
  await assert.rejects(poll(showroom), { fault: "status" });
});
