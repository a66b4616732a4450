import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { duration } from "../../build/schema/content/field.ts";
import { wordsOf } from "../../build/words/say.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { check } from "../support/check.ts";
import { makePng } from "../addons/picture/picture_files.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { checkTree } from "./check_tree.ts";
import { writeTree } from "./content_tree.ts";

/** Titles of 17 August 2026, some of which begin with a day or an hour. */
const WARNED = [
  ...["12 Desember 2026 Peluit", "December 12th, 2026: Peluit", "Sabtu, 12 Des 2026 Peluit"],
  ...["2026-12-17 Peluit", "2026/8/17 Peluit", "17.08.2026 Peluit", "04/07/2026 Peluit"],
  ...[
    "２０２６年８月１７日 Peluit",
    "２０２６-08-17 Peluit",
    "[17/08/2026] Peluit",
    "20260817 Peluit",
  ],
  ...["31 June 2026 Peluit", "2026-02-30 Peluit", "17 Agustus Merdeka", "8月17日 Peluit"],
  ...["19:00 Peluit", "Pukul 19.00 Peluit", "19.00 WIB Peluit", "7pm Peluit", "１８:３０ Peluit"],
];

const PLAIN = [
  ...["18 Agustus Merdeka", "Peluit 12 Desember 2026", "2026 Festival", "5 Tahun 2026", "1-2-3 Go"],
  ...["100000 Suara", "123456 Suara", "365 Nichi no Kamihikouki", "24 Jam", "3.14 Pi", "Mei-Mei"],
  ...["May Day", "Minggu Ceria", "22:22", "10nen Sakura", "48 Maret", "Jam Malam", "7 Malam"],
];

Deno.test("a title that begins with a day or an hour is warned of, and no other", () => {
  const files = [...WARNED, ...PLAIN].map((title, place) =>
    [
      `groupa/events/2026-08-17-a${place}.yaml`,
      `title: "${title}"\ndate: 2026-08-17\ntype: other\n`,
    ] as const
  );
  const { stderr } = checkTree(Object.fromEntries(files));
  const told = [
    ...stderr.matchAll(/2026-08-17-a(\d+)\.yaml:1:8: warning: This title begins with/g),
  ];
  assert.deepEqual(
    told.map(([, place]) => Number(place)).sort((one, other) => one - other),
    WARNED.map((_, place) => place),
    stderr,
  );
});

/** Values that stand for something to come. */
const PLACEHOLDERS = [
  ...["TODO", "to-do", "fixme", "TBA", "tbd.", "XXXX", "N/A", "lorem", "Placeholder", "Menyusul"],
  ...["coming soon", "Segera hadir…", "belum diketahui", "-", "–", "...", "_", "??", "…"],
  ...["Halo, TODO tanya", "Lorem ipsum dolor", "https://www.example.com/a"],
];

