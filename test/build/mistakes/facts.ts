import { VALID } from "../content_tree.ts";
import { makePng } from "../../addons/picture/picture_files.ts";
import {
  article,
  citra,
  event,
  group,
  inFile,
  member,
  type Mistake,
  peluit,
  release,
  setlist,
  show,
  videocall,
} from "./mistake.ts";

/** Content that fits its schema, and that nobody means. */
export const FACTS: readonly Mistake[] = [
  member("a file name with another name", "name: Dewa Utami\n"),
  citra("a birth that is to come", "birth_date: 2206-03-03"),
  citra("a member who graduated before she joined", "joined: 2024-03-03\ngraduated: 2022-03-03"),
  videocall(
    "a session that ends before it begins",
    '  - session: Sesi 1\n    start_time: "16:30"\n    end_time: "15:30"',
  ),
  videocall(
    "getting ready after the beginning",
    '  - session: Sesi 1\n    preparation_start: "17:00"\n    start_time: "16:30"',
  ),
  citra("a value that is to come", "hobby: TBA"),
  show("a title that is to come", "title: TBA\ndate: 2026-08-01\n"),
  citra("an address for examples", "img: https://example.com/citra.jpg"),
  article(
    "a filler and an address for examples in an article",
    "Lorem ipsum dolor, [di sini](https://www.example.com/a).",
  ),
  peluit("a celebration outside the line-up", "members: [Aya]\nseitansai: [Bela Sari]"),
  inFile(
    "two shows at one instant",
    "groupa/shows/2026-07-04-peluit.yaml",
    'title: Peluit\ndate: 2026-07-04\ntime: "19:00"\n',
  ),
  article("bold text with a space inside", "**Aya** dan ** Bela** tampil."),
  article("code that does not end", "Kode:\n\n```\nA1\n\nSampai jumpa **besok."),
  article(
    "a link with its brackets mixed up",
    "Lihat (jadwal)[https://groupa.example/jadwal] dan datang.",
  ),
  article(
    "a link whose text does not end",
    "Lihat [jadwal(https://groupa.example/jadwal) dan datang.",
  ),
  citra("a blood type that there is not", "blood_type: C"),
  citra("a blood type in small letters", "blood_type: Golongan ab"),
  citra("a misspelt sign of the zodiac", "zodiac: Picses"),
  citra("another sign than the birth date's", "birth_date: 2004-02-29\nzodiac: Leo"),
  citra(
    "more shows of a setlist than in all",
    "shows_before: { total: 5, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  citra(
    "a misspelt setlist among counts",
    "shows_before:\n  total: 9\n  by_setlist:\n    - { setlist: Jendela Pgi, count: 9 }",
  ),
  citra(
    "a setlist that is counted twice",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 4 }, { setlist: jendela pagi, count: 5 }] }",
  ),
  citra(
    "shows that are counted up to a day to come",
    "shows_before: { total: 9, as_of: 2098-01-01 }",
  ),
  inFile(
    "fewer shows than the folder has",
    "groupa/members/aya-putri.yaml",
    "name: Aya Putri\nnicknames: [Aya]\nshows_before: { total: 0, as_of: 2026-07-05 }\n",
  ),
  peluit("a ticket that says nothing", "tickets: [{}]"),
  peluit("a sale that begins when the show is over", "tickets: [{ sale_from: 2026-08-02 10:00 }]"),
  peluit("a sale that begins in words", "tickets: [{ sale_from: besok }]"),
  inFile(
    "two setlists whose names make one address",
    "groupa/setlists/jendela-sore.yaml",
    "name: Jendela (Pagi)\n",
  ),
  citra("a height of a few centimetres", "height: 15"),
  citra("an account with its sign", 'idn_username: "@citra"'),
  citra("an address in the place of an account", "showroom_url_key: https://x.example/r/citra"),
  citra("a channel's handle", 'youtube: "@citra"'),
  group(
    "an address in the place of the group's account",
    'accounts: { idn: "https://idn.example/groupa" }',
  ),
  citra("one nickname twice", "nicknames: [Cici, cici]"),
  show(
    "a title that begins with ２０２６年８月２日",
    'title: "２０２６年８月２日 Peluit"\ndate: 2026-08-01\n',
  ),
  show("a title that begins with 31 June 2026", 'title: "31 June 2026 Peluit"\ndate: 2026-08-01\n'),
  show("a title that begins with 1 Agustus", 'title: "1 Agustus Peluit"\ndate: 2026-08-01\n'),
  show("a title that begins with an hour", 'title: "19:00 Peluit"\ndate: 2026-08-01\n'),
  peluit("a show in the morning", 'time: "07:00"'),
  event("an event at midnight", 'time: "00:00"'),
  release("a year that is far away", "release_date: 2206-01-01"),
  peluit("a show that comes out behind its day", "publish_at: 2026-09-01T00:00:00+07:00"),
  show("a setlist as title", "title: Jendela Pagi\ndate: 2026-08-01\n"),
  peluit("a last show without her", "members: [Aya]\ngraduation: [Bela]"),
  ["somebody who had left in a line-up", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-31\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya, Bela]\n",
  }],
  peluit("a name with what she is behind it", "members: [Aya (kapten)]"),
  peluit("a name that is to come", "members: [TBA]"),
  inFile(
    "a copied show whose date was not changed",
    "groupa/shows/2026-08-11-peluit.yaml",
    VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  ),
  release(
    "one number for two tracks",
    "tracks:\n  - { number: 1, title: A }\n  - { number: 1, title: B }",
  ),
  videocall(
    "one session twice",
    '  - { session: Sesi 1, start_time: "16:30" }\n' +
      '  - { session: Sesi 1, start_time: "16:30" }',
  ),
  setlist("songs with numbers", "songs:\n  - M01 Peluit\n  - M02 Karcis"),
  ["a team that one file spells otherwise", {
    "groupa/members/dewi-a.yaml": "name: Dewi A\nteam: Pagi\n",
    "groupa/members/dewi-b.yaml": "name: Dewi B\nteam: Pagi\n",
    "groupa/members/dewi-c.yaml": "name: Dewi C\nteam: Pagi\n",
    "groupa/members/dewi-d.yaml": "name: Dewi D\nteam: pagi\n",
  }],
  citra(
    "a career that ends before it begins",
    "history: [{ from: 2024-05-01, to: 2023-05-01, role: Kapten }]",
  ),
  citra(
    "a career before she joined",
    "joined: 2024-05-01\nhistory: [{ from: 2023-05-01, to: 2024-06-01, team: Pagi }]",
  ),
  citra(
    "a career that begins after she has left",
    "graduated: 2024-05-01\nhistory: [{ from: 2024-06-01, to: 2024-07-01, role: Kapten }]",
  ),
  citra(
    "a career that ends after she has left",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, to: 2024-07-01, role: Kapten }]",
  ),
  citra(
    "a captain who has left and is one still",
    "graduated: 2024-05-01\nhistory: [{ from: 2023-06-01, role: Kapten }]",
  ),
  citra(
    "a captain who left on some day and is one still",
    "status: graduated\nhistory: [{ from: 2023-06-01, role: Kapten }]",
  ),
  citra(
    "a team of today that is in the career alone",
    "history: [{ from: 2023-06-01, team: Pagi }]",
  ),
  citra(
    "a team of today that the career does not have",
    "team: Senja\nhistory: [{ from: 2023-06-01, to: 2024-05-01, team: Pagi }]",
  ),
  citra("two teams of today", "team: Senja\nhistory: [{ from: 2023-06-01, team: Pagi }]"),
  citra("a part of a career that says nothing", "history: [{ from: 2023-06-01 }]"),
  citra(
    "a part of a career that is written twice",
    "history:\n  - { from: 2023-06-01, role: Kapten }\n" + "  - { from: 2023-06-01, role: Kapten }",
  ),
  citra("a reading in kanji", "name_reading: 有沢 瑞穂"),
  setlist(
    "a center who does not sing",
    "songs:\n  - Peluit\n  - { title: Karcis, center: [Aya], unit: [Bela] }",
  ),
  setlist(
    "a center whom nobody knows",
    "songs:\n  - Peluit\n  - { title: Karcis, center: [Ayaa] }",
  ),
  peluit("tickets that are one", 'time: "19:00"\ntickets: { type: VIP, price: Rp100.000 }'),
  peluit("tickets as an address", 'time: "19:00"\ntickets: https://tiket.example/vip'),
  peluit("a ticket that is there twice", 'time: "19:00"\ntickets: [{ type: VIP }, { type: VIP }]'),
  peluit(
    "a sale that ends before it begins",
    'time: "19:00"\ntickets: [{ type: VIP, sale_from: 2026-07-02, sale_until: 2026-07-01 }]',
  ),
  peluit(
    "a sale before the announcement",
    'time: "19:00"\npublish_at: 2026-07-10T10:00:00+07:00\n' +
      "tickets: [{ sale_from: 2026-07-09 10:00 }]",
  ),
  peluit("a sale of the wrong year", 'time: "19:00"\ntickets: [{ sale_from: 2025-07-09 10:00 }]'),
  peluit(
    "a sale that begins at a time with a point",
    'time: "19:00"\ntickets: [{ sale_from: 2026-07-02 10.00 }]',
  ),
  peluit(
    "a sale that begins on a day with its weekday",
    "time: \"19:00\"\ntickets: [{ sale_from: 'Kamis, 2 Juli 2026' }]",
  ),
  peluit(
    "a sale on another weekday than it says",
    "time: \"19:00\"\ntickets: [{ sale_from: 'Jumat, 2 Juli 2026' }]",
  ),
  peluit("a sale at a time of no day", 'time: "19:00"\ntickets: [{ sale_from: "10:00" }]'),
  peluit("a price below zero", 'time: "19:00"\ntickets: [{ price: -5 }]'),
  peluit("a stream as an address", 'time: "19:00"\nstream: https://www.idn.app/serambi'),
  ["shows before those of a folder that has all", {
    "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\n",
    "groupa/members/citra.yaml": "name: Citra\nshows_before: { total: 9 }\n",
  }],
  citra(
    "shows before she joined",
    "joined: 2024-01-20\nshows_before: { total: 9, as_of: 2023-12-31 }",
  ),
  citra(
    "a career in no order",
    "team: Pagi\n" +
      "history: [{ from: 2025-01-01, team: Pagi }, { from: 2024-01-01, to: 2025-01-01, role: Kapten }]",
  ),
  release(
    "an original title of a track that is its title",
    "tracks:\n  - { title: Surat, original_title: surat }",
  ),
  inFile(
    "a copied show with a number behind its name",
    "groupa/shows/2026-07-04-jendela-pagi-2.yaml",
    VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  ),
  member(
    "two bullets among hyphens",
    "name: Citra Dewi\nnicknames:\n  - Cici\n  • Cit\n  • Dewi\n  - Dede\nteam: Pagi\n",
  ),
  peluit("an address with blanks", "url: https://x.example/a/2026 12 27"),
  peluit("an address that begins twice", "url: https://https://x.example/a"),
  peluit("a price without its ticket", "price: Rp100.000"),
  peluit("a sale without its ticket", "sale_from: 2026-07-02"),
  inFile(
    "a field of another kind of file",
    "groupa/events/2026-08-01-konser.yaml",
    "title: Konser\ntype: concert\ndate: 2026-08-01\nsetlist: Jendela Pagi\n",
  ),
  peluit("a sale from Fri, Jul 3 2026, 7 PM", "tickets:\n  - sale_from: Fri, Jul 3 2026, 7 PM"),
  peluit("a sale from 03/07/2026 19:00", "tickets:\n  - sale_from: 03/07/2026 19:00"),
  member(
    "a page in the place of a picture",
    "name: Citra Dewi\nimg: https://drive.google.com/file/d/1aBcD/view?usp=sharing\n",
  ),
  ["a picture's name with a blank", {
    "groupa/pictures/poster-malam.png": makePng({ seed: 1 }),
    "groupa/news/2026-08-01-kabar.md":
      "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n![Poster](pictures/poster malam.png)\n",
  }],
  member(
    "a link of another service",
    "name: Citra Dewi\n" + 'socials: [{ title: TikTok, url: "https://www.instagram.com/citra" }]\n',
  ),
  release("a number with a word around it", "number: ke-12"),
  release(
    "a track that is there twice",
    "tracks: [{ title: Surat }, { title: Karcis }, { title: Surat }]",
  ),
  setlist("a song that is there twice", "songs:\n  - Peluit\n  - Karcis\n  - Karcis"),
  setlist(
    "some songs with numbers",
    "songs:\n  - title: 1. Peluit\n  - title: 2. Karcis\n  - Surat",
  ),
  setlist("a field of a song without its colon", "songs:\n  - title Peluit\n  - judul：Karcis"),
  videocall(
    "a member in two sessions at once",
    '  - { session: Sesi 1, start_time: "09:30", end_time: "10:30", members: [Aya, Bela] }\n' +
      '  - { session: Sesi 2, start_time: "10:00", end_time: "11:00", members: [Aya] }',
  ),
  release("tracks with numbers", "tracks: [{ title: 1. Surat }, { title: 2. Karcis }]"),
  peluit(
    "prices without a currency",
    "tickets: [{ price: 200.000 }, { type: VIP, price: 300rb }]\n" +
      'stream: { url: "https://x.example/a", price: 5 }',
  ),
  ["a generation in other words", {
    "groupa/members/dewi-a.yaml": "name: Dewi A\ngeneration: gen8-groupa\n",
    "groupa/members/dewi-b.yaml": "name: Dewi B\ngeneration: gen8-groupa\n",
    "groupa/members/dewi-c.yaml": "name: Dewi C\ngeneration: gen8-groupa\n",
    "groupa/members/dewi-d.yaml": "name: Dewi D\ngeneration: Generasi 8\n",
  }],
  ["a birthday in another part of the year", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nbirth_date: 2004-02-29\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nseitansai: [Citra Dewi]\n",
  }],
  article(
    "a table without its line of hyphens",
    "| Hari | Acara |\n| Sabtu | Teater |\n| Minggu | Konser |",
  ),
  article("the head of a chat's message", "[20/11/26 14.32] Admin: Jadwal."),
  article("a list of bullets", "•\tUndian\n•\tOrkes"),
  article("a link to nothing", "[di sini]()"),
  inFile(
    "a licence in words",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\n" +
      "base_url: https://api.groupa.example\nlicence: bebas dipakai\n" + "attribution: Groupa\n",
  ),
  group("a zone with its offset behind it", "timezone: WIB (GMT+7)"),
];
