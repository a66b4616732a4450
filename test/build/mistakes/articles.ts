import { article, citra, type Mistake, show } from "./mistake.ts";

/** What articles do not show as it was meant, much of it from other programs. */
export const ARTICLES: readonly Mistake[] = [
  article("a heading without a space", "##Jadwal\n\nHalo."),
  article("a note that does not end", "Halo. <!-- catatan\n\nLalu."),
  article("no article", ""),
  article("slanted words that do not end", "Ini *miring sekali."),
  article("what cannot be seen in an article", "Ha\u200blo, me\u00adnari.\n\nLalu."),
  article("wide signs of bold text", "Ini ＊＊tebal＊＊ sekali."),
  citra("a picture of another site", "img: /foto/rani.jpg"),
  article("a link to another site that is named below", "[Tiket][t]\n\n[t]: /tiket"),
  citra("no day as programs write it", "joined: 1970-01-01"),
  citra("a number for a sign", 'zodiac: "9"'),
  show("a show on the day of programs", "title: Peluit\ndate: 1970-01-01\n"),
  article("a footnote", "Halo[^1].\n\n[^1]: Nanti malam."),
  article("the size of a picture", "![a](https://img.groupa.id/a.png){width=300}"),
  article("a list of meanings", "Senbatsu\n: pilihan"),
  article("a formula", "Jumlahnya $$x^2$$."),
  article("marked words", "Ini ==penting==."),
  article("a heading of a wiki", "== Jadwal ==\n\nHalo."),
  article("a box", "::: info\nHalo.\n:::"),
  article("things to tick", "- [ ] Tiket\n- [x] Lightstick"),
  article("code of a forum", "[b]Halo[/b]"),
  article("the name of an emoji", "Halo :cherry_blossom:!"),
  citra("half an emoji", 'hobby: "Malam \\ud83d"'),
];
