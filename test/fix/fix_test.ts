import { diagnose } from "../../build/compile.ts";
import { errorAt, topOf } from "../../build/diagnostic/diagnostic.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { runCheck } from "../../build/report/run_check.ts";
import { writeTree } from "../build/content_tree.ts";
import { copyFolder } from "../support/shipped_content.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import assert from "node:assert/strict";

const SHOW = "groupa/shows/2026-12-04-x.yaml";

const HEAD = "title: Peluit\n";

/** What a file says, and what of it is there after `check --fix`. */
const CASES: readonly (readonly [says: string, after: string, zone?: string])[] = [
  ["date: 2026-12-04 19:00 # malam\n", 'date: 2026-12-04\ntime: "19:00" # malam\n'],
  ["date: 2026-12-04T19:00:00+07:00\n", 'date: 2026-12-04\ntime: "19:00"\n'],
  ["date: 2026-12-04T12:00:00Z\n", 'date: 2026-12-04\ntime: "19:00"\n'],
  ["date: 2026-12-04T00:00:00Z\n", "date: 2026-12-04\n"],
  ["date: 2026-12-04 00:00:00\n", "date: 2026-12-04\n"],
  ["date: 2026-12-04 0:00:00\n", "date: 2026-12-04\n"],
  ["date: 2026-12-04 00:00\n", 'date: 2026-12-04\ntime: "00:00"\n'],
  ["date: 4 Desember 2026 pukul 00.00\n", 'date: 2026-12-04\ntime: "00:00"\n'],
  [
    "date: 2026-12-05T00:00:00Z\n",
    'date: 2026-12-04\ntime: "16:00"\n',
    "America/Los_Angeles",
  ],
  ['date: 2026-12-04 00:00\njam: "19:00"\n', 'date: 2026-12-04 00:00\ntime: "19:00"\n'],
  ["date: 2026-12-04 19:00\njam:\n", "date: 2026-12-04 19:00\ntime:\n"],
  ['Time: "19:00"\ndate: 2026-12-04 19:00\n', 'time: "19:00"\ndate: 2026-12-04\n'],
  ["date: 2026年12月4日(金) 19:30\n", 'date: 2026-12-04\ntime: "19:30"\n'],
  ["date: Jumat, 4 Desember 2026\n", "date: 2026-12-04\n"],
  ["date: 4 Desember\n", "date: 2026-12-04\n"],
  ["date: 2026-12-04\ntime: 午後0時\n", 'date: 2026-12-04\ntime: "12:00"\n'],
  ["date: 2026-12-04\ntime: 19:00 PM\n", 'date: 2026-12-04\ntime: "19:00"\n'],
  ['date: 2026-12-04\ntime: "20:00 WIB"\n', 'date: 2026-12-04\ntime: "20:00"\n'],
  ...[
    "date: 2026-12-04\ntime: 午前12時30分\n",
    "date: 26年12月4日\n",
    'date: 2026-12-04\ntime: "20:00 WITA"\n',
    "date: 2026-12-04\ntime: 21.00 WIT\n",
    "date: 2026-12-04\ntime: 19:00 JST\n",
    "date: 2026-12-04\ntime: 19:00 AM\n",
    "date: 2026-12-04\ntime: 午前19時\n",
    "date: 2026-12-04 13.30 am\n",
    "date: Sabtu, 4 Desember 2026\n",
    "date: 2026年12月4日(土)\n",
    "date: 2026-13-04\n",
    'date: 2026-12-04 00:00\ntiem: "19:00"\n',
    "date: 2026-12-04 19:00\ntime:\n",
    "date: 2026-13\n",
    'date: 2026-12-04 19:00\ntime: "20:00"\n',
    "date: 2026-12-04\nmembers: [Aya, Ayya, Bela Sary, Sari Bela, AYA PUTRO]\n",
  ].map((same) => [same, same] as const),
];

const MEMBER = "groupa/members/citra-dewi.yaml";

const GROUP = "groupa/group.yaml";

const PLANS = "plans.yaml";

const NEWS = "groupa/news/2026-01-03-jadwal.md";

const RELEASE = "groupa/releases/surat.yaml";

