import { VALID } from "../content_tree.ts";
import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const TIMED = `${SHOW}time: "19:00"\n`;
const LINE_UP = `${SHOW}members:\n  - Aya\n  - Bela\n`;
const GROUP = VALID["groupa/group.yaml"]!;
const inGroup = (name: string, line: string, mended?: string): Mistake => [
  name,
  { "groupa/group.yaml": `${GROUP}${line}\n` },
  ...mended === undefined ? [] as const : [{ "groupa/group.yaml": `${GROUP}${mended}\n` }] as const,
];

/** Values that are right elsewhere, or say more than one field holds. */
export const SPELT_OTHERWISE: readonly Mistake[] = [
  inShow("a time with an h", `${SHOW}time: 19h30\n`),
  inShow("a time of the afternoon", `${SHOW}time: jam 4.30 sore\n`),
  inShow("a time with an offset", `${SHOW}time: "19:00+07:00"\n`, TIMED),
  inShow("a time with a zone of elsewhere", `${SHOW}time: 19:00 JST\n`, TIMED),
  inShow("a day and time as time", `${SHOW}time: 2026-08-01T19:00:00+07:00\n`, TIMED),
  inShow("two times", `${SHOW}time: 14:00 & 19:00\n`, TIMED),
  inShow("a list of times", `${SHOW}time: ["14:00", "19:00"]\n`, TIMED),
  inShow("a length without a unit", `${SHOW}duration: 150\n`),
  inShow("a length in Indonesian with a comma", `${SHOW}duration: 2,5 jam\n`),
  inShow("an end as a length", `${SHOW}duration: "21:00"\n`, `${SHOW}duration: 2h\n`),
  inShow("an Indonesian name of the length", `${SHOW}durasi: 2h\n`),
  inShow("two days", "title: Peluit\ndate: 2026-08-01 - 2026-08-02\n", SHOW),
  inShow("a date with long hyphens", "title: Peluit\ndate: 2026–08–01\n"),
  inShow("a date in wide digits", "title: Peluit\ndate: ２０２６-08-01\n"),
  inShow("a Japanese date", "title: Peluit\ndate: 2026年8月1日（土）\n"),
  inShow("publish_at with a space and an offset", `${SHOW}publish_at: 2026-07-01 09:00 +7\n`),
  inShow("publish_at with a short zone", `${SHOW}publish_at: 2026-07-01 09.00 WITA\n`),
  inShow("published, which is no field", `${SHOW}published: false\n`, `${SHOW}draft: true\n`),
  inShow("a web address between signs", `${SHOW}url: <https://x.example/a>\n`),
  inShow("a web address as a link", `${SHOW}url: "[tiket](https://x.example/a)"\n`),
  inShow("a web address with a space behind it", `${SHOW}url: "https://x.example/a "\n`),
  inShow("a web address with a misspelt scheme", `${SHOW}url: htps://x.example/a\n`),
  inMember(
    "a picture with a space in its address",
    "name: Citra\nimg: https://x.example/citra dewi.jpg\n",
  ),
  inShow("an English name of a field", `${SHOW}location: Balai\n`),
  inShow("a text in brackets", `${SHOW}venue: [Balai]\n`, `${SHOW}venue: Balai\n`),
  inShow("names as fields", `${SHOW}members:\n  - name: Aya\n  - name: Bela Sari\n`),
  inMember("an entry that starts with @, in brackets", "name: Citra\nnicknames: [Cici, @cici]\n"),
  inShow(
    "curly quotes around names",
    `${SHOW}members: [“Aya”, “Bela”]\n`,
    `${SHOW}members: ["Aya", "Bela"]\n`,
  ),
  inShow("an entry that is indented further", `${SHOW}members:\n  - Aya\n   - Bela\n`, LINE_UP),
  inShow("names as lines of text", `${SHOW}members: |\n  Aya\n  Bela\n`, LINE_UP),
  inShow("names with bullets", `${SHOW}members:\n  • Aya\n  • Bela\n`, LINE_UP),
  inShow("names as numbered fields", `${SHOW}members:\n  1: Aya\n  2: Bela\n`, LINE_UP),
  inShow(
    "a former name with its ending",
    `${SHOW}former_slugs: [2026-07-31-peluit.yaml]\n`,
  ),
  inShow("a former name with its folder", `${SHOW}former_slugs: [shows/peluit]\n`),
  inShow("a former name that is today's", `${SHOW}former_slugs: [2026-08-01-peluit]\n`, SHOW),
  inMember(
    "links as fields",
    "name: Citra\nsocials:\n  X: https://x.example/c\n",
    "name: Citra\nsocials:\n  - { title: X, url: https://x.example/c }\n",
  ),
  inNews(
    "a category in brackets",
    "---\ntitle: Kabar\ndate: 2026-08-01\ncategory: [Teater]\n---\n\nHalo.\n",
    "---\ntitle: Kabar\ndate: 2026-08-01\ncategory: Teater\n---\n\nHalo.\n",
  ),
  inGroup("a language by its name", "language: Indonesia"),
  inGroup("a language with an underscore", "language: id_ID"),
  inGroup("a time zone as Japanese call it", "timezone: JST"),
  inGroup("a time zone by its offset from Greenwich", "timezone: GMT+7", "timezone: Asia/Jakarta"),
  inGroup("a length of shows that is above a day", "show_duration: 48h", "show_duration: 2h"),
  inGroup("an alias in capitals", "aliases: [JKT48]"),
  inGroup("another default than a venue", 'defaults: { time: "19:00" }', "defaults: {}"),
  ["a number with a comma", {
    "plans.yaml": VALID["plans.yaml"]!.replace("5000", "5,000"),
  }, { "plans.yaml": VALID["plans.yaml"]! }],
  ["a link whose title holds a comma", {
    "groupa/members/citra-dewi.yaml":
      "name: Citra\nsocials:\n  - { title: Kafe, Soto, url: https://x.example/c }\n",
  }, {
    "groupa/members/citra-dewi.yaml":
      'name: Citra\nsocials:\n  - { title: "Kafe, Soto", url: https://x.example/c }\n',
  }],
  ["a release with the date of another kind", {
    "groupa/releases/surat.yaml": "title: Surat\ntype: mini album\ndate: 2026-03-01\n",
  }],
];
