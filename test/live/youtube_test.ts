import assert from "node:assert/strict";
import { affordableAt, createYoutube, quotaDayEnd } from "../../src/live/platforms/youtube.ts";
import { status } from "../support/fake_net.ts";
import { plainVideo, upcomingVideo, youtubeItem } from "../../build/demo/scene.ts";
import { createSourceHarness, poll } from "./source_harness.ts";

const options = {
  baseUrl: "http://youtube.example",
  feedUrl: "http://youtube.example/feeds/videos.xml",
  apiKey: "key",
  feedEveryMs: 60_000,
};

function createHarnessWithFeeds() {
  const harness = createSourceHarness();
  harness.scene.youtube.set("UCgroupa", []);
  harness.scene.youtube.set("UCfeni", []);
  const youtube = createYoutube({ ...options, fetch: harness.fetch, clock: harness.clock });
  return { ...harness, youtube };
}

const notLive = (content: string) => ({ snippet: { liveBroadcastContent: content } });

Deno.test("createYoutube() maps a live video", async () => {
  const { scene, youtube } = createHarnessWithFeeds();
  scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  const { broadcasts } = await poll(youtube);
  assert.deepEqual(broadcasts, [{
    viewers: 1234,
    broadcast: {
      id: "youtube-QrCBrhvfsy4",
      type: "youtube",
      urlKey: "UCgroupa",
      slug: "QrCBrhvfsy4",
      title: "Stream QrCBrhvfsy4",
      img: "https://i.ytimg.example/QrCBrhvfsy4.jpg",
      imgAlt: "",
      roomId: 0,
      chatRoomId: "chat-QrCBrhvfsy4",
      startedAt: Date.parse("2025-07-03T11:00:00Z"),
      streams: [{
        label: "youtube",
        quality: 1,
        url: "https://www.youtube.com/watch?v=QrCBrhvfsy4",
      }],
      video: {
        channelTitle: "Channel UCgroupa",
        description: "Welcome to QrCBrhvfsy4!\nSubscribe: https://example.com/?v=QrCBrhvfsy4\n",
        publishedAt: "2025-07-03T10:48:07Z",
      },
    },
  }]);
});

Deno.test("createYoutube() keeps a video whose viewers are a number, whose decorations are wrong", async () => {
  const { scene, youtube } = createHarnessWithFeeds();
  const snippet = { title: 7, thumbnails: { high: "none" } };
  scene.youtube.set("UCgroupa", [
    {
      ...youtubeItem("QrCBrhvfsy4", "UCgroupa", { snippet }),
      liveStreamingDetails: { concurrentViewers: 12 },
    },
    { ...youtubeItem("QrCBrhvfsy5", "UCgroupa"), liveStreamingDetails: "soon" },
  ]);
  const { broadcasts, dropped } = await poll(youtube);
  assert.deepEqual(dropped, {});
  assert.deepEqual(
    broadcasts.map(({ viewers, broadcast: { slug, title, startedAt } }) => [
      viewers,
      slug,
      title,
      startedAt,
    ]),
    [[12, "QrCBrhvfsy4", "", null], [0, "QrCBrhvfsy5", "Stream QrCBrhvfsy5", null]],
  );
});

Deno.test("createYoutube() keeps the texts of a video as they are, and none that is no text", async () => {
  const { scene, youtube } = createHarnessWithFeeds();
  const textsOf = async (snippet: object) => {
    scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa", { snippet })]);
    return (await poll(youtube)).broadcasts[0]!.broadcast.video!;
  };
  const description = "Line one\r\n\tLine two: “歌” & 🎤\n\n#hashtag ";
  assert.deepEqual(
    await textsOf({ description, channelTitle: "JKT 歌", publishedAt: "2026-07-03T11:00:00.5Z" }),
    { description, channelTitle: "JKT 歌", publishedAt: "2026-07-03T11:00:00.5Z" },
  );
  const long = await textsOf({ description: `\u0000a\u001b[1m${"é".repeat(9_000)}` });
  assert.equal(long.description, `a[1m${"é".repeat(4_996)}`);
  for (const wrong of [undefined, null, 7, {}, "soon", "2026-07-03", "2026-13-03T11:00:00Z"]) {
    const { publishedAt } = await textsOf({ publishedAt: wrong });
    assert.equal(publishedAt, "", String(wrong));
  }
  for (const wrong of [null, 7, {}, []]) {
    assert.deepEqual(
      await textsOf({ channelTitle: wrong, description: wrong, publishedAt: wrong }),
      { channelTitle: "", description: "", publishedAt: "" },
    );
  }
});