/** What one line of a file says, and what is there after `check --fix`; the same where that is left out. */
const LINES: readonly (readonly [file: string, says: string, after?: string])[] = [
  ...["inactive", "non-active", "ungraduated", "not graduated", "graduate", "aktive"]
    .map((word) => [MEMBER, `status: ${word}`] as const),
  [MEMBER, "status: 'Lulus' # tetap", "status: 'graduated' # tetap"],
  [MEMBER, 'sr_exists: "ya"', "sr_exists: true"],
  [MEMBER, 'joined: "4 Juli 2026"', 'joined: "2026-07-04"'],
  [MEMBER, "status: ＡＣＴＩＶＥ", "status: active"],
  [MEMBER, "nicknamez: [Cici]"],
  [MEMBER, "Tanggal-Lahir: 2004-03-03", "birth_date: 2004-03-03"],
  [MEMBER, "nicknames: [Kinan、Rara]"],
  [MEMBER, "birth_date: 2006-08-26 00:00", "birth_date: 2006-08-26"],
  [MEMBER, 'room_id: "317738"', "room_id: 317738"],
  [MEMBER, 'room_id: "12345678901234567890"'],
  [MEMBER, 'room_id: "007"'],
  [
    MEMBER,
    'socials: [{ title: IG, url: "www.instagram.com/a,b" }]',
    'socials: [{ title: IG, url: "https://www.instagram.com/a,b" }]',
  ],
  [NEWS, "\nHalo.\n\n***\n\nLagi.", "---\n\nHalo.\n\n***\n\nLagi."],
  [NEWS, "\n# Halo\n\n***", "---\n\n# Halo\n\n***"],
  [NEWS, "\ncategory: Teater\n***\n\nHalo.", "\ncategory: Teater\n---\n\nHalo."],
  [NEWS, "\n# jangan tampil dulu\ndraft: true\n--\nRahasia."],
  ...["draft:true", "draft：true", "Draft:true", "draft = true", "- draft: true", "  draft: true"]
    .map((line) => [NEWS, `\n${line}\n\nRahasia.`] as const),
  ...[
    "Draft\u00a0: true",
    "\u200bDraft: true",
    "\ufeffdraft: true",
    "publish_at:2099-01-01T00:00:00Z",
  ]
    .map((line) => [NEWS, `\nHalo.\n\n${line}\n\nRahasia.`] as const),
  [NEWS, "\nPublish at: besok\n\nRahasia."],
  [NEWS, "\nDrafting rundown", "---\n\nDrafting rundown"],
  [NEWS, "\nHalo.\n\nHari: Sabtu", "---\n\nHalo.\n\nHari: Sabtu"],
  ...['"label": A', "sub-judul: B", "SubJudul : C", '"Kelas"：D']
    .map((line) => [NEWS, `${line}\n—\nHalo.`, `${line}\n---\nHalo.`] as const),
  [MEMBER, "img: pictures/nagii.png"],
  [MEMBER, "idn_username: https://www.showroom-live.com/r/citra"],
  ...["no feeds", "nothing", "site not", "closed", "sites", "pages"]
    .map((word) => [GROUP, `public: ${word}`] as const),
  [GROUP, "public: Site", "public: site"],
  [GROUP, "timezone: Asia/Jakrta"],
  [GROUP, "timezone: wib", "timezone: Asia/Jakarta"],
  [GROUP, "family: unwrapped"],
  ...["rate: limited, quota: unlimited", "rate: unlimted, quota: unlimited"]
    .map((words) => [PLANS, `a: { ${words} }`] as const),
  [PLANS, "a: { rate: unlimited, quota: limited }"],
  [SHOW, "state: uncancelled"],
  [SHOW, "state: Batal", "state: cancelled"],
  [SHOW, "setlist: Jendela Pagi 2"],
  [SHOW, "setlist: Jendela Sagi"],
  [SHOW, "setlist: Live 1 2"],
  [SHOW, "setlist: JendelaPagi", "setlist: Jendela Pagi"],
  [SHOW, "tickets: Rp250.000"],
  [SHOW, "tickets: [Rp250.000]"],
  [SHOW, "tickets: [{ price: 150.000 }]", 'tickets: [{ price: "150.000" }]'],
  [SHOW, "tickets: [{ price: 150000 }]"],
  [SHOW, "id: 007", 'id: "007"'],
  [SHOW, "seitansai: [{ member: Aya, id: 007 }]", 'seitansai: [{ member: Aya, id: "007" }]'],
  [SHOW, "graduation: [{ member: Aya, id: 7 }]"],
  [SHOW, "id: 1e3 # lama", 'id: "1e3" # lama'],
  [MEMBER, "height: 158.0"],
  [SHOW, "duration: 150"],
  [SHOW, "location: A\ntempat: B"],
  [SHOW, "stream: https://x.example/a", 'stream: { url: "https://x.example/a" }'],
  [RELEASE, "tracks: Karcis", "tracks: [title: Karcis]"],
  [RELEASE, "tracks: Halo, Karcis"],
  [
    RELEASE,
    'tracks: ["Halo, Karcis", Surat, "True"]',
    'tracks: [title: "Halo, Karcis", title: Surat, title: "True"]',
  ],
  [SHOW, "members: Sammy Davis, Jr"],
  [SHOW, "members: Aya, Bela Sari", "members: [Aya, Bela Sari]"],
  [SHOW, "seitansai: Aya, Bela", "seitansai: [Aya, Bela]"],
  [SHOW, "members: Aya,, Bela Sari,", "members: [Aya, Bela Sari]"],
  [SHOW, "members: [Aya、Bela, Dodi]", "members: [Aya, Bela, Dodi]"],
  [SHOW, "members: [Aya, Kinan、Rara]"],
  [
    SHOW,
    "members:\n  - Aya・bela-sari # dua\n  - Dodi",
    "members:\n  - Aya\n  - bela-sari # dua\n  - Dodi",
  ],
  [SHOW, "members:\n- Aya ／ Bela", "members:\n- Aya\n- Bela"],
  [SHOW, "members: [Aya，Bela]", "members: [Aya, Bela]"],
  [SHOW, "members: ['Aya ＆ Lala']", "members: [Aya, Lala]"],
  [SHOW, "members:\n- Aya\n-- Bela"],
  [MEMBER, "socials: [{ title: Instagram, url: aya.groupa }]"],
  [MEMBER, "img: aya.heic"],
  [SHOW, 'url: "[Beli tiket VIP](https://x.example/vip)"'],
  [
    SHOW,
    'url: "[https://x.example/vip](https://x.example/vip)"',
    "url: https://x.example/vip",
  ],
  [SHOW, "url: x.example/vip", "url: https://x.example/vip"],
  [SHOW, "url: HTTPS://x.example/Vip", "url: https://x.example/Vip"],
  [SHOW, "url: '<Https://x.example>'", "url: https://x.example"],
  [SHOW, "url: 'https://https://x.example'"],
  [SHOW, "url: '(https://http://x.example)'"],
  [MEMBER, String.raw`hobby: "Don\'t look back"`],
  [MEMBER, String.raw`hobby: "Musik\daerah"`, String.raw`hobby: "Musik\\daerah"`],
  [SHOW, 'venue: "Single"#2'],
  [SHOW, "members: [Aya]#catatan", "members: [Aya] #catatan"],
  [SHOW, "venue: Aula\u00a0#1"],
  [SHOW, "venue: \u200b#1 Aula"],
  [SHOW, "venue: Aula:\u00a0Satu"],
  [SHOW, "venue: Aula\u00a0Satu", "venue: Aula Satu"],
  ...["venue: null\u200b", "venue: True\u200b", "venue: ~\u200b", "members:\n  - Null\u200b"]
    .map((line) => [SHOW, line] as const),
  [MEMBER, "sr_exists: true\u200b", "sr_exists: true"],
  [NEWS, "---\n\n**「すごい」**\u200bです"],
  [NEWS, "---\n\n\u200b# 1 di Oricon"],
  ...["Ha\u200blo", "Satu \u200b dua\n\nSatu\u200b\u200bdua 1\u200b2"]
    .map((text) => [NEWS, `---\n\n${text}`, `---\n\n${text.replaceAll("\u200b", "")}`] as const),
  ...[
    "\u200b- a",
    " > \u200b\u200b1. a",
    "[a]\u200b\u200b(/a)",
    "!\u200b[a](/a)",
    "<\u200bb>",
    "\u200b[a]: /a",
    "-\u200b a",
    "1\u200b. b",
    "Judul\n---\u200b",
    "a|b\n:\u200b-|-",
    "<!\u200b-- penting -->",
    "&\u200bcopy;",
    "\\\u200b[x](/x)",
    "Halo  \u200b\nHalo",
    "Halo\n\u200b\nHalo",
    "\u200b    Halo",
    "- \u200b     Halo",
    "\u200b<div>**a**</div>",
  ]
    .map((text) => [NEWS, `---\n\n${text}`] as const),
  ...["Kabar dari Aya: dia sehat", "Pukul 19.00: mulai"]
    .map((text) => [NEWS, `\n${text}`, `---\n\n${text}`] as const),
  [MEMBER, 'nicknames: "Null"', 'nicknames: ["Null"]'],
  [SHOW, "venue: &t Aula\nurl: *t"],
  [SHOW, "venue: &t Aula", 'venue: "&t Aula"'],
  [SHOW, "venue: &t", 'venue: "&t"'],
  ...["members: &m\n  - Aya\n  - Bela", "venue: &t >-\n  Aula", "venue: &t Aula\n  Besar"]
    .map((lines) => [SHOW, lines] as const),
  [SHOW, "venue: ! Aula\nurl: Rina & Nagi * x", 'venue: "! Aula"\nurl: Rina & Nagi * x'],
  [MEMBER, "showroom: 317738"],
  [MEMBER, "idn: 4711"],
  [MEMBER, "IDN_username: aya_1", "idn_username: aya_1"],
  [MEMBER, "IDN-username: 12345", 'idn_username: "12345"'],
  [SHOW, "State: draft", "state: draft"],
  [MEMBER, "birth_date: 15年3月3日"],
  [MEMBER, "birth_date: 平成15年3月3日", "birth_date: 2003-03-03"],
  [MEMBER, "name_native: Konser Tanggal: 2026-07-01"],
  ...[
    "venue: Hall A draft: true",
    "venue: Hall A Draft : true",
    "venue: Hall A publish_at: 2099-01-01T00:00:00Z",
    "venue: Hall A state: cancelled",
    "venue: Hall A setlist: Firefly Parade",
    "venue: Hall A members: [Nurin]",
    "venue: Hall A url: https://x.example",
    'venue: "Hall" duration: 2h',
    'venue: "Hall" besar: 2',
    'time: "16:00" members:',
    "team: [Live] Konser venue: Hall",
    "team: Konser team: Pagi",
  ].map((line) => [SHOW, line] as const),
  [MEMBER, "hobby: Joz Lee status: graduated"],
  [SHOW, "venue: [Live] Konser: Satu", 'venue: "[Live] Konser: Satu"'],
  ...["Sesi foto", "JKT48 x", "Status"]
    .map((word) => [MEMBER, `hobby: ${word}: Aya`, `hobby: "${word}: Aya"`] as const),
  [MEMBER, "hobby: Nonton bareng: Satu", 'hobby: "Nonton bareng: Satu"'],
  [MEMBER, "joined: >- # catatan\n  4 Juli 2026"],
];

