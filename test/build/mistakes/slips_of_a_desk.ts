import { inMember, inNews, type Mistake } from "./mistake.ts";
import { SITE } from "./wrong_values.ts";

const SHOW = "title: Peluit\ndate: 2026-12-05\n";
const NEWS = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";
const CALLS = 'sessions:\n  - session: Sesi 1\n    start_time: "16:30"\n';
const PLAN = "standard: { rate: unlimited, quota: unlimited }\n";

function dated(name: string, date: string, mended?: string): Mistake {
  const path = "groupa/shows/2026-12-31-peluit.yaml";
  const files = (text: string) => ({ [path]: `title: Peluit\ndate: ${text}\n` });
  return mended === undefined ? [name, files(date)] : [name, files(date), files(mended)];
}

function timed(name: string, time: string): Mistake {
  return [name, { "groupa/shows/2026-12-05-peluit.yaml": `${SHOW}time: ${time}\n` }];
}

function inSite(name: string, line: string, mended?: string): Mistake {
  const field = line.slice(0, line.indexOf(":"));
  const files = (text: string) => ({
    "site.yaml": SITE.replace(new RegExp(`^${field}:.*\n`, "m"), "") + text,
  });
  return mended === undefined
    ? [name, files(`${line}\n`)]
    : [name, files(`${line}\n`), files(mended)];
}

const LABELLED = "contact: halo@groupa.example\n";

/** What an editor at a desk mistypes, leaves blank, or brings from other programs. */
export const SLIPS_OF_A_DESK: readonly Mistake[] = [
  inMember("a misspelt field that is blank", "name: Citra\nhoby:\n"),
  inMember("a misspelt field that is null", "name: Citra\nhoby: ~\nteam:\n"),
  inMember(
    "a misspelt field that is blank, in brackets",
    "name: Citra\nsocials:\n  - { title: X, url: https://x.example, ulr: }\n",
    "name: Citra\nsocials:\n  - { title: X, url: https://x.example }\n",
  ),
  ["a misspelt field of a track that is blank", {
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - title: Surat\n    orginal_title:\n",
  }],
  ["a plan without anything", { "plans.yaml": `${PLAN}basic:\n` }, { "plans.yaml": PLAN }],
  inMember("a field twice in another case", "name: Citra\nName: Citra Dewi\n", "name: Citra\n"),
  inMember("a field in two languages", "name: Citra\nhobby: Soto\nhobi: Soto\n", "name: Citra\n"),
  inMember("a field with a sign of equality", "name: Citra\nteam = Pagi\n"),
  inMember(
    "a value that stands in two places",
    "name: &n Citra\nfullname: *n\n",
    "name: Citra\nfullname: Citra\n",
  ),
  inMember("fields that are taken over", "name: Citra\n<<: *base\n", "name: Citra\n"),
  inMember("a type of the language", "name: Citra\nteam: !!str 7\n", 'name: Citra\nteam: "7"\n'),
  inMember("a hyphen at which no line ends", "name: Citra\nhobby: Teka\u2011teki\n"),
  inMember("a height in feet", "name: Citra\nheight: 5'3\"\n"),
  inMember("the address of a room", "name: Citra\nroom_id: https://s.example/p?room_id=7\n"),
  dated("a date with a misspelt month", "31 Desmber 2026"),
  dated("a date with a short day of the week", "Thu, 31 Dec 2026"),
  dated("a date of an era", "令和8年12月31日"),
  dated("a date with day and month changed over", "2026-31-12"),
  dated("a date that is two", "05/12/2026", "2026-12-31"),
  timed("a time of the evening", "jam 7 malam"),
  timed("a time of noon", "12 siang"),
  timed("a Japanese time", "午後7時半"),
  timed("a time with letters for digits", '"l9:OO"'),
  timed("a time with a semicolon", '"19 ; 30"'),
  inSite("a title of the service that is to come", "title: TODO", "title: Groupa\n"),
  inSite("a contact without its sign", "contact: halo groupa.example", LABELLED),
  inSite("a contact as a link", "contact: mailto:halo@groupa.example"),
  inSite("a contact in Markdown", "contact: '[surel](mailto:halo@groupa.example)'"),
  inSite("a contact that is a page without its scheme", "contact: www.groupa.example/kontak"),
  inSite("an address of the service with its paths", "base_url: https://api.groupa.example/api/"),
  ["a service without a licence", { "site.yaml": SITE.replace(/^licence:.*\n/m, "") }, {
    "site.yaml": SITE,
  }],
  ["a service without an attribution", { "site.yaml": SITE.replace(/^attribution:.*\n/m, "") }, {
    "site.yaml": SITE,
  }],
  ["video calls of one day in two files", {
    "groupa/videocalls/2026-05-08-malam.yaml": `date: 2026-05-08\n${CALLS.replace("1", "2")}`,
  }, {}],
  inNews("fields in TOML", '+++\ntitle = "Kabar"\ndate = 2026-08-01\n+++\n\nHalo.\n'),
  inNews(
    "nested fields in TOML",
    '+++\ntitle = "Kabar"\n[extra]\ndate = 2026-08-01\n+++\n\nHalo.\n',
    `${NEWS}Halo.\n`,
  ),
  inNews(
    "fields in JSON",
    '{\n  "title": "Kabar",\n  "date": "2026-08-01"\n}\n\nHalo.\n',
  ),
  inNews(
    "fields in TOML without their end",
    '+++\ntitle = "Kabar"\ndate = 2026-08-01\n\nHalo.\n',
    `${NEWS}Halo.\n`,
  ),
  inNews(
    "fields in JSON that is broken",
    '{\n  "title": "Kabar",\n  "date": 2026-08-01,\n}\n\nHalo.\n',
    `${NEWS}Halo.\n`,
  ),
  inNews("text that is indented", `${NEWS}    Halo semua.\n`, `${NEWS}Halo semua.\n`),
  inNews("text behind a tab", `${NEWS}## Kabar lain\n\tHalo.\n`, `${NEWS}## Kabar lain\n\nHalo.\n`),
];
