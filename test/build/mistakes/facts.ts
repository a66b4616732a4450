import { VALID } from "../content_tree.ts";
import { makePng } from "../../addons/picture/picture_files.ts";
import {
  article,
  citra,
  inFile,
  member,
  type Mistake,
  peluit,
  release,
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
  citra("an address for examples", "img: https://example.com/citra.jpg"),
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
  citra(
    "more shows of a setlist than in all",
    "shows_before: { total: 5, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  peluit("a sale that begins when the show is over", "tickets: [{ sale_from: 2026-08-02 10:00 }]"),
  peluit("a sale of another year", "tickets: [{ sale_from: 2025-07-02 }]"),
  peluit("a sale that begins in words", "tickets: [{ sale_from: besok }]"),
  inFile(
    "two setlists whose names make one address",
    "groupa/setlists/jendela-sore.yaml",
    "name: Jendela (Pagi)\n",
  ),
  citra("an account with its sign", 'idn_username: "@citra"'),
  citra("a channel's handle", 'youtube: "@citra"'),
  citra("one nickname twice", "nicknames: [Cici, cici]"),
  show(
    "a title that begins with ２０２６年８月２日",
    'title: "２０２６年８月２日 Peluit"\ndate: 2026-08-01\n',
  ),
  peluit("a show in the morning", 'time: "07:00"'),
  release("a year that is far away", "release_date: 2206-01-01"),
  peluit("a show that comes out behind its day", "publish_at: 2026-09-01T00:00:00+07:00"),
  ["somebody who had left in a line-up", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-31\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya, Bela]\n",
  }],
  ["somebody in a line-up before she comes out", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\npublish_at: 2206-08-20T19:00:00+07:00\n",
    "groupa/shows/2026-09-01-peluit.yaml":
      "title: Peluit\ndate: 2026-09-01\nmembers: [Bela Sari]\ngraduation: [{ member: Bela Sari, id: 1 }]\n",
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks: [{ title: Surat, members: [Bela Sari] }]\n",
    "groupa/videocalls/2026-05-08.yaml":
      'date: 2026-05-08\nsessions: [{ session: A, start_time: "16:30", members: [Bela Sari] }]\n',
    "groupa/setlists/jendela-pagi.yaml":
      "name: Jendela Pagi\nsongs: [{ title: Peluit, center: [Bela Sari], unit: [Bela Sari] }]\n",
  }],
  peluit("a name that is to come", "members: [TBA]"),
  release(
    "one number for two tracks",
    "tracks:\n  - { number: 1, title: A }\n  - { number: 1, title: B }",
  ),
  citra(
    "a career that ends before it begins",
    "history: [{ from: 2024-05-01, to: 2023-05-01, role: Kapten }]",
  ),
  citra("a part of a career that says nothing", "history: [{ from: 2023-06-01 }]"),
  citra("a reading in kanji", "name_reading: 有沢 瑞穂"),
  peluit(
    "a sale that begins at a time with a point",
    'time: "19:00"\ntickets: [{ sale_from: 2026-07-02 10.00 }]',
  ),
  peluit(
    "a sale on another weekday than it says",
    "time: \"19:00\"\ntickets: [{ sale_from: 'Jumat, 2 Juli 2026' }]",
  ),
  peluit("a price below zero", 'time: "19:00"\ntickets: [{ price: -5 }]'),
  peluit("a stream as an address", 'time: "19:00"\nstream: https://www.idn.app/serambi'),
  inFile(
    "a copied show with a number behind its name",
    "groupa/shows/2026-07-04-jendela-pagi-2.yaml",
    VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  ),
  member(
    "a page in the place of a picture",
    "name: Citra Dewi\nimg: https://drive.google.com/file/d/1aBcD/view?usp=sharing\n",
  ),
  ["a picture's name with a blank", {
    "groupa/pictures/poster-malam.png": makePng({ seed: 1 }),
    "groupa/news/2026-08-01-kabar.md":
      "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n![Poster](pictures/poster malam.png)\n",
  }],
  article("a heading without a space", "##Jadwal\n\nHalo."),
  article("a note that does not end", "Halo. <!-- catatan\n\nLalu."),
  article("no article", ""),
  article("slanted words that do not end", "Ini *miring sekali."),
  article("what cannot be seen in an article", "Ha\u200blo, me\u00adnari.\n\nLalu."),
  article("wide signs of bold text", "Ini ＊＊tebal＊＊ sekali."),
  citra("a picture of another site", "img: /foto/rani.jpg"),
  citra("no day as programs write it", "joined: 1970-01-01"),
  citra("a number for a sign", 'zodiac: "9"'),
  article("a footnote", "Halo[^1].\n\n[^1]: Nanti malam."),
  article("the size of a picture", "![a](https://img.groupa.id/a.png){width=300}"),
  article("a list of meanings", "Senbatsu\n: pilihan"),
  article("a formula", "Jumlahnya $$x^2$$."),
  article("marked words", "Ini ==penting==."),
  citra("half an emoji", 'hobby: "Malam \\ud83d"'),
];