/** What stands above the line. */
const ABOVE: Readonly<Record<string, string>> = {
  [SHOW]: `${HEAD}date: 2026-12-04\n`,
  [MEMBER]: "name: Citra\n",
  [NEWS]: "---\ntitle: Jadwal\ndate: 2026-01-03\n",
  [GROUP]: "name: Group A\nfamily: bare\n",
  [RELEASE]: "title: Surat\ntype: single\n",
  "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\n",
};

Deno.test("a fix changes form alone: no meaning is guessed, and no value goes into another field", async () => {
  for (const [file, says, after = says] of LINES) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const above = (ABOVE[file] ?? "").replace(
      /family.*\n/,
      (line) => /family/.test(says) ? "" : line,
    );
    const nagi = Deno.readFileSync("content/groupa/pictures/rara-mulyasari.png");
    writeTree(root, {
      "groupa/pictures/nagi.png": nagi,
      "groupa/setlists/live.yaml": "name: Live 12\n",
      [file]: `${above}${says}\n`,
    });
    fixContent(() => diagnose(root));
    assert.equal(Deno.readTextFileSync(`${root}/${file}`), `${above}${after}\n`);
  }
});

Deno.test("a picture takes along all that name it, or stays with them", async () => {
  const nagi = Deno.readFileSync("content/groupa/pictures/rara-mulyasari.png");
  const news = (name: string) =>
    `---\ntitle: A\ndate: 2026-01-03\nimage: /pictures/${name}\n---\n\n` +
    `![a](<pictures/${name}>) ![b](https://a.example/pictures/foto%20rani.png)\n`;
  const img = (name: string) => `name: Citra\nimg: "pictures/${name}" # foto\n`;
  for (const [members, to] of [[1, "foto-rani.png"], [2, "foto rani.png"]] as const) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const files = (name: string) => ({
      ...Object.fromEntries(
        Array.from({ length: members }, (_, at) => [`groupa/members/citra-${at}.yaml`, img(name)]),
      ),
      "groupa/news/2026-01-03-a.md": news(name),
    });
    writeTree(root, { ...files("foto rani.png"), "groupa/pictures/foto rani.png": nagi });
    const { changes } = fixContent(() => diagnose(root));
    assert.equal(changes.length > 0, members === 1);
    assert.deepEqual([...Deno.readDirSync(`${root}/groupa/pictures`)].map(({ name }) => name), [
      to,
    ]);
    for (const [file, text] of Object.entries(files(to))) {
      assert.equal(Deno.readTextFileSync(`${root}/${file}`), text);
    }
  }
});

