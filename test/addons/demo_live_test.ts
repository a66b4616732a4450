import assert from "node:assert/strict";
import { startDemoPlatform } from "../../build/demo/demonstration.ts";
import { createLiveRoster } from "../../src/live/roster.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import {
  createAnnouncedReader,
  createAnnouncements,
} from "../../src/addons/announced/announced.ts";
import { createChats } from "../../src/addons/chat/chats.ts";
import { createVideos } from "../../src/addons/videos/videos.ts";
import type { Live } from "../../src/live/live.ts";
import { until } from "../support/until.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProcess, owner, quietLog, START } from "../live/live_harness.ts";

const MINUTE = 60_000;

const OWNERS = Array.from({ length: 40 }, (_, n) =>
  owner({
    slug: `member-${n}`,
    name: `Member ${n}`,
    idn: [`groupa_m${n}`],
    showroom: [{ roomId: 1000 + n, urlKey: `GROUPA_M${n}` }],
  }));

/** What is announced of a process's group; its polls read it from now on. */
function announcedBy(live: Live, url: string) {
  live.addReader(createAnnouncedReader(live, url));
  const announcements = createAnnouncements(live);
  return () =>
    announcements.ofGroup("groupa").filter(({ state }) => state === "announced")
      .map(({ item }) => item);
}

Deno.test("startDemoPlatform() lets broadcasts come and go by themselves, as the adapters read them", async () => {
  const clock = createManualClock(START);
  const roster = createLiveRoster(OWNERS);
  const platform = await startDemoPlatform({
    now: clock.now,
    accounts: () =>
      OWNERS.map(({ name, img, idn, showroom }) => ({
        name,
        img,
        idn: idn[0]!,
        showroom: { roomId: showroom[0]!.roomId!, urlKey: showroom[0]!.urlKey! },
      })),
  });
  const live = createProcess({
    clock,
    kv: createMemoryKv(),
    net: systemNet,
    url: platform.url,
    roster: () => roster,
    settings: { YOUTUBE_API_KEY: undefined, IDN_API_KEY: "demo" },
  });
  const announced = announcedBy(live, platform.url);
  const { read, close } = createChats({
    ...{ live, clock, random: systemRandom, openSocket: (url) => new WebSocket(url) },
    ...{ showroomUrl: platform.url, idnChatUrl: platform.chatUrl },
  });
  try {
    const counts: number[] = [];
    const planned = new Set<string>();
    const begun = new Set<string>();
    for (let minute = 0; minute < 30; minute++) {
      // The sockets are real, the time is not: it passes no faster while an answer is on its way.
      let isDone = false;
      const polling = live.pollOlderThan(0).finally(() => isDone = true);
      while (!isDone) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        await clock.advance(1);
      }
      await polling;
      const list = live.view.list("groupa");
      counts.push(list.length);
      for (const { id } of announced()) planned.add(id);
      for (const entry of list) {
        begun.add(entry.id);
        assert.ok(Date.parse(entry.started_at) <= clock.now());
        assert.ok(entry.streaming_url_list.length > 0, "streams are told");
        assert.ok(entry.type !== "idn" || entry.chat_room_id !== "");
      }
      await clock.advance(MINUTE);
    }
    assert.deepEqual(live.view.sources().map(({ state }) => state), ["ok", "ok", "off"]);
    assert.ok(Math.min(...counts) >= 1 && Math.max(...counts) <= 30, counts.join(" "));
    assert.ok([...planned].some((id) => id.startsWith("showroom-")));
    const ofIdn = [...planned].filter((id) => id.startsWith("idn-"));
    assert.ok(ofIdn.filter((id) => begun.has(id)).length > ofIdn.length / 3, "they begin");
    await live.ensureFreshRecents();
    assert.ok(live.recents.list("groupa").length >= 10, "broadcasts ended");
    const room = live.view.list("groupa", "showroom")[0]!;
    assert.ok((await read("groupa", { roomId: room.room_id }, 20)).total > 0);
    const { url_key: username, slug } = live.view.list("groupa", "idn")[0]!;
    await until(async () => {
      const reading = read("groupa", { username, slug }, 20).catch(() => undefined);
      // The chat's server is in a hurry: its fans talk by the clock of the test.
      await clock.advance(50);
      const result = await Promise.race([reading, undefined]);
      return (result?.total ?? 0) > 0;
    });
  } finally {
    await close();
    await live.stop();
    await platform.close();
  }
});

Deno.test("startDemoPlatform() has channels with videos, and a broadcast that is announced", async () => {
  const clock = createManualClock(START);
  const owned = owner({ slug: "feni", youtube: ["UCfeniFeniFeniFeniFeni1"] });
  const roster = createLiveRoster([owned]);
  const platform = await startDemoPlatform({
    now: clock.now,
    accounts:
      () => [{ name: "Feni & Co", img: "https://img.example/a.jpg", youtube: owned.youtube }],
  });
  const kv = createMemoryKv();
  const live = createProcess({
    clock,
    kv,
    net: systemNet,
    url: platform.url,
    roster: () => roster,
    settings: { YOUTUBE_API_KEY: "demo" },
  });
  const announced = announcedBy(live, platform.url);
  const { videos, reader, stop } = createVideos({
    ...{ kv, clock, log: quietLog, live, pollMs: 10_000 },
    announcedIds: () => announced().map(({ id }) => id),
  });
  live.addReader(reader);
  try {
    await live.pollOlderThan(0);
    const items = videos.ofGroup("groupa", () => true);
    assert.equal(items.length, 3);
    assert.deepEqual(items.map(({ published_at }) => published_at.slice(0, 10)), [
      "2025-07-02",
      "2025-07-01",
      "2025-06-30",
    ]);
    assert.equal(items[0]!.channel, "Feni & Co");
    const [first] = announced();
    assert.equal(first!.scheduled_at, "2025-07-04T12:00:00.000Z");
  } finally {
    await stop();
    await live.stop();
    await platform.close();
  }
});
