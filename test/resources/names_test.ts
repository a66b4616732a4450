import assert from "node:assert/strict";
import { idnItem } from "../../build/demo/scene.ts";
import type { TreeFiles } from "../build/content_tree.ts";
import { createBusyNet } from "../support/busy_platforms.ts";
import { check } from "../support/check.ts";
import { ON_AIR } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";
import { foldText } from "../../src/model/fold_text.ts";

const FILES: TreeFiles = {
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
  "groupa/members/lu.yaml": "name: Łucja Ørsted-Müller\nidn_username: lu\n",
  "groupb/members/lucja.yaml": "name: Łucja Ørsted-Müller\n",
  "groupa/shows/2026-08-01-peluit.yaml":
    "title: Peluit\ndate: 2026-08-01\nmembers: [lucja orsted muller]\n",
};

const OPTIONS = { content: FILES, now: ON_AIR.now, env: ON_AIR.env };

const WRITTEN = [
  "lucja orsted muller",
  "ŁUCJA ØRSTED-MÜLLER",
  "Łucja  Ørsted‐Muller",
  "Ｌｕｃｊａ Orsted Müller",
];

interface Named {
  readonly id: string;
}

Deno.test.each(WRITTEN)(
  "a member is found as %s by search, q, path, member and name",
  async (written) => {
    const platforms = createBusyNet({ empty: true });
    await using app = await world({ ...OPTIONS, platforms });
    platforms.scene.idn = [idnItem("lu", "show-1", { live_at: app.clock.now() / 1000 - 60 })];
    await app.pass(30_000);
    platforms.scene.idn = [];
    await app.pass(120_000);
    const text = encodeURIComponent(written);
    const ids = (items: readonly Named[]) => items.map(({ id }) => id);
    assert.deepEqual(ids((await app.json(`/v1/search?q=${text}&kind=member`)).data), [
      "lu",
      "lucja",
    ]);
    assert.deepEqual(ids(await app.json(`/api/groupa/members?q=${text}`)), ["lu"]);
    assert.deepEqual(ids((await app.json(`/api/groupb/members?q=${text}`)).data), ["lucja"]);
    assert.equal((await app.json(`/api/groupa/member/${text}`)).id, "lu");
    assert.equal((await app.json(`/api/groupa/member-detail?url=${text}`)).id, "lu");
    assert.deepEqual(ids((await app.json(`/api/groupb/member/${text}`)).data), ["lucja"]);
    assert.deepEqual(ids(await app.json(`/api/groupa/theater?member=${text}`)), [
      "2026-08-01-peluit",
    ]);
    assert.equal((await app.json(`/api/groupa/recent?name=${text}`)).length, 1);
  },
);

Deno.test.each(WRITTEN)("a line-up that names a member as %s has her", async (written) => {
  const show = `title: Peluit\ndate: 2026-08-01\nmembers: ["${written}"]\n`;
  const files = { ...FILES, "groupa/shows/2026-08-01-peluit.yaml": show };
  assert.deepEqual(check(files).messages, []);
  await using app = await world({ ...OPTIONS, content: files });
  const { lineup } = await app.json("/api/groupa/theater/2026-08-01-peluit");
  assert.deepEqual(lineup.map(({ id, name }: Named & { name: string }) => [id, name]), [
    ["lu", "Łucja Ørsted-Müller"],
  ]);
});

Deno.test("an article is found by the words of its text, from the instant of its publication", async () => {
  const text =
    "---\ntitle: Kabar\ndate: 2026-01-03\n---\n\nHalo semua. Panggung pindah ke Balai Kota.\n";
  const files = {
    "groupa/news/2026-01-03-kabar.md": text,
    "groupa/news/2026-07-10-nanti.md": text
      .replace("2026-01-03", '2026-07-10\npublish_at: "2026-07-10T12:00:00+07:00"'),
  };
  await using app = await world({ ...OPTIONS, content: files });
  const find = async (words: string) =>
    (await app.json(`/v1/search?q=${encodeURIComponent(words)}`))
      .data as (Named & { matched: string })[];
  app.at("2026-07-10T04:59:59Z");
  const [first, ...others] = await find("balai panggung");
  assert.deepEqual(
    [first!.id, first!.matched, others.length],
    ["2026-01-03-kabar", "Panggung pindah ke Balai Kota.", 0],
  );
  app.at("2026-07-10T05:00:00Z");
  assert.equal((await find("balai panggung")).length, 2);
  assert.deepEqual(await find("balai jakarta"), []);
});

