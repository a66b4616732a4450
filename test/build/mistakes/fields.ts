import {
  article,
  citra,
  inFile,
  member,
  type Mistake,
  news,
  peluit,
  release,
  show,
  site,
} from "./mistake.ts";

/** Fields, lists and names that are written otherwise, or belong elsewhere. */
export const FIELDS: readonly Mistake[] = [
  member("a list in round brackets", "name: Citra Dewi\nnicknames: (Cici, Dewi)\n"),
  member("names with a slash between them", "name: Citra Dewi\nnicknames: Cici/Dewi\n"),
  member(
    "a list that begins on the line of its field",
    "name: Citra Dewi\nnicknames: Cici\n  - Dewi\n",
  ),
  peluit("a word for all members", "members: semua"),
  peluit("a word for all members in a list", "members: [All members]"),
  member("a list where one text belongs", "name: Citra Dewi\nhobby:\n  - Menari\n  - Menyanyi\n"),
  member(
    "an account under its own name",
    "name: Citra Dewi\nsocials:\n  - Instagram: https://ig.groupa.id/citra\n",
  ),
  member(
    "an account with title and address changed over",
    "name: Citra Dewi\nsocials:\n" + "  - { title: https://ig.groupa.id/citra, url: Instagram }\n",
  ),
  member(
    "an account without its address",
    'name: Citra Dewi\nsocials:\n  - { title: Instagram, url: "@citra" }\n',
  ),
  peluit("two addresses in one field", "url: https://groupa.id/a https://groupa.id/b"),
  peluit("an address with words behind it", "url: https://groupa.id/tiket (klik di sini)"),
  peluit("a space behind the scheme", "url: https:// groupa.id/tiket"),
  peluit("a celebration that is a yes", "members: [Aya]\nseitansai: ya"),
  peluit("a last show that is true", "members: [Aya]\ngraduation: true"),
  show("a setlist with its number", "setlist: Jendela Pagi (ke-5)\ndate: 2026-08-01\n"),
  show("a setlist by its file", "setlist: jendela-pagi.yaml\ndate: 2026-08-01\n"),
  member("lines of a comparison of versions", " name: Citra\n-hobby: Menari\n+hobby: Menyanyi\n"),
  member("lines with their numbers", "1 name: Citra Dewi\n2 hobby: Menari\n"),
  member("lines that end in commas", '"name": "Citra Dewi",\n"hobby": "Menari"\n'),
  news(
    "the text of an article as a field",
    "---\ntitle: Kabar\ndate: 2026-08-01\ncontent: Halo.\n---\n",
  ),
  site("a colour without its sign", "accent: 9c1f55"),
  member("two names with a slash", "name: Citra Dewi / Cici\n"),
  member("a picture in a member's own name", "name: Citra Dewi 🎀\n"),
  member("a name in wide letters", "name: Ｃｉｔｒａ Ｄｅｗｉ\n"),
  member("a name in small letters", "name: citra dewi\n"),
  member("a height and a weight", "name: Citra Dewi\nheight: 165 cm / 48 kg\n"),
  member("a status before its day", "name: Citra Dewi\nstatus: graduated\ngraduated: 2099-01-01\n"),
  peluit("a last show of somebody who stays", "members: [Aya, Bela]\ngraduation: [Bela]"),
  inFile(
    "a file without a name of its own",
    "groupa/shows/untitled-1.yaml",
    "title: Peluit\ndate: 2026-08-01\n",
  ),
  citra("a misspelt field that is blank", "hoby:"),
  inFile(
    "a plan without anything",
    "plans.yaml",
    "standard: { rate: unlimited, quota: unlimited }\nbasic:\n",
  ),
  citra("a field twice in another case", "Name: Citra Dewi"),
  citra("fields that are taken over", "<<: *base"),
  citra("a type of the language", "team: !!str 7"),
  citra("a hyphen at which no line ends", "hobby: Teka‑teki"),
  citra("a height in feet", "height: 5'3\""),
  citra("the address of a room", "room_id: https://s.example/p?room_id=7"),
  inFile(
    "a date with a misspelt month",
    "groupa/shows/2026-12-31-peluit.yaml",
    "title: Peluit\ndate: 31 Desmber 2026\n",
  ),
  inFile(
    "a date of an era",
    "groupa/shows/2026-12-31-peluit.yaml",
    "title: Peluit\ndate: 令和8年12月31日\n",
  ),
  inFile(
    "a date with day and month changed over",
    "groupa/shows/2026-12-31-peluit.yaml",
    "title: Peluit\ndate: 2026-31-12\n",
  ),
  inFile(
    "a time of the evening",
    "groupa/shows/2026-12-05-peluit.yaml",
    "title: Peluit\ndate: 2026-12-05\ntime: jam 7 malam\n",
  ),
  inFile(
    "a time of noon",
    "groupa/shows/2026-12-05-peluit.yaml",
    "title: Peluit\ndate: 2026-12-05\ntime: 12 siang\n",
  ),
  inFile(
    "a Japanese time",
    "groupa/shows/2026-12-05-peluit.yaml",
    "title: Peluit\ndate: 2026-12-05\ntime: 午後7時半\n",
  ),
  inFile(
    "a time with letters for digits",
    "groupa/shows/2026-12-05-peluit.yaml",
    'title: Peluit\ndate: 2026-12-05\ntime: "l9:OO"\n',
  ),
  inFile(
    "a contact without its sign",
    "site.yaml",
    "title: Groupa\nbase_url: https://api.groupa.example\nlicence: CC0-1.0\n" +
      "attribution: Groupa\ncontact: halo groupa.example\n",
  ),
  inFile(
    "a contact in Markdown",
    "site.yaml",
    "title: Groupa\nbase_url: https://api.groupa.example\nlicence: CC0-1.0\n" +
      "attribution: Groupa\ncontact: '[surel](mailto:halo@groupa.example)'\n",
  ),
  inFile(
    "an address of the service with its paths",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\nlicence: CC0-1.0\n" +
      "attribution: Groupa\nbase_url: https://api.groupa.example/api/\n",
  ),
  inFile(
    "a service without a licence",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\n" +
      "base_url: https://api.groupa.example\nattribution: Groupa\n",
  ),
  inFile(
    "a service without an attribution",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\n" +
      "base_url: https://api.groupa.example\nlicence: CC0-1.0\n",
  ),
  inFile(
    "video calls of one day in two files",
    "groupa/videocalls/2026-05-08-malam.yaml",
    'date: 2026-05-08\nsessions:\n  - session: Sesi 2\n    start_time: "16:30"\n',
  ),
  news("fields in TOML", '+++\ntitle = "Kabar"\ndate = 2026-08-01\n+++\n\nHalo.\n'),
  news("fields in JSON", '{\n  "title": "Kabar",\n  "date": "2026-08-01"\n}\n\nHalo.\n'),
  news("fields in TOML without their end", '+++\ntitle = "Kabar"\ndate = 2026-08-01\n\nHalo.\n'),
  news(
    "fields in JSON that is broken",
    '{\n  "title": "Kabar",\n  "date": 2026-08-01,\n}\n\nHalo.\n',
  ),
  article("text that is indented", "    Halo semua."),
  peluit("a name in other order", "members:\n  - Putri Aya"),
  peluit("the file of a member", "members:\n  - aya-putri.yaml"),
  peluit("a hyphen too many", "members:\n  - - Aya"),
  ["a member who is a draft in a line-up", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Citra]\ndraft: true\n",
    "groupa/shows/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\nmembers: [Citra]\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers: [Citra Dewi]\n",
  }],
  member("a letter of another script", "name: Citrа\n"),
  release("names of fields in front of all names", "tracks:\n  - Surat\n  - Karcis\n  - Peluit"),
  inFile(
    "a title that begins with #",
    "groupa/events/2026-08-01-konser.yaml",
    "title: #Konser\ndate: 2026-08-01\n",
  ),
  inFile(
    "a type with its number",
    "groupa/releases/surat.yaml",
    "title: Surat\ntype: Single ke-2\n",
  ),
  citra("a picture on one machine", "img: C:\\Foto\\citra.jpg"),
  citra("a picture in HTML", 'img: <img src="https://img.groupa.id/x.jpg">'),
  inFile(
    "a file name with its day in other order",
    "groupa/shows/01-08-2026-peluit.yaml",
    "title: Peluit\ndate: 2026-08-01\n",
  ),
];