Deno.test("createYoutube() finds a video again that answers left out for a while", async () => {
  const { scene, net, clock, youtube } = createHarnessWithFeeds();
  const live = youtubeItem("QrCBrhvfsy4", "UCfeni");
  scene.youtube.set("UCfeni", [{ ...live, snippet: null }]);
  const pass = async (polls: number) => {
    for (let n = 0; n < polls; n++) {
      await clock.advance(20_000);
      if ((await poll(youtube)).broadcasts.length > 0) return true;
    }
    return false;
  };
  assert.equal(await pass(90), false);
  assert.ok(net.units <= 3 + 3, `${net.units} units in half an hour for what is never there`);
  scene.youtube.set("UCfeni", [live]);
  assert.equal(await pass(33), true, "within eleven minutes");
});

Deno.test("createYoutube() spends no unit on videos that are over", async () => {
  const { scene, net, clock, youtube } = createHarnessWithFeeds();
  scene.youtube.set("UCfeni", [
    youtubeItem("over0000001", "UCfeni", notLive("none")),
    youtubeItem("over0000002", "UCfeni", notLive("none")),
  ]);
  const first = await poll(youtube);
  assert.deepEqual(first.sourceState, { day: "2025-07-03", units: 1, upcoming: [] });
  for (let n = 0; n < 10; n++) {
    await clock.advance(20_000);
    await poll(youtube, { sourceState: first.sourceState });
  }
  assert.equal(net.units, 1);
  assert.equal(net.polls.youtube, 2 * 4, "two feeds, one reading a minute each");
});

Deno.test("createYoutube() follows an announced video until it is live", async () => {
  const { scene, clock, youtube } = createHarnessWithFeeds();
  scene.youtube.set("UCfeni", [youtubeItem("soon0000001", "UCfeni", notLive("upcoming"))]);
  assert.deepEqual((await poll(youtube)).broadcasts, []);
  scene.youtube.set("UCfeni", [youtubeItem("soon0000001", "UCfeni")]);
  await clock.advance(60_000);
  assert.equal((await poll(youtube)).broadcasts.length, 1);
});

Deno.test("createYoutube() drops a video of a channel that is not ours", async () => {
  const { scene, youtube } = createHarnessWithFeeds();
  scene.youtube.set("UCfeni", [youtubeItem("alien000001", "UCalien")]);
  const { broadcasts, dropped } = await poll(youtube);
  assert.deepEqual(broadcasts, []);
  assert.deepEqual(dropped, { wrong_channel: 1 });
});

Deno.test("createYoutube() goes on with the other channels when one feed is gone", async () => {
  const { scene, youtube } = createHarnessWithFeeds();
  scene.youtube.delete("UCfeni");
  scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  const { broadcasts, dropped } = await poll(youtube);
  assert.equal(broadcasts.length, 1);
  assert.deepEqual(dropped, { feed_failed: 1 });
  scene.youtube.clear();
  const other = createSourceHarness();
  await assert.rejects(
    poll(createYoutube({ ...options, fetch: other.fetch, clock: other.clock })),
    { fault: "status" },
  );
});