const GROUP_J = "name: ひかり\nfamily: bare\nlanguage: ja\ntimezone: Asia/Tokyo\npublic: site\n";

const NATIVE_FILES: TreeFiles = {
  "groupj/group.yaml": GROUP_J,
  "groupj/members/mizuho.yaml":
    "name: Mizuho Arisawa\nname_native: 有沢 瑞穂\nname_reading: ありさわ みずほ\nteam: 朝\n" +
    "joined: 2024-05-01\nhistory:\n" +
    "  - { from: 2024-05-01, to: 2025-01-01, generation: 1期 }\n" +
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

const NATIVE = { content: NATIVE_FILES, now: "2026-07-01T05:00:00Z" };

/** The page at a path, as a browser gets it. */
async function pageOf(app: World, path: string): Promise<string> {
  const response = await app.ask(path, { key: null, headers: { accept: "text/html" } });
  assert.equal(response.status, 200, path);
  return await response.text();
}

// deno-lint-ignore no-explicit-any
type Items = any[];

Deno.test("a Japanese group's members are sorted by how their names are read, others by name", async () => {
  await using app = await world(NATIVE);
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
  await using app = await world(NATIVE);
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
  await using app = await world(NATIVE);
  const asked = encodeURIComponent(text);
  assert.equal((await app.json(`/api/groupj/member/${asked}`)).id, id);
  const listed: Items = await app.json(`/api/groupj/members?q=${asked}`);
  assert.deepEqual(listed.map((item) => item.id), [id]);
  const { data } = await app.json(`/v1/search?q=${asked}&kind=member`);
  assert.equal(data[0].id, id);
});

Deno.test("a song is found by its original title and leads to the page of its setlist", async () => {
  await using app = await world(NATIVE);
  const { data: [song] } = await app.json(`/v1/search?q=${encodeURIComponent("糸電話")}`);
  assert.equal(song.kind, "song");
  assert.equal(song.matched, "糸電話");
  assert.match(song.url, /^\/groups\/groupj\/setlists\/[^/]+$/);
  const page = await pageOf(app, song.url);
  assert.ok(page.includes("Telepon"));
  const home = await pageOf(app, `/?q=${encodeURIComponent("糸電話")}`);
  assert.ok(home.includes(`href="${song.url}"`), "the front page leads there, too");
});

Deno.test.each([
  ["  Zoë   Ångström ", "zoe angstrom"],
  ["Ｓａｙａ", "saya"],
  ["NGUYỄN", "nguyen"],
  ["ばな", "ばな"],
  ["ﾊﾟﾅ", "パナ"],
  ["한별", "한별"],
  ["Łucja Ørsted-Müller", "lucja orsted muller"],
  ["Đặng Þóra Næss Strauß", "dang thora naess strauss"],
  ["IŞIK Işık", "isik isik"],
  ["Li’an  D'Ath", "lian dath"],
  ["“Аlуo\u200b”", "alyo"],
  ["髙﨑 𠮷邉 齋藤", "高崎 吉辺 斎藤"],
  ["-", "-"],
])("fold() makes %j %j", (text, folded) => {
  assert.equal(foldText(text), folded);
  assert.equal(foldText(folded), folded);
});

Deno.test("fold() keeps letters apart that differ in more than an accent", () => {
  for (const [one, other] of [["はな", "ばな"], ["가", "각"], ["กี", "กิ"]] as const) {
    assert.notEqual(foldText(one), foldText(other), `${one} ${other}`);
  }
});

Deno.test("fold() takes a letter and its accent in one character or in two", () => {
  for (const text of ["é", "が", "각"]) {
    assert.equal(foldText(text.normalize("NFD")), foldText(text));
  }
});
