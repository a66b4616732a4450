import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
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

Deno.test("members are everybody, by name as the group's language sorts them", async () => {
  await using app = await world(TRIO);
  for (
    const [path, expected] of [
      [
        "/api/kembang/members",
        "ayu-lestari bella-nur celine-osterberg dewi-sari elok-pramudita ratna-wulan tara-widjaja " +
        "sakura-miyazaki",
      ],
      // あ before だ; what begins with a Chinese character comes after all kana.
      ["/api/hikari/members", "uta-ando kei-dazai aoi-hayama"],
    ] as const
  ) {
    assert.equal(ids(await app.json(path)), expected, path);
  }
});

Deno.test("members are filtered by status, generation and a part of a name", async () => {
  await using app = await world(TRIO);
  for (
    const [query, expected] of [
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
    ] as [string, string][]
  ) {
    assert.equal(ids(await app.json(`/api/kembang/members?${query}`)), expected, query);
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

/** Slugs, names, nicknames and accounts, in any case and with any accent. */
const FOUND: [text: string, status: number, id: string][] = [
  ...[
    ...["ayu-lestari", "AYU-LESTARI", "ayu-l", "Ayu Lestari", "ayu lestari", "Àyü  Léstari", "Ayu"],
    ...["tari", "kembang_ayu", "KEMBANG_AYU", "UCkembangAyu_0123456789", "UCKEMBANGAYU_0123456789"],
  ].map((text): [string, number, string] => [text, 200, "ayu-lestari"]),
  ["cé", 200, "celine-osterberg"],
  ["CELINE OSTERBERG", 200, "celine-osterberg"],
  ["さくら", 200, "sakura-miyazaki"],
  ["宮崎さくら (Sakura Miyazaki)", 200, "sakura-miyazaki"],
];

const NOBODY = ["lestari", "ayu-lest", "drea", "ann-drea-tey", "a/b", "__proto__", "constructor"];

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

Deno.test("the sign of the zodiac is the file's own, or else that of the birth date", async () => {
  await using app = await world(TRIO);
  assert.equal((await app.json("/api/kembang/member/elok-pramudita")).zodiac, "Kambing laut");
  assert.equal((await app.json("/api/kembang/member/dewi")).zodiac, "Virgo");
});

Deno.test("wrapped: member/{name} finds the best match first", async () => {
  await using app = await world(TRIO);
  for (
    const [text, expected] of [
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
    ] as const
  ) {
    const { total, data } = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
    const found = data.map(({ id }: { id: string }) => id);
    assert.equal(found.join(" "), expected, text);
    assert.equal(total, found.length);
  }
});

Deno.test("a member is found by every name and account that she has, in both addresses, and nobody else", async () => {
  await using app = await world(TRIO);
  for (const [text, status, id] of [...FOUND, ...NOBODY.map((text) => [text, 404] as const)]) {
    const who = encodeURIComponent(text);
    for (const path of [`member-detail?url=${who}`, `member/${who}`]) {
      const response = await app.ask(`/api/kembang/${path}`);
      const body = await response.json();
      assert.deepEqual([response.status, body.id], [status, id], path);
      if (status === 404) assert.equal(body.type, "NOT_FOUND");
    }
  }
});

Deno.test("wrapped: filters are in the wrapper, who is not found is an empty list, and no letter is 400", async () => {
  await using app = await world(TRIO);
  const filters = [
    ["status=graduated", "zoe-anais-tan"],
    ["generation=gen2-melati", "joanna-lim mei-ann-wong"],
    ["q=anais", "zoe-anais-tan"],
  ];
  for (const [query, expected] of filters) {
    const { total, data } = await app.json(`/api/melati/members?${query}`);
    assert.deepEqual([ids(data), total], [expected, data.length], query);
  }
  for (const text of ["nobody", "ayu", "*", "%", "a/b", "__proto__", ".*"]) {
    const answer = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
    assert.deepEqual([answer.success, answer.total, answer.data], [true, 0, []]);
    assert.match(answer.message, /\S/);
  }
  for (const text of ["%20", "%CC%81", "%C2%B4", "%E3%80%80"]) {
    const response = await app.ask(`/api/melati/member/${text}`);
    assert.equal(response.status, 400);
    assert.match((await response.json()).hint, /^name takes /);
  }
});