Deno.test("createYoutube() never spends a day's quota before the day is over", async () => {
  const { scene, net, clock, youtube } = createHarnessWithFeeds();
  // The day begins at midnight in Los Angeles.
  await clock.advance(Date.parse("2025-07-04T07:00:00Z") - clock.now());
  scene.youtube.set("UCfeni", [youtubeItem("live0000001", "UCfeni")]);
  let sourceState: unknown = null;
  for (let second = 0; second < 86_400; second += 8) {
    await poll(youtube, { sourceState }).then(
      (result) => sourceState = result.sourceState,
      () => {},
    );
    await clock.advance(8_000);
  }
  assert.ok(net.units <= 9_000, `${net.units} units in a day of polls every 8 s`);
  assert.ok(net.units >= 8_900, `${net.units} units: the day's share is used`);
});

Deno.test("createYoutube() counts the units of polls that failed", async () => {
  const { scene, net, youtube } = createHarnessWithFeeds();
  scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  await poll(youtube);
  net.fail("youtube", status(500));
  for (let n = 0; n < 3; n++) await assert.rejects(poll(youtube), { fault: "status" });
  net.fail("youtube", undefined);
  assert.deepEqual((await poll(youtube)).sourceState, {
    day: "2025-07-03",
    units: 5,
    upcoming: [],
  });
});

Deno.test("affordableAt() and quotaDayEnd() follow Los Angeles through the change of clocks", () => {
  const change = Date.parse("2025-11-02T20:00:00Z"); // the day of 25 hours
  assert.equal(new Date(quotaDayEnd(change)).toISOString(), "2025-11-03T08:00:00.000Z");
  const use = { day: "2025-11-02", units: 9_000 };
  assert.equal(affordableAt(use, 1, change), quotaDayEnd(change));
  assert.equal(affordableAt({ ...use, units: 0 }, 1, change), change);
});

Deno.test("createYoutube() announces what is upcoming, and decides it when it begins or is gone for good", async () => {
  const { scene, clock, youtube } = createHarnessWithFeeds();
  const at = clock.now() + 3_600_000;
  const [one, two] = ["QrCBrhvfsy4", "QrCBrhvfsy5"] as const;
  scene.youtube.set("UCfeni", [upcomingVideo(one, "UCfeni", at), upcomingVideo(two, "UCfeni", at)]);
  const { announced, broadcasts } = await poll(youtube);
  assert.deepEqual(broadcasts, []);
  assert.deepEqual(
    announced!.found.map(({ id, urlKey, scheduledAt }) => [id, urlKey, scheduledAt]),
    [
      [`youtube-${one}`, "UCfeni", at],
      [`youtube-${two}`, "UCfeni", at],
    ],
  );
  const known = announced!.found;
  assert.deepEqual(known.map(announced!.isAsked), [false, false]);
  scene.youtube.set("UCfeni", [youtubeItem(one, "UCfeni")]);
  await clock.advance(60_000);
  const begun = await poll(youtube);
  assert.deepEqual(begun.broadcasts.map(({ broadcast: { id } }) => id), [`youtube-${one}`]);
  assert.deepEqual(known.map(begun.announced!.isAsked), [true, false], "it may come back");
  const decided: boolean[] = [];
  for (let polls = 0; polls < 3; polls++) {
    await clock.advance(60_000);
    decided.push((await poll(youtube)).announced!.isAsked(known[1]!));
  }
  assert.ok(decided.includes(true), "three answers without it");
});

Deno.test("createYoutube() asks for an announcement that another process knows, and its feed no more", async () => {
  const { scene, clock, youtube } = createHarnessWithFeeds();
  const at = clock.now() + 3_600_000;
  const item = upcomingVideo("QrCBrhvfsy4", "UCfeni", at);
  scene.youtube.set("UCfeni", [
    item,
    ...Array.from({ length: 15 }, (_, n) => plainVideo(`clip-000-${10 + n}`, "UCfeni")),
  ]);
  assert.deepEqual((await poll(youtube)).announced!.found, []);
  const sourceState = { day: "2025-07-03", units: 1, upcoming: ["QrCBrhvfsy4"] };
  const { announced } = await poll(youtube, { sourceState });
  assert.deepEqual(announced!.found.map(({ scheduledAt }) => scheduledAt), [at]);
});
