import { inMember, inShow, type Mistake } from "./mistake.ts";
import { SITE } from "./wrong_values.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const MEMBER = "name: Citra Dewi\n";
const NICKNAMES = `${MEMBER}nicknames: [Cici, Dewi]\n`;
const SOCIALS = `${MEMBER}socials:\n  - { title: Instagram, url: https://ig.groupa.id/citra }\n`;
const nicknamed = (name: string, lines: string): Mistake =>
  inMember(name, `${MEMBER}nicknames:${lines}\n`, NICKNAMES);
const linked = (name: string, lines: string): Mistake =>
  inMember(name, `${MEMBER}socials:\n  ${lines}\n`, SOCIALS);
const addressed = (name: string, url: string): Mistake =>
  inShow(name, `${SHOW}url: ${url}\n`, `${SHOW}url: https://groupa.id/tiket\n`);
const celebrated = (name: string, line: string): Mistake =>
  inShow(name, `${SHOW}members: [Aya]\n${line}\n`, `${SHOW}members: [Aya]\n`);
const listed = (name: string, members: string): Mistake =>
  inShow(name, `${SHOW}members: ${members}\n`, `${SHOW}members: [Aya, Bela Sari]\n`);
const performed = (name: string, setlist: string): Mistake =>
  inShow(
    name,
    `setlist: ${setlist}\ndate: 2026-08-01\n`,
    "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  );

/** Lists with other signs, and values and fields that belong elsewhere. */
export const WRONG_FIELDS: readonly Mistake[] = [
  nicknamed("a list in round brackets", " (Cici, Dewi)"),
  nicknamed("a list in wide brackets", " ［Cici, Dewi］"),
  nicknamed("names with a slash between them", " Cici/Dewi"),
  nicknamed("names with a word between them", " Cici dan Dewi"),
  nicknamed("a list that begins on the line of its field", " Cici\n  - Dewi"),
  nicknamed("Japanese bullets", "\n  ・Cici\n  ・Dewi"),
  nicknamed("signs of plus for hyphens", "\n  + Cici\n  + Dewi"),
  nicknamed("pictures for hyphens", "\n  ✅ Cici\n  ✅ Dewi"),
  listed("a list between Japanese brackets", "【Aya, Bela Sari】"),
  listed("a list with lines between its names", "Aya | Bela Sari"),
  listed("a word for all members", "semua"),
  listed("a word for all members in a list", "[All members]"),
  listed("the address of a member's page", "[https://groupa.id/member/aya-putri, Bela Sari]"),
  inMember(
    "a list where one text belongs",
    `${MEMBER}hobby:\n  - Menari\n  - Menyanyi\n`,
    `${MEMBER}hobby: Menari, Menyanyi\n`,
  ),
  linked("an account under its own name", "- Instagram: https://ig.groupa.id/citra"),
  linked(
    "an account with title and address changed over",
    "- { title: https://ig.groupa.id/citra, url: Instagram }",
  ),
  linked("an account without its address", '- { title: Instagram, url: "@citra" }'),
  addressed("two addresses in one field", "https://groupa.id/a https://groupa.id/b"),
  addressed("an address with words behind it", "https://groupa.id/tiket (klik di sini)"),
  addressed("a space behind the scheme", "https:// groupa.id/tiket"),
  celebrated("a celebration that is a yes", "seitansai: ya"),
  celebrated("a last show that is a day", "graduation: 2026-08-01"),
  celebrated("a last show that is true", "graduation: true"),
  performed("a setlist with its number", "Jendela Pagi (ke-5)"),
  performed("a setlist by its file", "jendela-pagi.yaml"),
  inMember("a name of a field in wide letters", "ｎａｍｅ: Citra Dewi\n", MEMBER),
  inMember(
    "lines of a comparison of versions",
    " name: Citra\n-hobby: Menari\n+hobby: Menyanyi\n",
    MEMBER,
  ),
  inMember("lines with their numbers", "1 name: Citra Dewi\n2 hobby: Menari\n", MEMBER),
  inMember("lines that end in commas", '"name": "Citra Dewi",\n"hobby": "Menari"\n', MEMBER),
  ["the text of an article as a field", {
    "groupa/news/2026-08-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-08-01\ncontent: Halo.\n---\n",
  }, { "groupa/news/2026-08-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-08-01\n---\nHalo.\n" }],
  ["a setlist with a title", {
    "groupa/setlists/jendela-pagi.yaml": "title: Jendela Pagi\nsongs: [Peluit, Karcis]\n",
  }, {}],
  ["a session that begins under another name", {
    "groupa/videocalls/2026-05-08.yaml":
      'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    mulai: "16:30"\n',
  }, {}],
  ["a colour without its sign", { "site.yaml": `${SITE}accent: 9c1f55\n` }, {
    "site.yaml": `${SITE}accent: "#9c1f55"\n`,
  }],
];
