import assert from "node:assert/strict";
import { readFeedIds, readFeedVideos } from "../../src/live/platforms/youtube_feed.ts";
import {
  type ChannelVideo,
  compareFeed,
  keptUntil,
  type KeptVideo,
} from "../../src/live/records/video.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");
const DAY = 86_400_000;

function video(id: string, more: Partial<ChannelVideo> = {}): ChannelVideo {
  return {
    id: `youtube-${id}`,
    type: "youtube",
    channel: "UC1",
    title: `Video ${id}`,
    publishedAt: NOW - DAY,
    thumbnail: "",
    channelTitle: "Channel",
    ...more,
  };
}

/** The videos of a channel after its feed was read. */
function after(known: ReadonlyMap<string, KeptVideo>, videos: ChannelVideo[], now: number) {
  const { set, deleted } = compareFeed(known, { channel: "UC1", videos }, now);
  const next = new Map([...known, ...set.map((one) => [one.id, one] as const)]);
  for (const id of deleted) next.delete(id);
  return next;
}

Deno.test("compareFeed() keeps a video for 90 days after its feed has lost it, to the millisecond", () => {
  let known = after(new Map(), [video("a"), video("b")], NOW);
  for (let day = 1; day < 200; day++) {
    known = after(known, [video("a"), video("b")], NOW + day * DAY);
  }
  assert.equal(known.size, 2, "what is listed stays, however long");
  const lostAt = NOW + 200 * DAY;
  known = after(known, [video("b")], lostAt);
  assert.equal(keptUntil(known.get("youtube-a")!), lostAt + 90 * DAY);
  known = after(known, [video("b")], lostAt + 90 * DAY - 1);
  assert.deepEqual([...known.keys()], ["youtube-a", "youtube-b"]);
  known = after(known, [video("b")], lostAt + 90 * DAY);
  assert.deepEqual([...known.keys()], ["youtube-b"]);
});

Deno.test("compareFeed() writes nothing while a feed stays the same, and once a day that it does", () => {
  const known = after(new Map(), [video("a")], NOW);
  const none = { set: [], deleted: [] };
  assert.deepEqual(
    compareFeed(known, { channel: "UC1", videos: [video("a")] }, NOW + DAY - 1),
    none,
  );
  assert.equal(
    compareFeed(known, { channel: "UC1", videos: [video("a")] }, NOW + DAY).set.length,
    1,
  );
  const renamed = [video("a", { title: "Other" })];
  assert.equal(
    compareFeed(known, { channel: "UC1", videos: renamed }, NOW + 1).set[0]!.title,
    "Other",
  );
  const lost = after(known, [], NOW + 1);
  assert.deepEqual(compareFeed(lost, { channel: "UC1", videos: [] }, NOW + 2 * DAY), none);
  assert.equal(after(lost, [video("a")], NOW + DAY).get("youtube-a")!.isListed, true);
});

Deno.test("compareFeed() keeps at most 1,000 videos of a channel, the newest", () => {
  let known: ReadonlyMap<string, KeptVideo> = new Map();
  for (let n = 0; n < 120; n++) {
    const videos = Array.from(
      { length: 15 },
      (_, i) => video(`${n * 15 + i}`, { publishedAt: NOW + n * 1000 + i }),
    );
    known = after(known, videos, NOW + n * 1000);
  }
  assert.equal(known.size, 1_000);
  assert.ok(known.has("youtube-1799") && !known.has("youtube-700"));
});

const ENTRY = (more = "") =>
  `<entry><yt:videoId>QrCBrhvfsy4</yt:videoId><yt:channelId>UC1</yt:channelId>` +
  `<title>Tom &amp; &#x6b4c; &lt;b&gt;</title><author><name>JKT &quot;TV&quot;</name></author>` +
  `<published>2026-07-01T10:00:00+00:00</published><media:group>` +
  `<media:thumbnail url="https://i.ytimg.example/a.jpg?a=1&amp;b=2" width="480"/>` +
  `</media:group>${more}</entry>`;

Deno.test("readFeedVideos() reads what an entry says, with its characters as they are meant", () => {
  assert.deepEqual(readFeedVideos(`<feed><title>Feed</title>${ENTRY()}</feed>`, "UC1"), [{
    id: "youtube-QrCBrhvfsy4",
    type: "youtube",
    channel: "UC1",
    title: "Tom & 歌 <b>",
    publishedAt: Date.parse("2026-07-01T10:00:00Z"),
    thumbnail: "https://i.ytimg.example/a.jpg?a=1&b=2",
    channelTitle: 'JKT "TV"',
  }]);
  assert.deepEqual(readFeedVideos(ENTRY(), "UC2"), [], "a video of another channel");
});

Deno.test("readFeedVideos() takes nothing from a feed that is broken or hostile", () => {
  const hostile = [
    ENTRY().replace("https://i.ytimg", "http://i.ytimg"),
    ENTRY().replace("https://i.ytimg.example/a.jpg", "javascript:alert(1)//"),
    ENTRY().replace("https://", "https://user:word@"),
    ENTRY().replace("https://i.ytimg.example/", "https://i.ytimg.example/&quot;&gt;&lt;script&gt;"),
  ];
  for (const feed of hostile) assert.equal(readFeedVideos(feed, "UC1")[0]!.thumbnail, "", feed);
  for (
    const feed of [
      "",
      "<entry>".repeat(100_000),
      "</entry>".repeat(100_000),
      "<title>".repeat(150_000),
      ENTRY().replace("QrCBrhvfsy4", "../../../../"),
      ENTRY().replace("2026-07-01T10:00:00+00:00", "soon"),
    ]
  ) assert.deepEqual(readFeedVideos(feed, "UC1"), [], feed.slice(0, 40));
  const many = Array.from(
    { length: 40 },
    (_, n) => ENTRY().replace("QrCBrhvfsy4", `QrCBrhvfs${10 + n}`),
  ).join("");
  assert.equal(readFeedVideos(many, "UC1").length, 15);
  assert.equal(readFeedIds(many).length, 15);
  const odd = ENTRY().replace("&#x6b4c;", "&#0;&#x1b;&#xffffff;&#xd800;&bogus;\u0007");
  const [{ title } = { title: "" }] = readFeedVideos(odd, "UC1");
  assert.equal(title, "Tom &  &#xffffff;\ufffd&bogus;  <b>");
});
