import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const NEWS = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";

/** What a fix would lose or bend if it took the nearest answer, and what passed without a word. */
export const LOST_FACTS: readonly Mistake[] = [
  inShow("a time on another clock", `${SHOW}time: 20:00 WITA\n`, `${SHOW}time: "19:00"\n`),
  inShow("a time after midnight", `${SHOW}time: "25:30"\n`, `${SHOW}time: "23:30"\n`),
  inMember(
    "a blood type with its factor in words",
    "name: Citra\nblood_type: O positif\n",
    "name: Citra\nblood_type: O\n",
  ),
  inMember(
    "a field's name in bold",
    "name: Citra\n**team:** Pagi\n",
    "name: Citra\nteam: Pagi\n",
  ),
  [
    "a session that ends after midnight",
    {
      "groupa/videocalls/2026-05-08.yaml":
        'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "21:00"\n    end_time: "25:30"\n',
    },
    {
      "groupa/videocalls/2026-05-08.yaml":
        'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "21:00"\n    end_time: "01:30"\n',
    },
  ],
  [
    "lines that are indented by what looks like spaces",
    {
      "groupa/videocalls/2026-05-08.yaml":
        'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n\u00a0\u00a0\u00a0\u00a0start_time: "21:00"\n    end_time: "22:30"\n',
    },
    {
      "groupa/videocalls/2026-05-08.yaml":
        'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "21:00"\n    end_time: "22:30"\n',
    },
  ],
  inShow("a day of another weekday", "title: Peluit\ndate: Minggu, 1 Agustus 2026\n", SHOW),
  inShow(
    "a date with another hour than time",
    `title: Peluit\ndate: 2026-08-01 19:00\ntime: "20:00"\n`,
    SHOW,
  ),
  inShow("a date without its year", "title: Peluit\ndate: 1 Agustus\n"),
  inShow("a date as spreadsheets count", "title: Peluit\ndate: 46235\n"),
  inShow("a moment as a date", "title: Peluit\ndate: 2026-08-01T19:00:00+07:00\n"),
  inMember(
    "a birth date as another program keeps it",
    "name: Citra\nbirth_date: 2007-08-31T17:00:00.000Z\n",
    "name: Citra\nbirth_date: 2007-09-01\n",
  ),
  inShow(
    "a moment as a date beside another time",
    'title: Peluit\ndate: 2026-08-01T19:00:00+07:00\ntime: "20:00"\n',
    SHOW,
  ),
  inShow(
    "bullets at the margin",
    `${SHOW}members:\n• Aya\n`,
    `${SHOW}members: [Aya]\n`,
  ),
  inShow("fields in Japanese", "title: Peluit\n日付: 2026-08-01\n"),
  inMember("a birthday without its year", "name: Citra\nbirth_date: 4 Desember\n"),
  inMember("accounts as fields", "name: Citra\nsocials:\n  Instagram: https://i.example/citra\n"),
  inMember("a former name as people write it", "name: Citra Dewi\nformer_slugs: Siti Lama\n"),
  inMember("a former name of points", 'name: Citra\nformer_slugs: [".."]\n', "name: Citra\n"),
  inMember("a room with a separator", "name: Citra\nroom_id: 410,025\n"),
  inMember("rich text", "{\\rtf1\\ansi name: Citra}\n", "name: Citra\n"),
  inMember("bytes that are no text", "name: Citra\nhobby: Me\0nari\n", "name: Citra\n"),
  inMember("a name with a status", "name: Citra Dewi (Trainee)\n", "name: Citra Dewi\n"),
  inMember("a name as in a list", "name: Dewi, Citra\n", "name: Citra Dewi\n"),
  inMember("a name in capitals", "name: CITRA DEWI\n", "name: Citra Dewi\n"),
  inMember(
    "a member who never comes out",
    "name: Citra\npublish_at: 2062-12-01T19:00:00+07:00\n",
    "name: Citra\n",
  ),
  ["a file of hexadecimal digits", { "groupa/members/485fd1f143bb.yaml": "name: 前田 敦子\n" }, {
    "groupa/members/maeda-atsuko.yaml": "name: 前田 敦子\nnicknames: [Acchan]\n",
  }],
  ["a file with underscores", { "groupa/members/citra_dewi.yaml": "name: Citra Dewi\n" }, {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\n",
  }],
  ["a day of video calls without its day", {
    "groupa/videocalls/sesi.yaml":
      'date: 2026-08-02\nsessions:\n  - session: Sesi 1\n    start_time: "16:30"\n',
  }, {}],
  inNews("an article that is a note alone", `${NEWS}<!-- Write it here. -->\n`, `${NEWS}Isi.\n`),
  inNews(
    "a title that is a text",
    `---\ntitle: ${"kata ".repeat(60)}\ndate: 2026-08-01\n---\nIsi.\n`,
    `${NEWS}Isi.\n`,
  ),
  ["an article twice", {
    "groupa/news/2026-08-01-kabar.md": `${NEWS}Isi.\n`,
    "groupa/news/2026-08-01-lain.md": `${NEWS}Isi.\n`,
  }, { "groupa/news/2026-08-01-kabar.md": `${NEWS}Isi.\n` }],
  ["a setlist in two files", {
    "groupa/setlists/pagi.yaml": "name: jendela pagi\n",
  }, { "groupa/setlists/malam.yaml": "name: Malam\nsongs: [Satu]\n" }],
];