Deno.test("of two files that clash, the one that fits or that git knows for longer is the original", async () => {
  const rara = "name: Rara Kinanti\nnicknames: [Rara]\n";
  const time = 'title: Peluit\ndate: 2026-08-01\ntime: "19:00"\n';
  const cases: readonly (readonly [older: string, newer: string, text: string])[] = [
    ["members/rara-kinanti.yaml", "members/rara-kedua.yaml", rara],
    ["members/rara-z.yaml", "members/rara-a.yaml", rara],
    ["shows/2026-08-01-z.yaml", "shows/2026-08-01-a.yaml", time],
    ["shows/2026-08-01-peluit.yaml", "shows/2026-08-01.yaml", "title: Peluit\ndate: 2026-08-01\n"],
  ];
  for (const [older, newer, text] of cases) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root, { [`groupa/${older}`]: text, [`groupa/${newer}`]: text });
    const firstCommitOf = (path: string) => path.endsWith(older) ? 1 : Infinity;
    const call = { paths: [], format: "text", isFixing: false, isStrict: false } as const;
    const { stderr } = runCheck(root, call, { firstCommitOf });
    assert.ok(stderr.startsWith(`${root}/groupa/${newer}:`), stderr);
    assert.doesNotMatch(stderr, /or delete/);
  }
});

