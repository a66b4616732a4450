import assert from "node:assert/strict";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Member {
  id: string;
  name: string;
  status: string;
  is_graduate: boolean;
}

function ids(members: Member[]): string {
  return members.map(({ id }) => id).join(" ");
}

Deno.test.each([
  [
    "/api/kembang/members",
    "ayu-lestari bella-nur celine-osterberg dewi-sari elok-pramudita ratna-wulan tara-widjaja " +
    "sakura-miyazaki",
  ],
  // あ before だ; what begins with a Chinese character comes after all kana.
  ["/api/hikari/members", "uta-ando kei-dazai aoi-hayama"],
])("%s lists everybody, by name in the group's language", async (path, expected) => {
  await using app = await world(TRIO);
  assert.equal(ids(await app.json(path)), expected);
});

Deno.test("the repository's members are sorted as their group's language sorts names", async () => {
  await using app = await world(REPOSITORY);
  for (const { slug, family, language } of app.index.groups) {
    const answer = await app.json(`/api/${slug}/members`);
    const names = (family === "bare" ? answer : answer.data).map(({ name }: Member) => name);
    assert.deepEqual(names, names.toSorted(new Intl.Collator(language).compare));
  }
});

Deno.test.each<[string, string]>([
  ["status=active", "ayu-lestari celine-osterberg elok-pramudita ratna-wulan"],
  ["status=trainee", "bella-nur sakura-miyazaki"],
  ["status=graduated", "dewi-sari tara-widjaja"],
  ["graduated_only=true", "dewi-sari tara-widjaja"],
  ["graduated_only=true&status=active", ""],
  ["generation=gen2-kembang", "elok-pramudita sakura-miyazaki"],
  ["generation=gen1-kembang&status=graduated", "dewi-sari"],
  ["generation=nobody", ""],
  ["q=ar", "ayu-lestari dewi-sari tara-widjaja"],
  ["q=CELINE", "celine-osterberg"],
  ["q=%C3%B6st", "celine-osterberg"],
  ["q=%E3%81%95%E3%81%8F", "sakura-miyazaki"],
  ["q=sakku", "sakura-miyazaki"],
  ["q=ayu&status=trainee", ""],
])("/api/kembang/members?%s filters", async (query, expected) => {
  await using app = await world(TRIO);
  assert.equal(ids(await app.json(`/api/kembang/members?${query}`)), expected);
});

Deno.test("graduated_only=false is as if it were not there", async () => {
  await using app = await world(TRIO);
  const all = await app.json("/api/kembang/members");
  assert.deepEqual(await app.json("/api/kembang/members?graduated_only=false"), all);
});

Deno.test.each<[string, string]>([
  ["status=graduated", "zoe-anais-tan"],
  ["generation=gen2-melati", "joanna-lim mei-ann-wong"],
  ["q=anais", "zoe-anais-tan"],
])("/api/melati/members?%s filters in the wrapper", async (query, expected) => {
  await using app = await world(TRIO);
  const { total, data } = await app.json(`/api/melati/members?${query}`);
  assert.equal(ids(data), expected);
  assert.equal(total, data.length);
});

Deno.test("is_graduate says the same as status, everywhere", async () => {
  await using app = await world(REPOSITORY);
  const members: Member[] = [
    ...await app.json("/api/groupa/members"),
    ...(await app.json("/api/groupb/members")).data,
  ];
  assert.deepEqual(
    new Set(members.map(({ status }) => status)),
    new Set(["active", "trainee", "graduated"]),
  );
  for (const { name, status, is_graduate } of members) {
    assert.equal(is_graduate, status === "graduated", name);
  }
});

Deno.test("a group is served under its aliases, with the same bytes", async () => {
  await using app = await world(TRIO);
  const paths = [["hikari", "hkr"], ["hikari", "hikari-ny"], ["melati", "melati-kl"]] as const;
  for (const [slug, alias] of paths) {
    const own = await app.ask(`/api/${slug}/members`);
    const other = await app.ask(`/api/${alias}/members`);
    assert.equal(other.status, 200);
    assert.equal(other.headers.get("etag"), own.headers.get("etag"));
    assert.equal(await other.text(), await own.text());
  }
});

