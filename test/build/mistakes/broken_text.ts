import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const encoder = new TextEncoder();
const LATIN_1 = Uint8Array.from([...encoder.encode("name: Citra\nhobby: Caf"), 0xe9, 10]);
const UTF_16 = Uint8Array.from([
  0xff,
  0xfe,
  ...[..."name: Citra\n"].flatMap((c) => [c.charCodeAt(0), 0]),
]);
const LONG = "Halo semuanya! ".repeat(20);

const NEWS = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";

/** Text that is no YAML, or not the YAML that was meant. */
export const BROKEN_TEXT: readonly Mistake[] = [
  inMember(
    "a line without a field below empty ones",
    "\n\r\n8\nname: Citra\n",
    "\n\r\nname: Citra\n",
  ),
  inMember("a tab", "name: Citra\nsocials:\n\t- title: X\n"),
  inMember("a line indented too far", "name: Citra\n  team: Pagi\n"),
  inMember("a list that is not aligned", "name: Citra\nnicknames:\n  - Citra\n - Dewi\n"),
  inMember("a first line that is indented", "  name: Citra\nteam: Pagi\n"),
  inMember("a missing double quote", 'name: "Citra\nteam: Pagi\nhobby: Menari\n'),
  inMember("a missing single quote", "name: Citra\nteam: 'Pagi\nhobby: Menari\n"),
  inMember("an apostrophe between single quotes", "name: 'Citra's'\n"),
  inMember("a quotation at the beginning of a text", 'name: Citra\njikosokai: "Halo" katanya\n'),
  inMember("a backslash between double quotes", 'name: Citra\nhobby: "C:\\Musik"\n'),
  inMember("a field that stands twice", "name: Citra\nteam: Pagi\nteam: Malam\n"),
  inMember("an unclosed bracket", "name: Citra\nnicknames: [Citra, Dewi\nteam: Pagi\n"),
  inMember("an unclosed brace", "name: Citra\nsocials:\n  - { title: X, url: https://x.example\n"),
  inMember("a comma too many", "name: Citra\nnicknames: [Citra,, Dewi]\n"),
  inMember("text that starts with @", "name: Citra\nhobby: @citra\n"),
  inMember("text that starts with *", "name: Citra\nhobby: *menari*\n"),
  inMember("text that starts with &", "name: Citra\nhobby: &menari\n"),
  inMember("text that starts with !", "name: Citra\njikosokai: !halo semua\n"),
  inMember("text that starts with %", "name: Citra\nhobby: %tari\n"),
  inMember("text that starts with >", "name: Citra\nhobby: >menari\n"),
  inMember("text that starts with }", "name: Citra\nhobby: } menari\n"),
  inMember("text that starts with a hyphen", "name: Citra\nhobby: - menari\n"),
  inMember("text that holds a colon", "name: Citra\njikosokai: Halo: aku Citra\n"),
  inMember("no space behind a colon", "name: Citra\nteam:Pagi\nhobby: Menari\n"),
  inMember("no colon", "name: Citra\nteam Pagi\nhobby: Menari\n"),
  inMember("no space behind the hyphens", "name: Citra\nnicknames:\n  -Citra\n  -Dewi\n"),
  inMember("no space behind one hyphen", "name: Citra\nnicknames:\n  - Citra\n -Dewi\n"),
  inMember("curly quotes around a text", "name: “Citra”\nnicknames: [‘Citra’, Dewi]\n"),
  inMember("curly quotes around a colon", "name: Citra\njikosokai: “Halo: aku Citra”\n"),
  inShow("curly quotes around a time", "title: Peluit\ndate: 2026-08-01\ntime: “19:00”\n"),
  inMember("a wide colon", "name： Citra\nteam: Pagi\n"),
  inMember("a wide colon on the only line", "name： Citra\n"),
  inMember("a space behind a colon that is none", "name:\u00a0Citra\nteam: Pagi\n"),
  inMember(
    "spaces in front of a hyphen that are none",
    "name: Citra\nnicknames:\n\u3000- Cici\n",
  ),
  inMember("a character that cannot be seen", "name: Citra\n\u200bteam: Pagi\n"),
  inMember(
    "two versions as Git left them",
    "name: Citra\n<<<<<<< HEAD\nteam: Pagi\n=======\nteam: Malam\n>>>>>>> main\n",
  ),
  inMember("text cut off by a #", "name: Citra\nhobby: Idola #1\n"),
  inMember("aliases that multiply", "name: Citra\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"),
  inMember("an alias of itself", "name: Citra\nnicknames: &a [*a]\n"),
  inMember("a field whose name is a list", "name: Citra\n? [team]\n: Pagi\n"),
  inMember("a file that is only text", "Citra Dewi\n"),
  inMember("a file that is a list", "- name: Citra\n"),
  inMember("an empty file", ""),
  inMember("a second document", "name: Citra\n---\nname: Dewi\n"),
  inMember("another encoding", LATIN_1),
  inMember("UTF-16", UTF_16),
  inMember("Windows line ends", "name: Citra\r\nteam: Pagi\r\nstatsu: active\r\n"),
  inMember("a byte order mark", "\uFEFFnmae: Citra\n"),
  inMember(
    "wide characters before the place",
    "name: Citra\nsocials: [{ title: 日本語🎉, ulr: https://x.example }]\n",
  ),
  inMember("a long line", `name: Citra\nsocials: [{ title: ${LONG}, ulr: 1, url: "${LONG}" }]\n`),
  inMember(
    "characters that move the cursor",
    'name: Citra\nstatus: \u001b[31m"red\u009b1J\u202e\n',
  ),
  inNews("no front matter", "# Judul\n\nIsi berita.\n"),
  inNews("front matter that is not closed", "---\ntitle: Kabar\ndate: 2026-08-01\n\nIsi berita.\n"),
  inNews(
    "a value of front matter",
    "---\n# Catatan\ntitle: Kabar\ndate: 2026-02-30\n---\n\nIsi.\n",
  ),
  inNews("broken front matter", "---\r\ntitle: C3: kabar\r\ndate: 2026-08-01\r\n---\r\nIsi.\r\n"),
  inNews(
    "what an article never shows",
    `${NEWS}<iframe src="https://video.example/1"></iframe>\n\n<script>\n</script>\n`,
  ),
  inNews(
    "addresses in an article that lead nowhere",
    `${NEWS}[a](javascript:alert(1)) and <a href="www.groupa.example">b</a>\n\n![c](c.png)\n` +
      "[d](https://d.example) [e](/e) [f](#f) `[g](g)`\n",
  ),
  inNews(
    "an article in two versions as Git left them",
    `${NEWS}<<<<<<< HEAD\nPagi\n=======\nMalam\n>>>>>>> main\n`,
  ),
  inNews("empty front matter", "---\n---\nIsi.\n"),
  inNews("a title that begins in brackets", news("[UPDATE] Jadwal")),
  inNews("a title that begins in brackets and holds a colon", news("[UPDATE] Jadwal: baru")),
  inNews("a title that begins in braces", news("{Info} Kabar")),
  inNews("a title between asterisks", news("*Penting*")),
  inNews("a title that begins between asterisks", news("*Penting* untuk semua")),
  inNews("a title that begins with &", news("& co")),
  inNews("a title that begins with a hyphen", news("- satu"), news('"- satu"')),
  inNews("a title that begins with ?", news("? apa")),
  inNews("a title that begins with !", news("! x")),
  inNews("a title that begins with ! and a word", news("!x y")),
  inNews("a title that begins with `", news("`x`")),
  inNews("a title that begins with a comma", news(", x")),
  inNews(
    "a title that begins in brackets and ends in what may be a comment",
    news("[UPDATE] Jadwal #2 baru"),
    news('"[UPDATE] Jadwal #2 baru"'),
  ),
  inMember(
    "two lines with signs of YAML's",
    "name: Citra\njikosokai: Halo: aku\nhobby: @menari\n",
  ),
  inMember(
    "entries without a comma",
    'name: Citra\nnicknames: ["Cici" "Dewi"]\n',
    "name: Citra\nnicknames: [Cici, Dewi]\n",
  ),
  inMember(
    "fields in braces without a comma",
    'name: Citra\nsocials: [{ title: "X" url: "https://x.com/c" }]\n',
    "name: Citra\n",
  ),
  inMember("a note right behind a quote", 'name: "Citra"#panggung\n'),
  inMember(
    "a hyphen without its space at the margin",
    "name: Citra\nnicknames:\n- Cici\n-Dewi\n",
  ),
  inMember(
    "a field of an entry that begins between two columns",
    "name: Citra\nsocials:\n  - title: X\n    url: https://x.com/c\n   title: Y\n",
    "name: Citra\n",
  ),
];

function news(title: string): string {
  return `---\ntitle: ${title}\ndate: 2026-08-01\n---\n\nHalo.\n`;
}
