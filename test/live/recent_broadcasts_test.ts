import assert from "node:assert/strict";
import type { Broadcast } from "../../src/live/records/broadcast.ts";
import { toRecentBroadcast } from "../../src/live/records/live_event.ts";
import { createRecentBroadcasts } from "../../src/live/store/recent_broadcasts.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import {
  createLiveHarness,
  createProcess,
  FENI,
  GITA,
  GROUP,
  owner,
  START,
} from "./live_harness.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function ending(id: string, endedAt: number, minutes: number, peak: number) {
  const broadcast: Broadcast = {
    id: `idn-${id}`,
    type: id.startsWith("s") ? "showroom" : "idn",
    urlKey: "groupa_feni",
    slug: id,
    title: `Title ${id}`,
    img: "",
    imgAlt: "",
    roomId: 0,
    chatRoomId: "",
    startedAt: endedAt - minutes * MINUTE,
    streams: [],
  };
  return { broadcast, endedAt, peak };
}

Deno.test("an ended broadcast becomes a record with every documented field", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.idn = [idnItem("groupa_feni", "hello", { view_count: 700 })];
  live.start();
  await clock.advance(0);
  net.scene.idn = [idnItem("groupa_feni", "hello", { view_count: 300 })];
  live.noteRequest();
  await clock.advance(30_000);
  const seenAt = clock.now() - live.view.sources()[0]!.age_ms!;
  net.scene.idn = [];
  live.noteRequest();
  await clock.advance(MINUTE);
  const end = live.recents.list("groupa")[0]!.ended_at;
  assert.ok(Date.parse(end) >= seenAt && Date.parse(end) < clock.now());
  const duration = Date.parse(end) - Date.parse("2025-07-03T11:00:00Z");
  assert.deepEqual(live.recents.list("groupa"), [{
    id: "idn-hello",
    data_id: "idn-hello",
    type: "idn",
    title: "Talk with groupa_feni",
    member: {
      name: "FENI",
      nickname: "feni",
      img: "https://img.groupa.example/feni.jpg",
      img_alt: "https://img.groupa.example/feni.jpg",
      url: "feni",
      is_graduate: false,
      is_official: false,
    },
    room_id: 317730,
    started_at: "2025-07-03T11:00:00.000Z",
    ended_at: end,
    created_at: end,
    duration_ms: duration,
    peak_viewers: 700,
    live_info: {
      duration,
      viewers: { num: 700 },
      date: { start: "2025-07-03T11:00:00.000Z", end },
    },
    group: "groupa",
  }]);
  assert.equal(live.recents.get("groupa", "idn-hello"), live.recents.list("groupa")[0]);
  assert.deepEqual(live.recents.last("groupa", "feni"), {
    id: "idn-hello",
    type: "idn",
    date: { start: "2025-07-03T11:00:00.000Z", end },
  });
  await live.stop();
});

Deno.test("list() filters by type and name, and sorts by date, duration and viewers", () => {
  const book = createRecentBroadcasts(createManualClock(START), 90);
  book.add([
    toRecentBroadcast(ending("a", START - 3 * MINUTE, 30, 10), FENI),
    toRecentBroadcast(ending("b", START - 2 * MINUTE, 10, 99), { ...GITA, name: "Gíta Ayu" }),
    toRecentBroadcast(ending("s", START - 1 * MINUTE, 20, 50), GROUP),
  ]);
  const ids = (...query: Parameters<typeof book.list>) =>
    book.list(...query).map(({ data_id }) => data_id.slice(4)).join("");
  assert.equal(ids("groupa"), "sba");
  assert.equal(ids("groupa", { sort: "duration" }), "asb");
  assert.equal(ids("groupa", { sort: "viewers" }), "bsa");
  assert.equal(ids("groupa", { type: "showroom" }), "s");
  assert.equal(ids("groupa", { name: "GITA" }), "b");
  assert.equal(ids("groupa", { name: "nobody" }), "");
  assert.equal(ids("groupb"), "");
});

Deno.test("records expire after their retention, to the millisecond, and the last of a member with them", async () => {
  const clock = createManualClock(START);
  const book = createRecentBroadcasts(clock, 2);
  book.add([
    toRecentBroadcast(ending("a", START - 2 * DAY + 1, 5, 1), FENI),
    toRecentBroadcast(ending("b", START, 5, 1), FENI),
  ]);
  assert.equal(book.list("groupa").length, 2);
  assert.equal(book.validUntil(), START + 1);
  const revision = book.revision();
  await clock.advance(1);
  assert.deepEqual(book.list("groupa").map(({ id }) => id), ["idn-b"]);
  assert.notEqual(book.revision(), revision);
  assert.equal(book.last("groupa", "feni")?.id, "idn-b");
  assert.equal(book.get("groupa", "idn-a"), undefined);
});

Deno.test("every process has the records, also those from before its start", async () => {
  const clock = createManualClock(START);
  const kv = createMemoryKv();
  const harness = createLiveHarness({ kv });
  const { net } = harness;
  const live = createProcess({ clock, kv, net, seed: 3 });
  net.scene.idn = [idnItem("groupa_feni", "one")];
  live.start();
  await clock.advance(0);
  net.scene.idn = [];
  live.noteRequest();
  await clock.advance(MINUTE);
  const late = createProcess({ clock, kv, net, seed: 4 });
  assert.notEqual(late.ensureFreshRecents(), undefined);
  late.start();
  await clock.advance(0);
  assert.equal(late.ensureFreshRecents(), undefined);
  assert.deepEqual(late.recents.list("groupa"), live.recents.list("groupa"));
  assert.equal(late.recents.list("groupa").length, 1);
  await Promise.all([live.stop(), late.stop()]);
});

Deno.test("a broadcast of two groups is recorded once for each", () => {
  const book = createRecentBroadcasts(createManualClock(START), 90);
  const shared = owner({ group: "groupb", slug: "feni-b" });
  const end = ending("a", START, 5, 1);
  book.add([toRecentBroadcast(end, FENI), toRecentBroadcast(end, shared)]);
  assert.equal(book.get("groupb", "idn-a")!.member.url, "feni-b");
  book.remove("idn-a");
  assert.equal(book.get("groupa", "idn-a"), undefined);
  assert.equal(book.get("groupb", "idn-a"), undefined);
});