Deno.test("a fix keeps each fact, and leaves what contradicts to people", async () => {
  for (const [says, after, zone = "Asia/Jakarta"] of CASES) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root, { [SHOW]: HEAD + says, [GROUP]: `${ABOVE[GROUP]}timezone: ${zone}\n` });
    fixContent(() => diagnose(root));
    assert.equal(Deno.readTextFileSync(`${root}/${SHOW}`), HEAD + after);
    assert.deepEqual(fixContent(() => diagnose(root)).changes, []);
  }
});

Deno.test("one slip changes three files at most: shows and counts that name a setlist stay as they are", async () => {
  for (const [count, changed, members = 0] of [[3, 3], [4, 0], [1, 3, 2], [1, 0, 4]] as const) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const shows = Array.from({ length: count - 1 }, (_, at) => [
      `groupa/shows/2026-08-0${at + 1}-x.yaml`,
      `setlist: Jendela Pagi\ndate: 2026-08-0${at + 1}\n`,
    ]);
    const counts = Array.from({ length: members }, (_, at) => [
      `groupa/members/citra-${at}.yaml`,
      `name: Citra ${at}\nshows_before: { total: 1, by_setlist: [{ setlist: Jendela Pagi, count: 1 }] }\n`,
    ]);
    writeTree(root, {
      ...Object.fromEntries([...shows, ...counts]),
      "groupa/setlists/jendela-pagi.yaml": "name: JendelaPagi\n",
    });
    assert.equal(fixContent(() => diagnose(root)).changes.length, changed);
  }
});

