import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";

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
  await using app = await createProgram(TRIO);
  const who = encodeURIComponent(text);
  const found = await app.json(`/api/kembang/member-detail?url=${who}`);
  assert.equal(found.id, "ayu-lestari");
  assert.deepEqual(await app.json(`/api/kembang/member/${who}`), found);
});

Deno.test.each([
  ["Kembang_AYU", "ayu-lestari"],
  ["cé", "celine-osterberg"],
  ["CELINE OSTERBERG", "celine-osterberg"],
  ["さくら", "sakura-miyazaki"],
  ["宮崎さくら (Sakura Miyazaki)", "sakura-miyazaki"],
])("a member is found by %j", async (text, id) => {
  await using app = await createProgram(TRIO);
  const { id: found } = await app.json(`/api/kembang/member/${encodeURIComponent(text)}`);
  assert.equal(found, id);
});

Deno.test.each(["lestari", "ayu-lest", "drea", "ann-drea-tey", "a/b", "__proto__", "constructor"])(
  "nobody of the group is called %j: 404",
  async (text) => {
    await using app = await createProgram(TRIO);
    const who = encodeURIComponent(text);
    for (const path of [`member-detail?url=${who}`, `member/${who}`]) {
      const response = await app.ask(`/api/kembang/${path}`);
      assert.equal(response.status, 404, path);
      assert.equal((await response.json()).type, "NOT_FOUND");
    }
  },
);

Deno.test("every account of a member of the repository finds her", async () => {
  await using app = await createProgram(REPOSITORY);
  for (const member of await app.json("/api/groupa/members")) {
    for (const key of [member.id, member.idn_username, member.showroom_url_key, member.name]) {
      if (key === undefined) continue;
      const path = `/api/groupa/member-detail?url=${encodeURIComponent(key)}`;
      assert.equal((await app.json(path)).id, member.id, path);
    }
  }
});

Deno.test("a name that somebody still to come shares finds the one who is there", async () => {
  await using app = await createProgram(LATER);
  assert.equal((await app.json("/api/nanti/member/sama")).id, "nanti-now");
  assert.equal((await app.ask("/api/nanti/member/later")).status, 404);
  assert.equal((await app.ask("/api/nanti/member/draft")).status, 404);
});

Deno.test("a detail holds the four last shows, newest first, and the four next, soonest first", async () => {
  await using app = await createProgram(TRIO);
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
  await using app = await createProgram(TRIO);
  const { stats } = await app.json("/api/kembang/member/ayu");
  assert.deepEqual(stats, { total_live: { idn: 0, showroom: 0, youtube: 0 } });
});

Deno.test("the sign of the zodiac is the file's own, or else that of the birth date", async () => {
  await using app = await createProgram(TRIO);
  assert.equal((await app.json("/api/kembang/member/elok-pramudita")).zodiac, "Kambing laut");
  assert.equal((await app.json("/api/kembang/member/dewi")).zodiac, "Virgo");
});