const AYU = [
  ["slug", "ayu-lestari"],
  ["slug in capitals", "AYU-LESTARI"],
  ["former slug", "ayu-l"],
  ["name", "Ayu Lestari"],
  ["name in small letters", "ayu lestari"],
  ["name with accents", "Àyü  Léstari"],
  ["nickname", "Ayu"],
  ["second nickname", "tari"],
  ["IDN user name", "kembang_ayu"],
  ["IDN user name in capitals", "KEMBANG_AYU"],
  ["YouTube channel", "UCkembangAyu_0123456789"],
  ["YouTube channel in capitals", "UCKEMBANGAYU_0123456789"],
] as const;

Deno.test.each(AYU)("a member is found by %s, %j, in both addresses", async (_kind, text) => {
  await using app = await world(TRIO);
  const who = encodeURIComponent(text);
  const found = await app.json(`/api/kembang/member-detail?url=${who}`);
  assert.equal(found.id, "ayu-lestari");
  assert.deepEqual(await app.json(`/api/kembang/member/${who}`), found);
});

Deno.test("member-detail of a wrapped group holds the one member, in detail", async () => {
  await using app = await world(TRIO);
  const { data: [member] } = await app.json("/api/melati/members");
  const { data, ...wrapper } = await app.json(
    `/api/melati/member-detail?url=${encodeURIComponent(member.name)}`,
  );
  assert.deepEqual(wrapper, { success: true, total: 1, message: "OK" });
  assert.deepEqual({ ...data[0], ...member }, data[0]);
  assert.ok(Array.isArray(data[0].history) && "shows" in data[0].stats);
  const unknown = await app.ask("/api/melati/member-detail?url=nobody");
  assert.equal(unknown.status, 404);
  assert.equal((await unknown.json()).type, "NOT_FOUND");
});

Deno.test.each([
  ["Kembang_AYU", "ayu-lestari"],
  ["cé", "celine-osterberg"],
  ["CELINE OSTERBERG", "celine-osterberg"],
  ["さくら", "sakura-miyazaki"],
  ["宮崎さくら (Sakura Miyazaki)", "sakura-miyazaki"],
])("a member is found by %j", async (text, id) => {
  await using app = await world(TRIO);
  const { id: found } = await app.json(`/api/kembang/member/${encodeURIComponent(text)}`);
  assert.equal(found, id);
});

Deno.test.each(["lestari", "ayu-lest", "drea", "ann-drea-tey", "a/b", "__proto__", "constructor"])(
  "nobody of the group is called %j: 404",
  async (text) => {
    await using app = await world(TRIO);
    const who = encodeURIComponent(text);
    for (const path of [`member-detail?url=${who}`, `member/${who}`]) {
      const response = await app.ask(`/api/kembang/${path}`);
      assert.equal(response.status, 404, path);
      assert.equal((await response.json()).type, "NOT_FOUND");
    }
  },
);

Deno.test("every account of a member of the repository finds her", async () => {
  await using app = await world(REPOSITORY);
  for (const member of await app.json("/api/groupa/members")) {
    for (const key of [member.id, member.idn_username, member.showroom_url_key, member.name]) {
      if (key === undefined) continue;
      const path = `/api/groupa/member-detail?url=${encodeURIComponent(key)}`;
      assert.equal((await app.json(path)).id, member.id, path);
    }
  }
});

Deno.test("a name that somebody still to come shares finds the one who is there", async () => {
  await using app = await world(LATER);
  assert.equal((await app.json("/api/nanti/member/sama")).id, "nanti-now");
  assert.equal((await app.ask("/api/nanti/member/later")).status, 404);
  assert.equal((await app.ask("/api/nanti/member/draft")).status, 404);
});

