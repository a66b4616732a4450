import type { TreeFiles } from "../content_tree.ts";
import type { Mistake } from "./mistake.ts";
import { SITE } from "./wrong_values.ts";

const MEMBER = "name: Citra\n";
const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const NEWS = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nIsi.\n";
const TEAM = "name: Citra\nteam: Pagi\n";
const GROUP = "name: A\nfamily: bare\n";
const PROFILE = `${GROUP}aliases: [{ name: idol, as: jkt48connect }]\n`;
const PLAN = "standard: { rate: unlimited, quota: unlimited }\n";

/** What an editor makes of the one file of a mistake after reading the message; no text: none needed. */
const MENDED: Readonly<Record<string, string | TreeFiles>> = {
  "an unknown field": "name: Citra\nnicknames: [Citra]\n",
  "a required field misspelt": MEMBER,
  "a misspelt choice": "name: Citra\nstatus: graduated\n",
  "a misspelt field inside a list":
    "name: Citra\nsocials:\n  - { title: X, url: https://x.example }\n",
  "a field that a celebration does not have": `${SHOW}seitansai: [{ member: Aya, id: 1 }]\n`,
  "a celebration with a misspelt field": `${SHOW}seitansai: [{ member: Aya, id: 1 }]\n`,
  "an unknown kind of release": "title: Surat\ntype: single\n",
  "an unknown time zone": `${GROUP}timezone: Asia/Jakarta\n`,
  "an unknown family": GROUP,
  "a plan with a misspelt field":
    "standard: { rate: { per_second: 10, burst: 30 }, quota: unlimited }\n",
  "a plan with a misspelt word": PLAN,
  "Windows line ends": "name: Citra\r\nteam: Pagi\r\nstatus: active\r\n",
  "a byte order mark": MEMBER,
  "wide characters before the place":
    "name: Citra\nsocials: [{ title: X, url: https://x.example }]\n",
  "a setlist that no file has": "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  "a member among shows": { "groupa/members/citra-dewi.yaml": "name: Citra Dewi\n" },
  "a show among members": {
    "groupa/shows/2026-08-01-peluit.yaml": "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  },
  "a length without a unit": `${SHOW}duration: 150m\n`,
  "a web address with a misspelt scheme": `${SHOW}url: https://x.example/a\n`,
  "a misspelt sign of the zodiac": "name: Citra\nzodiac: Pisces\n",
  "a misspelt setlist among counts":
    "name: Citra\nshows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }\n",
  "a setlist as title": "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  "a room with a separator": "name: Citra\nroom_id: 410025\n",
  "an address in the place of the group's account": `${GROUP}accounts: { idn: groupa }\n`,
  "an address in the place of an account": "name: Citra\nshowroom_url_key: citra\n",
  "a misspelt field that is blank": MEMBER,
  "a misspelt field that is null": MEMBER,
  "a misspelt field of a track that is blank": "title: Surat\ntype: single\n",
  "a ticket with a misspelt field": `${SHOW}tickets: [{ type: VIP, price: Rp100.000 }]\n`,
  "a stream with a misspelt field": `${SHOW}stream: { url: https://www.idn.app/x, price: Rp5 }\n`,
  "a misspelt count of shows before": "name: Citra\nshows_before: { total: 9 }\n",
  "a field like no other": "name: Citra\nhobby: Soto\n",
  "a choice that is none": "name: Citra\nstatus: active\n",
  "a missing field": "name: Citra Dewi\nnicknames: [Cici]\n",
  "a required field without a value": "name: Citra\nstatus: active\n",
  "an empty text": MEMBER,
  "a fraction where a whole number belongs": "name: Citra\nroom_id: 15\n",
  "a number that is too small": "name: Citra\nroom_id: 3\n",
  "a word where true belongs": "name: Citra\nsr_exists: true\n",
  "neither of two forms": "name: Citra\nheight: 158\n",
  "an entry of a list without text": "name: Citra\nnicknames:\n  - Citra\n",
  "a title in brackets": 'title: "[UPDATE]"\ndate: 2026-08-01\n',
  "a day that does not exist": SHOW,
  "a date that begins with the day": SHOW,
  "names on lines of their own without hyphens": `${SHOW}members:\n  - Aya\n  - Bela\n`,
  "a time that no clock shows": `${SHOW}time: "23:59"\n`,
  "neither title nor setlist": SHOW,
  "a link that is a script": `${SHOW}url: https://groupa.example/\n`,
  "a moment that some zones have in the year 10000": `${SHOW}publish_at: 2026-07-01T00:00Z\n`,
  "three mistakes at once": `${SHOW}time: "23:00"\n`,
  "a day without sessions":
    'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "16:30"\n',
  "an offset for a time zone": `${GROUP}timezone: Asia/Jakarta\n`,
  "an unknown language": `${GROUP}language: id\n`,
  "an empty group.yaml": GROUP,
  "a setlist without a name": "name: Jendela Pagi\nsongs: [Peluit]\n",
  "a plan with a rate that is none":
    "standard: { rate: { per_second: 1, burst: 30 }, quota: unlimited }\n",
  "a plan with half its fields": "standard:\n  rate: unlimited\n  quota: unlimited\n",
  "a plan with a name that is none": PLAN,
  "a plan with another period":
    "standard:\n  rate: unlimited\n  quota: { requests: 5, per: day, timezone: Asia/Jakarta }\n",
  "a tab": "name: Citra\nsocials:\n  - { title: X, url: https://x.example }\n",
  "a line indented too far": TEAM,
  "a list that is not aligned": "name: Citra\nnicknames:\n  - Citra\n  - Dewi\n",
  "a first line that is indented": TEAM,
  "a missing double quote": 'name: "Citra"\nteam: Pagi\nhobby: Menari\n',
  "a missing single quote": "name: Citra\nteam: 'Pagi'\nhobby: Menari\n",
  "an apostrophe between single quotes": 'name: "Citra\'s"\n',
  "a quotation at the beginning of a text": "name: Citra\njikosokai: '\"Halo\" katanya'\n",
  "a field that stands twice": TEAM,
  "an unclosed bracket": "name: Citra\nnicknames: [Citra, Dewi]\nteam: Pagi\n",
  "an unclosed brace": "name: Citra\nsocials:\n  - { title: X, url: https://x.example }\n",
  "a comma too many": "name: Citra\nnicknames: [Citra, Dewi]\n",
  "text that starts with a hyphen": 'name: Citra\nhobby: "- menari"\n',
  "no space behind a colon": "name: Citra\nteam: Pagi\nhobby: Menari\n",
  "no colon": "name: Citra\nteam: Pagi\nhobby: Menari\n",
  "no space behind the hyphens": "name: Citra\nnicknames:\n  - Citra\n  - Dewi\n",
  "no space behind one hyphen": "name: Citra\nnicknames:\n  - Citra\n  - Dewi\n",
  "curly quotes around a text": 'name: "Citra"\nnicknames: ["‘Citra’", Dewi]\n',
  "curly quotes around a colon": 'name: Citra\njikosokai: "Halo: aku Citra"\n',
  "two versions as Git left them": TEAM,
  "text cut off by a #": 'name: Citra\nhobby: "Idola #1"\n',
  "aliases that multiply": MEMBER,
  "an alias of itself": 'name: Citra\nnicknames: ["&a"]\n',
  "a field whose name is a list": TEAM,
  "a file that is only text": MEMBER,
  "a file that is a list": MEMBER,
  "an empty file": MEMBER,
  "a second document": MEMBER,
  "another encoding": "name: Citra\nhobby: Café\n",
  "UTF-16": MEMBER,
  "a long line": "name: Citra\nsocials: [{ title: X, url: https://x.example }]\n",
  "characters that move the cursor": MEMBER,
  "no front matter": NEWS,
  "front matter that is not closed": NEWS,
  "a value of front matter": NEWS,
  "what an article never shows": NEWS,
  "addresses in an article that lead nowhere":
    `${NEWS}[a](https://a.example) <a href="https://b.example">b</a>\n`,
  "an article in two versions as Git left them": NEWS,
  "empty front matter": NEWS,
  "a colour by its name": `${SITE}accent: "#9c1f55"\n`,
  "a colour that is too pale": `${SITE}accent: "#b8497a"\n`,
  "no site.yaml": {},
  "no plans.yaml": {},
  "an empty plans.yaml": PLAN,
  "an empty site.yaml": {},
  "a folder without group.yaml": {
    "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
    "groupb/members/citra-dewi.yaml": MEMBER,
  },
  "a file that ends in .txt": { "groupa/news/2026-08-01-kabar.md": NEWS },
  "an article that ends in .yaml": { "groupa/news/2026-08-01-kabar.md": NEWS },
  "a picture": {},
  "a folder within a folder": { "groupa/members/citra-dewi.yaml": MEMBER },
  "a misspelt folder": { "groupa/members/citra-dewi.yaml": MEMBER },
  "a misspelt file of a group": {},
  "a misspelt file at the top": {},
  "a file name without a letter": { "groupa/members/citra-dewi.yaml": MEMBER },
  "two entries with one id": {
    "groupa/events/2026-03-01-konser.yaml": "id: E-1\ntitle: Konser\ndate: 2026-03-01\n",
    "groupa/events/2026-03-02-konser.yaml": "title: Konser\ndate: 2026-03-02\nid: E-2\n",
  },
  "an id that is another's file name": {},
  "a file name that is another's id": {
    "groupa/shows/2026-08-01-peluit.yaml": "id: A-7\ntitle: Peluit\ndate: 2026-08-01\n",
  },
  "a former address of an article that another has": NEWS,
  "two setlists of one name": "name: Jendela\nsongs: [Karcis]\n",
  "a member in two groups": { "groupb/group.yaml": "name: Group B\nfamily: wrapped\n" },
  "a former address that somebody has": "name: Citra Dewi\nformer_slugs: [citra]\n",
  "an account that two members have": "name: Aya Putri\nnicknames: [Aya]\nidn_username: aya_p\n",
  "a room that a member and the group have": {
    "groupa/members/citra-dewi.yaml": "name: Citra\nshowroom_url_key: CITRA\nroom_id: 7\n",
  },
  "an account that is another member's address": "name: Citra\nidn_username: citra\n",
  "a reserved address of a member": { "groupa/members/citra-dewi.yaml": MEMBER },
  "a reserved former address": MEMBER,
  "a reserved folder": { "groupb/group.yaml": "name: Group B\nfamily: wrapped\n" },
  "a folder with the name of a service's page": {},
  "a reserved alias": `${GROUP}aliases: [idol]\n`,
  "an alias that is a group": "name: Group B\nfamily: wrapped\naliases: [b]\n",
  "the same alias twice": `${GROUP}aliases: [idol]\n`,
  "a name that two members have": "name: Citra Dewi\nnicknames: [Cici]\n",
  "somebody who stands in a line-up twice": `${SHOW}members:\n  - Aya\n  - Bela Sari\n`,
  "a guest in many files": {
    "groupa/group.yaml": `${GROUP}guests: [Kang Dodi]\n`,
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Kang Dodi]\n`,
  },
  "curly quotes around a time": `${SHOW}time: "19:00"\n`,
  "a reserved alias of a profile": PROFILE,
  "an alias of a profile with the name of a page": PROFILE,
  "an alias of a profile that is another alias": PROFILE,
  "an alias of an unknown profile": PROFILE,
};

/** The whole folder after a mistake was mended by hand; undefined where nobody wrote that down. */
export function mendedByHand([name, files, mended]: Mistake): TreeFiles | undefined {
  const text = mended ?? MENDED[name];
  if (typeof text !== "string") return text;
  return { [Object.keys(files)[0]!]: text };
}
