import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const news = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;
const inArticle = (name: string, body: string, mended = "Halo."): Mistake =>
  inNews(name, news(body), news(mended));
const inCitra = (name: string, line: string): Mistake =>
  inMember(name, `name: Citra\n${line}\n`, "name: Citra\n");
const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const RELEASE = "title: Karcis\ntype: single\n";

/** What means something elsewhere: on another site, in another program, in another Markdown. */
export const OF_OTHER_PLACES: readonly Mistake[] = [
  inCitra("a picture of another site", "img: /foto/rani.jpg"),
  inCitra("a picture that the group does not have", "img_alt: /pictures/rani.jpg"),
  inShow("a poster of another site", `${SHOW}poster: /poster.png\n`, SHOW),
  inNews(
    "an image of another site",
    news("Halo.").replace("\n---\n\n", "\nimage: /a.png$&"),
    news("Halo."),
  ),
  ["a cover of another site", { "groupa/releases/karcis.yaml": `${RELEASE}cover: /a.png\n` }, {
    "groupa/releases/karcis.yaml": RELEASE,
  }],
  ["a logo of another site", {
    "groupa/group.yaml": "name: Group A\nfamily: bare\nimage: /logo.png\n",
  }, {}],
  inArticle("a picture of another site in an article", "![p](/b.png)"),
  inArticle("a picture of another site in HTML", '<img src="/b.png" alt="p">'),
  inArticle("a link to another site in HTML", '<a href="/tiket">Tiket</a>', "Tiket"),
  inArticle("a link to another site", "[Tiket](/tiket/2026)", "[Tiket](/groupa/events)"),

  inArticle("a link to another site that is named below", "[Tiket][t]\n\n[t]: /tiket"),

  inCitra("nothing as Python writes it", "nicknames: [None]"),
  inCitra("nothing as JavaScript writes it", "hobby: undefined"),
  inCitra("nothing in quotes", 'team: "null"'),
  inCitra("no number", "birthplace: NaN"),
  inCitra("fields as JavaScript writes them", 'description: "[object Object]"'),
  inCitra("what a spreadsheet could not find", 'generation: "#N/A"'),
  inCitra("nothing in another language", "hobby: なし"),
  inCitra("no day as programs write it", "joined: 1970-01-01"),
  inCitra("the first of all days", "graduated: 0001-01-01"),
  inCitra("a number for a sign", 'zodiac: "9"'),
  inCitra("a number for a hobby", 'hobby: "0"'),
  inShow(
    "a show on the day of programs",
    "title: Peluit\ndate: 1970-01-01\n",
    SHOW,
  ),

  inArticle("a footnote", "Halo[^1].\n\n[^1]: Nanti malam.", "Halo (nanti malam)."),
  inArticle("the size of a picture", "![a](https://img.groupa.id/a.png){width=300}"),
  inArticle("the name of a heading", "## Jadwal {#jadwal}", "## Jadwal"),
  inArticle("the class of a link", "[a](https://groupa.id/){: .tombol }"),
  inArticle("a list of meanings", "Senbatsu\n: pilihan", "Senbatsu: pilihan"),
  inArticle("a formula", "Jumlahnya $$x^2$$."),
  inArticle("marked words", "Ini ==penting==.", "Ini **penting**."),
  inArticle("a heading of a wiki", "== Jadwal ==\n\nHalo.", "## Jadwal\n\nHalo."),
  inArticle("bold words of a wiki", "Ini '''penting'''.", "Ini **penting**."),
  inArticle("a link of a wiki", "Lihat [[Jadwal]]."),
  inArticle("a box", "::: info\nHalo.\n:::"),
  inArticle("a box of GitHub", "> [!NOTE]\n> Halo."),
  inArticle("things to tick", "- [ ] Tiket\n- [x] Lightstick", "- Tiket\n- Lightstick"),
  inArticle("code of a forum", "[b]Halo[/b]", "**Halo**"),
  inArticle("code of a blog", "[gallery ids=1,2]"),
  inArticle("code of a template", "{{< youtube abc >}}"),
  inArticle("the name of an emoji", "Halo :cherry_blossom:!", "Halo 🌸!"),
  inArticle("one # without a space", "#Jadwal Juli\n\nHalo.", "# Jadwal Juli\n\nHalo."),

  inCitra("half an emoji", 'hobby: "Malam \\ud83d"'),
  inCitra("the other half of an emoji", 'nicknames: ["Citra \\ude00"]'),
  inNews(
    "half an emoji in a title",
    '---\ntitle: "Kabar \\U0000D83D"\ndate: 2026-08-01\n---\n\nHalo.\n',
    news("Halo."),
  ),
];
