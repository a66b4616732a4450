import assert from "node:assert/strict";
import type { TreeFiles } from "../build/content_tree.ts";
import { type World, world } from "../support/world.ts";

const GROUP_J = "name: ひかり\nfamily: bare\nlanguage: ja\ntimezone: Asia/Tokyo\npublic: site\n";

const FILES: TreeFiles = {
  "groupj/group.yaml": GROUP_J,
  "groupj/members/mizuho.yaml":
    "name: Mizuho Arisawa\nname_native: 有沢 瑞穂\nname_reading: ありさわ みずほ\nteam: 朝\n" +
    "joined: 2024-05-01\nhistory:\n" +
    "  - { from: 2024-04-30T15:00:00Z, to: 2025-01-01, generation: 1期 }\n" +
    "  - { from: 2025-01-01, team: 朝, role: キャプテン }\n",
  "groupj/members/kotone.yaml": "name: 平林 琴音\nname_reading: ひらばやし ことね\n",
  "groupj/members/nagi.yaml": "name: つちだ\n",
  "groupj/members/zoe.yaml": "name: Zoe\nname_reading: うえだ ぞえ\n",
  "groupj/setlists/halaman.yaml": "name: 月の裏庭 (Halaman)\nname_native: 月の裏庭\n" +
    "name_reading: つきのうらにわ\nsongs:\n  - title: Telepon\n    original_title: 糸電話\n" +
    "    center: [mizuho]\n    unit: [Mizuho Arisawa, Tamu]\n  - 満月\n",
  "groupj/shows/2026-07-04-tsuki.yaml":
    'setlist: 月の裏庭 (Halaman)\ndate: 2026-07-04\ntime: "19:00"\nmembers: [mizuho]\n',
};

const OPTIONS = { content: FILES, now: "2026-07-01T05:00:00Z" };

/** The page at a path, as a browser gets it. */
async function pageOf(app: World, path: string): Promise<string> {
  const response = await app.ask(path, { key: null, headers: { accept: "text/html" } });
  assert.equal(response.status, 200, path);
  return await response.text();
}

// deno-lint-ignore no-explicit-any
type Items = any[];

Deno.test("a Japanese group's members are sorted by how their names are read, others by name", async () => {
  await using app = await world(OPTIONS);
  const names = async () =>
    (await app.json("/api/groupj/members") as Items).map(({ name }) => name);
  assert.deepEqual(await names(), ["Mizuho Arisawa", "Zoe", "つちだ", "平林 琴音"]);
  await app.edit({ "groupj/group.yaml": GROUP_J.replace("ja", "id") });
  assert.deepEqual(
    await names(),
    ["Mizuho Arisawa", "Zoe", "つちだ", "平林 琴音"].toSorted(
      new Intl.Collator("id").compare,
    ),
  );
});

Deno.test("a member has her native name and reading in lists, and her career in the detail", async () => {
  await using app = await world(OPTIONS);
  const [mizuho, , nagi] = await app.json("/api/groupj/members") as Items;
  assert.deepEqual([mizuho.name_native, mizuho.name_reading], ["有沢 瑞穂", "ありさわ みずほ"]);
  assert.ok(!("name_native" in nagi) && !("name_reading" in nagi));
  const { history } = await app.json("/api/groupj/member/mizuho");
  assert.deepEqual(history, [
    { from: "2024-05-01", to: "2025-01-01", generation: "1期" },
    { from: "2025-01-01", team: "朝", role: "キャプテン" },
  ]);
  assert.deepEqual((await app.json("/api/groupj/member/nagi")).history, []);
});

Deno.test.each([
  ["有沢 瑞穂", "mizuho"],
  ["有沢瑞穂", "mizuho"],
  ["ありさわみずほ", "mizuho"],
  ["うえだ ぞえ", "zoe"],
])("a member is found as %s by path, by q and by search", async (text, id) => {
  await using app = await world(OPTIONS);
  const asked = encodeURIComponent(text);
  assert.equal((await app.json(`/api/groupj/member/${asked}`)).id, id);
  const listed: Items = await app.json(`/api/groupj/members?q=${asked}`);
  assert.deepEqual(listed.map((item) => item.id), [id]);
  const { data } = await app.json(`/v1/search?q=${asked}&kind=member`);
  assert.equal(data[0].id, id);
});

Deno.test("a song is found by its original title and leads to the page of its setlist", async () => {
  await using app = await world(OPTIONS);
  const { data: [song] } = await app.json(`/v1/search?q=${encodeURIComponent("糸電話")}`);
  assert.equal(song.kind, "song");
  assert.equal(song.matched, "糸電話");
  assert.match(song.url, /^\/groups\/groupj\/setlists\/[^/]+$/);
  const page = await pageOf(app, song.url);
  assert.ok(page.includes("Telepon"));
  const home = await pageOf(app, `/?q=${encodeURIComponent("糸電話")}`);
  assert.ok(home.includes(`href="${song.url}"`), "the front page leads there, too");
});

Deno.test("pages say the language of names, and show centers, units and careers", async () => {
  await using app = await world(OPTIONS);
  const member = await pageOf(app, "/groups/groupj/members/mizuho");
  assert.ok(member.includes('<span lang="ja">有沢 瑞穂</span>'), member);
  assert.match(member, /<span class="small" lang="ja">ありさわ みずほ<\/span>/);
  assert.match(member, /<h2>History<\/h2>[^]*since [^]*キャプテン · 朝[^]*1期/);
  assert.ok(member.includes('"alternateName":["有沢 瑞穂"]'));
  const { data: [setlist] } = await app.json("/v1/search?q=tsuki%20no%20uraniwa");
  const page = await pageOf(app, setlist.url);
  assert.match(page, /Telepon <span lang="ja">|Telepon\s+<span lang="ja">\(糸電話\)<\/span>/);
  assert.match(page, /Center: Mizuho Arisawa/);
  assert.match(page, /Unit: Mizuho Arisawa, Tamu/);
  const show = await pageOf(app, "/groups/groupj/shows/2026-07-04-tsuki");
  assert.match(show, /糸電話/);
  const { setlist_detail } = await app.json("/api/groupj/theater/2026-07-04-tsuki");
  assert.deepEqual(setlist_detail.songs, ["Telepon", "満月"]);
});
