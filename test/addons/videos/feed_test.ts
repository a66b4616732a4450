import assert from "node:assert/strict";
import { readFeedVideos } from "../../../src/addons/videos/feed.ts";
import { readFeedIds } from "../../../src/live/platforms/youtube.ts";

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
