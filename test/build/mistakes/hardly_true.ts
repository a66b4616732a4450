import { VALID } from "../content_tree.ts";
import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const JENDELA = VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!;
const member = (line: string) => `name: Citra\n${line}\n`;
const inField = (name: string, line: string, mended?: string): Mistake =>
  inMember(name, member(line), mended === undefined ? undefined : member(mended));
const inOther = (name: string, path: string, holds: string, mended?: string): Mistake =>
  mended === undefined ? [name, { [path]: holds }] : [name, { [path]: holds }, { [path]: mended }];
const inTeam = (teams: readonly string[]) =>
  Object.fromEntries(
    teams.map((team, place) => [
      `groupa/members/dewi-${"abcde"[place]}.yaml`,
      `name: Dewi ${"ABCDE"[place]}\nteam: ${team}\n`,
    ]),
  );

/** Values that are well-formed and that nobody or nothing has. */
export const HARDLY_TRUE: readonly Mistake[] = [
  inField("a blood type with a sign behind it", "blood_type: AB+", "blood_type: AB"),
  inField("a blood type that there is not", "blood_type: C", "blood_type: B"),
  inField("a blood type in small letters", "blood_type: Golongan ab"),
  inField("a blood type of zero", 'blood_type: "0"'),
  inField("a misspelt sign of the zodiac", "zodiac: Picses"),
  inField(
    "another sign than the birth date's",
    "birth_date: 2004-02-29\nzodiac: Leo",
    "zodiac: Leo",
  ),
  inField(
    "more shows of a setlist than in all",
    "shows_before: { total: 5, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  inField(
    "a misspelt setlist among counts",
    "shows_before:\n  total: 9\n  by_setlist:\n    - { setlist: Jendela Pgi, count: 9 }",
  ),
  inField(
    "a setlist that is counted twice",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 4 }, " +
      "{ setlist: jendela pagi, count: 5 }] }",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  inField(
    "shows that are counted up to a day to come",
    "shows_before: { total: 9, as_of: 2098-01-01 }",
    "shows_before: { total: 9, as_of: 2026-01-01 }",
  ),
  inOther(
    "fewer shows than the folder has",
    "groupa/members/aya-putri.yaml",
    "name: Aya Putri\nnicknames: [Aya]\nshows_before: { total: 0, as_of: 2026-07-05 }\n",
    "name: Aya Putri\nnicknames: [Aya]\nshows_before: { total: 1, as_of: 2026-07-05 }\n",
  ),
  inShow(
    "a ticket that says nothing",
    `${SHOW}tickets: [{}]\n`,
    `${SHOW}tickets: [{ type: VIP }]\n`,
  ),
  inShow(
    "a sale that begins when the show is over",
    `${SHOW}tickets: [{ sale_from: 2026-08-02 10:00 }]\n`,
    `${SHOW}tickets: [{ sale_from: 2026-07-02 10:00 }]\n`,
  ),
  inShow(
    "a sale that begins in words",
    `${SHOW}tickets: [{ sale_from: besok }]\n`,
    `${SHOW}tickets: [{ sale_from: 2026-07-02 }]\n`,
  ),
  inOther(
    "two setlists whose names make one address",
    "groupa/setlists/jendela-sore.yaml",
    "name: Jendela (Pagi)\n",
    "name: Jendela Sore\n",
  ),
  inField("a height in metres", "height: 1,58 m"),
  inField("a height of a few centimetres", "height: 15", "height: 158"),
  inField("an account with its sign", 'idn_username: "@citra"'),
  inField("an address in the place of an account", "showroom_url_key: https://x.example/r/citra"),
  inField("a channel's handle", 'youtube: "@citra"', "youtube: UCcitra"),
  inField("a channel's address", "youtube: https://x.example/channel/UCcitra?si=1"),
  inOther(
    "an address in the place of the group's account",
    "groupa/group.yaml",
    `${VALID["groupa/group.yaml"]}accounts: { idn: "https://idn.example/groupa" }\n`,
  ),
  inField("one nickname twice", "nicknames: [Cici, cici]", "nicknames: [Cici]"),
  ...[
    "12 Desember 2026",
    "2026-12-17:",
    "Sabtu, 12 Des 2026",
    "２０２６年８月２日",
    "31 June 2026",
    "1 Agustus",
  ]
    .map((day) =>
      inShow(
        `a title that begins with ${day}`,
        `title: "${day} Peluit"\ndate: 2026-08-01\n`,
        SHOW,
      )
    ),
  inShow("a title that begins with an hour", `title: "19:00 Peluit"\ndate: 2026-08-01\n`, SHOW),
  inOther(
    "an event's title that begins with a day",
    "groupa/events/2026-08-01-peluit.yaml",
    "title: 01/08/2026 Peluit\ndate: 2026-08-01\ntype: other\n",
    "title: Peluit\ndate: 2026-08-01\ntype: other\n",
  ),
  inNews(
    "an article's title that begins with a day",
    "---\ntitle: 2 Agustus 2026 Peluit\ndate: 2026-08-01\n---\n\nA.\n",
    "---\ntitle: Peluit\ndate: 2026-08-01\n---\n\nA.\n",
  ),
  inOther(
    "a release's title that begins with a day",
    "groupa/releases/peluit.yaml",
    "title: 2026/08/01 Peluit\ntype: single\n",
    "title: Peluit\ntype: single\n",
  ),
  inShow("a show in the morning", `${SHOW}time: "07:00"\n`, `${SHOW}time: "19:00"\n`),
  inOther(
    "an event at midnight",
    "groupa/events/2026-02-22-jabat-tangan.yaml",
    'title: Jabat Tangan\ndate: 2026-02-22\ntime: "00:00"\n',
    "title: Jabat Tangan\ndate: 2026-02-22\n",
  ),
  inOther(
    "a year that is far away",
    "groupa/releases/surat.yaml",
    "title: Surat\ntype: single\nrelease_date: 2206-01-01\n",
    "title: Surat\ntype: single\nrelease_date: 2026-01-01\n",
  ),
  inShow(
    "a show that comes out behind its day",
    `${SHOW}publish_at: 2026-09-01T00:00:00+07:00\n`,
    SHOW,
  ),
  inShow("a setlist as title", "title: Jendela Pagi\ndate: 2026-08-01\n"),
  ["a last show without her", {
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Aya]\ngraduation: [Bela]\n`,
  }, {
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Aya, Bela]\ngraduation: [Bela]\n`,
    "groupa/members/bela-sari.yaml":
      "name: Bela Sari\nnicknames: [Bela, Lala]\ngraduated: 2026-08-01\n",
  }],
  ["somebody who had left in a line-up", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-31\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Aya, Bela]\n`,
  }, {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-31\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Aya]\n`,
  }],
  inShow("a name with what she is behind it", `${SHOW}members: [Aya (kapten)]\n`, SHOW),
  inShow("a name that is to come", `${SHOW}members: [TBA]\n`, SHOW),
  ["a copied show whose date was not changed", { "groupa/shows/2026-08-11-peluit.yaml": JENDELA }, {
    "groupa/shows/2026-08-11-peluit.yaml": JENDELA.replace("07-04", "08-11"),
  }],
  inOther(
    "one number for two tracks",
    "groupa/releases/surat.yaml",
    "title: Surat\ntype: single\ntracks:\n  - { number: 1, title: A }\n  - { number: 1, title: B }\n",
    "title: Surat\ntype: single\ntracks:\n  - { number: 1, title: A }\n  - { number: 2, title: B }\n",
  ),
  inOther(
    "one session twice",
    "groupa/videocalls/2026-05-08.yaml",
    'date: 2026-05-08\nsessions:\n  - { session: Sesi 1, start_time: "16:30" }\n' +
      '  - { session: Sesi 1, start_time: "16:30" }\n',
    'date: 2026-05-08\nsessions:\n  - { session: Sesi 1, start_time: "16:30" }\n',
  ),
  inOther(
    "songs with numbers",
    "groupa/setlists/jendela-pagi.yaml",
    "name: Jendela Pagi\nsongs:\n  - M01 Peluit\n  - M02 Karcis\n",
  ),
  ["a team that one file spells otherwise", inTeam(["Pagi", "Pagi", "Pagi", "pagi"])],
  [
    "a misspelt team",
    inTeam(["Serambi", "Serambi", "Serambi", "Serambbi"]),
    inTeam(["Serambi", "Serambi", "Serambi", "Serambi"]),
  ],
  ["a team with a space too many", inTeam(["Team K", "Team K", "Team K", "TeamK"])],
];