/** Ways to write a text into a file. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => `hobby: '${text}'   # hobi\n`,
  (text) => `hobby: >-\n  ${text.replaceAll(" ", "\n  ")}\n`,
  (text) => `socials: [{ title: "${text}", url: "https://a.example/" }]\n`,
];

Deno.test("a value that stands for something to come is warned of in whatever way it is written", () => {
  for (const form of FORMS) {
    const files = PLACEHOLDERS.map((text, place) =>
      [`groupa/members/citra-${place}.yaml`, `name: Citra ${place}\n${form(text)}`] as const
    );
    const { stderr } = checkTree(Object.fromEntries(files));
    for (const [path, text] of files) {
      assert.match(
        stderr,
        new RegExp(`${path}:\\d+:\\d+[^]*?appears in answers as it is written`),
        text,
      );
    }
    const told = stderr.split("appears in answers as it is written").length - 1;
    assert.equal(told, PLACEHOLDERS.length, form("…"));
  }
});

Deno.test("a birth after this year is warned of until that year, and the pack is the same", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, { "groupa/members/citra.yaml": "name: Citra\nbirth_date: 2031-05-01\n" });
  const [before, after] = ["2030-12-31T12:00:00Z", "2031-01-01T12:00:00Z"].map((now) =>
    compile(folder.path, { now: Date.parse(now) })
  );
  assert.match(wordsOf(before!.diagnostics[0]!.message), /^Nobody here was born in 2031: /);
  assert.deepEqual(after!.diagnostics, []);
  assert.deepEqual(joinParts(before!.pack!.chunks), joinParts(after!.pack!.chunks));
});

Deno.test("a draft may hold what is to come", async () => {
  await using folder = await temporaryFolder();
  const draft = "name: Citra\nhobby: TODO\nbirth_date: 1905-05-01\ndraft: true\n";
  writeTree(folder.path, { "groupa/members/citra.yaml": draft });
  assert.deepEqual(compile(folder.path).diagnostics, []);
});

const MINUTES: Readonly<Record<string, number>> = {
  ...{ "2:30": 150, "02:30": 150, "0:45": 45, "2h": 120, "2 h": 120, "2h30m": 150 },
  ...{ "2h 30m": 150, "150m": 150, "150 minutes": 150, "1 hour": 60, "2 hours 5 min": 125 },
  ...{ "2 jam 30 menit": 150, "90 menit": 90, "24h": 1440, "1440m": 1440, "1m": 1 },
};

Deno.test("a length is hours, minutes or both, from a minute to a day", () => {
  for (const [text, minutes] of Object.entries(MINUTES)) {
    assert.equal(duration.safeParse(text).data, minutes, text);
  }
  const wrong = [
    ...["", " ", "h", "m", "0m", "0h", "0:00", "24h 1m", "25h", "1441m", "12:00", "21:00", "2:60"],
    ...["2", "150", "-2h", "2h 30", "2hm", "2.5h", "30m 2h", "1d", "two hours", "2h 30m 10s"],
  ];
  for (const text of wrong) assert.equal(duration.safeParse(text).success, false, text);
  for (const value of [2, 150, null, true, ["2h"], { h: 2 }]) {
    assert.equal(duration.safeParse(value).success, false, JSON.stringify(value));
  }
});

const LIMITS: [limits: string, message: RegExp | undefined][] = [
  ["streams: 200, webhooks: 0", undefined],
  [
    "streams: 2.000",
    /plans\.yaml:1:\d+: error: Cannot use "standard\.streams": 2\.000 is read as 2/,
  ],
  ["webhooks: unlimited", /plans\.yaml:1:\d+: error: .*"standard\.webhooks"/],
  ["webhooks: -1", /plans\.yaml:1:\d+: error: .*"standard\.webhooks"/],
  ["streams: 1.5", /plans\.yaml:1:\d+: error: .*"standard\.streams"/],
  ["stream: 5", /plans\.yaml:1:\d+: error: .*"stream".*"streams"/],
];

Deno.test("a plan takes whole numbers of streams and webhooks", () => {
  for (const [limits, message] of LIMITS) {
    const text = `standard: { rate: unlimited, quota: unlimited, ${limits} }\n`;
    const { code, stderr } = checkTree({ "plans.yaml": text });
    assert.equal(code, message === undefined ? 0 : 1, limits + stderr);
    if (message !== undefined) assert.match(stderr, message);
  }
});

const news = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;

Deno.test("addresses that lead somewhere on this service are no warning", () => {
  const { messages } = check({
    "groupa/pictures/aya.png": makePng({ seed: 1 }),
    "groupa/group.yaml": "name: Group A\nfamily: bare\naliases: [ga]\nimage: /pictures/aya.png\n",
    "groupb/group.yaml": "name: Group B\nfamily: bare\n",
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/aya.png\n",
    "groupa/news/2026-08-01-kabar.md": news(
      "![p](/pictures/aya.png) ![p](pictures/aya.png) [a](/groupa/members/aya-putri) [b](/ga)\n" +
        "[c](/groupb?x=1) [d](/docs) [e](/openapi.json) [f](/) [g](#jadwal) `[h](/nihil)`",
    ),
  });
  assert.deepEqual(messages, []);
});

Deno.test("what looks like nothing, or like other Markdown, and is meant is no warning", () => {
  const { messages } = check({
    "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: none\n",
    "groupa/setlists/lagu.yaml": 'name: Lagu\nsongs: [None, Kosong, "Null", "???"]\n',
    "groupa/members/citra.yaml":
      'name: Citra\nnicknames: [Nan, Nil, Nonette]\nteam: "7"\ngeneration: "9"\nheight: 160\n',
    "groupa/news/2026-08-01-kabar.md": news([
      "#oshi #live",
      "#Oshibase\nhalo",
      "Mulai 19:00:30, harga $5 dan $10, a == b",
      "\\[^1] `{#b}` {kurung} [s] dan [s][s]",
      "it''s, O''Brien",
      "[s]: https://groupa.id/ 'Situs'\n[t]: <https://groupa.id/>",
      "[Info]: besok libur",
      "```\n: arti\n[^1]\n```",
      "Waktu: pagi:siang:malam, https://a:b@groupa.id:80/",
    ].join("\n\n")),
  });
  assert.deepEqual(messages, []);
});

Deno.test("a chat or page in place of a picture is warned of, in articles too; links and pictures are not", () => {
  const pages = [
    ...["https://drive.google.com/file/d/1/view", "https://t.me/groupa/5", "https://wa.me/62811"],
    ...["https://discord.com/channels/1/2/3", "https://chat.whatsapp.com/abc"],
    ...["https://imgur.com/a/abc", "https://www.instagram.com/groupa/p/CxYz12/"],
  ];
  const others = ["https://i.imgur.com/abc.jpg", "https://t.me/i/userpic/320/a.jpg"];
  const lines = [...pages, ...others].map((address) => `![a](${address})`);
  const { messages } = check({
    "groupa/news/2026-08-01-kabar.md": [
      ...["---", "title: Kabar", "date: 2026-08-01", `image: ${pages[1]}`, "---"],
      ...[...lines, `[a](${pages[1]})`],
    ].join("\n"),
  });
  assert.deepEqual(
    messages.map((message) => message.replace(/: put .*/, "")),
    [4, ...pages.map((_, place) => 6 + place)].map((line) =>
      `warning groupa/news/2026-08-01-kabar.md:${line}: This is the address of a page and not of a picture`
    ),
  );
});