Deno.test("a detail holds the four last shows, newest first, and the four next, soonest first", async () => {
  await using app = await world(TRIO);
  const { recentTheater, upcomingTheater } = await app.json("/api/kembang/member/ayu");
  assert.deepEqual(recentTheater, [
    {
      id: "90088",
      name: "Seitansai Ayu dan Sakura",
      date: "2026-06-15T19:00:00+07:00",
      url: "https://tiket.kembang.example/90088",
    },
    {
      id: "tanggal-sebagai-saat",
      name: "Tanggal Sebagai Saat",
      date: "2026-06-01T14:00:00+07:00",
    },
    { id: "2026-05-23-pelangi", name: "Pelangi", date: "2026-05-23T19:00:00+07:00" },
    { id: "2026-05-16-pelangi", name: "Pelangi", date: "2026-05-16T19:00:00+07:00" },
  ]);
  assert.deepEqual(upcomingTheater.map(({ id, date }: Record<string, string>) => [id, date]), [
    ["2026-07-04-hujan", "2026-07-04T19:00:00+07:00"],
    ["2026-07-05-tanpa-jam", "2026-07-05T00:00:00+07:00"],
    ["2026-07-12-pelangi", "2026-07-12T19:00:00+07:00"],
    ["2026-07-18-pelangi", "2026-07-18T19:00:00+07:00"],
  ]);
});

Deno.test("no stream is on record yet: the statistics are zeros", async () => {
  await using app = await world(TRIO);
  const { stats } = await app.json("/api/kembang/member/ayu");
  assert.deepEqual(stats.total_live, { idn: 0, showroom: 0, youtube: 0 });
  assert.deepEqual(Object.keys(stats), ["total_live", "shows"]);
});

Deno.test("shows that have begun are counted, without those that are cancelled or postponed", async () => {
  await using app = await world(TRIO);
  const { stats } = await app.json("/api/kembang/member/ayu");
  assert.deepEqual(stats.shows, {
    total: 6,
    first: "2025-03-01",
    last: "2026-06-15",
    since: "2025-03-01",
    by_setlist: [
      { setlist: "Pelangi", count: 4, last: "2026-06-15" },
      { setlist: "Hujan", count: 1, last: "2025-03-01" },
    ],
  });
});

Deno.test("the sign of the zodiac is the file's own, or else that of the birth date", async () => {
  await using app = await world(TRIO);
  assert.equal((await app.json("/api/kembang/member/elok-pramudita")).zodiac, "Kambing laut");
  assert.equal((await app.json("/api/kembang/member/dewi")).zodiac, "Virgo");
});

Deno.test.each([
  // The nickname itself, then beginnings of names, of a later word, then inside a word.
  ["ann", "zoe-anais-tan ann-drea-tey annabel-lee mei-ann-wong joanna-lim"],
  ["ANN", "zoe-anais-tan ann-drea-tey annabel-lee mei-ann-wong joanna-lim"],
  ["ännä", "annabel-lee joanna-lim"],
  ["drea", "ann-drea-tey"],
  ["ann drea", "ann-drea-tey"],
  ["ann-drea-tey", "ann-drea-tey"],
  ["Zoë", "zoe-anais-tan"],
  ["zoe", "zoe-anais-tan"],
  ["anaïs", "zoe-anais-tan"],
  ["wong", "mei-ann-wong"],
  ["jo", "joanna-lim"],
  ["e", "ann-drea-tey annabel-lee mei-ann-wong zoe-anais-tan"],
])("wrapped: member/%s finds %s, best match first", async (text, expected) => {
  await using app = await world(TRIO);
  const { total, data } = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
  const found = data.map(({ id }: { id: string }) => id);
  assert.equal(found.join(" "), expected);
  assert.equal(total, found.length);
});

Deno.test.each(["nobody", "ayu", "*", "%", "a/b", "__proto__", ".*"])(
  "wrapped: member/%s finds nobody: 200 and empty",
  async (text) => {
    await using app = await world(TRIO);
    const answer = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
    assert.deepEqual([answer.success, answer.total, answer.data], [true, 0, []]);
    assert.match(answer.message, /\S/);
  },
);

Deno.test.each(["%20", "%CC%81", "%C2%B4", "%E3%80%80"])(
  "wrapped: member/%s says no letter: 400 with a hint",
  async (text) => {
    await using app = await world(TRIO);
    const response = await app.ask(`/api/melati/member/${text}`);
    assert.equal(response.status, 400);
    assert.match((await response.json()).hint, /^name takes /);
  },
);