/** Slips of a text: letters that change places, fields and values as others write them. */
const SLIPS: readonly ((text: string, pick: (count: number) => number) => string)[] = [
  (text) => text.replace(/^date: (\d{4})-(\d\d)-(\d\d)$/m, "date: $3/$2/$1"),
  (text) => text.replace(/^date: (.*)\ntime: "(.*)"$/m, "date: $1 $2"),
  (text) => text.replace(/^time: "(\d\d):(\d\d)"$/m, "time: $1.$2 WITA"),
  (text) => text.replace(/^time: "(\d\d):(\d\d)"$/m, "time: $1.$2"),
  (text) => text.replace(/^date: (\d{4}-\d\d-\d\d)$/m, "date: Sabtu, $1"),
  (text) => text.replace(/^members:/m, "anggota:"),
  (text) => text.replace(/^status: active$/m, "status: aktif"),
  (text) => text.replace(/^name: (\S+) (\S+)$/m, "name: $1  $2"),
  (text, pick) => {
    const at = pick(text.length - 1);
    return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
  },
  (text, pick) => {
    const at = pick(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
];

/** The numbers of a text, and the words of its values, each as often as it is there. */
function factsIn(text: string): Map<string, number> {
  const yaml = text.replace(/^\s*#.*$/gm, "");
  const facts = new Map<string, number>();
  const values = yaml.split("\n").map((line) => line.replace(/^\s*(?:- )?[\w-]+: ?/, ""));
  for (const [word] of values.join("\n").matchAll(/\p{Lu}[\p{L}\p{M}]{2,}|\d+/gu)) {
    const key = /^\d/.test(word) ? String(Number(word)) : word;
    facts.set(key, (facts.get(key) ?? 0) + 1);
  }
  return facts;
}

Deno.test("after random slips in the shipped content, a fix loses no name and no number", async () => {
  const runs = sizeOf({ default: 3, full: 200 });
  let state = testSeed();
  const pick = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % count;
  };
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  await copyFolder("content", root);
  const files = ["members", "shows", "events", "releases"].flatMap((kind) =>
    [...Deno.readDirSync(`${root}/groupa/${kind}`)].map(({ name }) =>
      `${root}/groupa/${kind}/${name}`
    )
  ).sort();
  const check = () => diagnose(root);
  for (let run = 0; run < runs; run++) {
    const made = new Map<string, { before: string; slipped: string }>();
    for (let slip = 0; slip < 3; slip++) {
      const path = files[pick(files.length)]!;
      const before = made.get(path)?.before ?? Deno.readTextFileSync(path);
      const slipped = SLIPS[pick(SLIPS.length)]!(made.get(path)?.slipped ?? before, pick);
      Deno.writeTextFileSync(path, slipped);
      made.set(path, { before, slipped });
    }
    const { changes } = fixContent(check);
    assert.deepEqual(fixContent(check).changes, [], "a second time changes nothing");
    for (const change of changes) {
      assert.ok("place" in change && made.has(change.place.file), "only what was slipped");
    }
    for (const [path, { before, slipped }] of made) {
      const fixed = factsIn(Deno.readTextFileSync(path));
      for (const [fact, count] of factsIn(slipped)) {
        // What the slip itself made was no fact.
        const had = Math.min(count, factsIn(before).get(fact) ?? 0);
        const isKept = (fixed.get(fact) ?? 0) >= had;
        assert.ok(isKept, `${path} lost ${fact}:\n${slipped}`);
      }
      Deno.writeTextFileSync(path, before);
    }
  }
});

Deno.test("a file is moved to a free place only", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}.yaml`;
  Deno.writeTextFileSync(at("citra"), "name: Citra\n");
  Deno.writeTextFileSync(at("taken"), "name: Bela\n");
  const move =
    (to: string) => () => [errorAt(topOf(at("citra")), "x", { from: at("citra"), to: at(to) })];
  assert.deepEqual(fixContent(move("taken")).changes, []);
  assert.equal(fixContent(move("free")).changes.length, 1);
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["free.yaml", "taken.yaml"]);
  assert.equal(Deno.readTextFileSync(at("taken")), "name: Bela\n");
});
