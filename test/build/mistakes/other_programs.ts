import { inNews, type Mistake } from "./mistake.ts";

const HEAD = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";
const inArticle = (name: string, body: string): Mistake =>
  inNews(name, `${HEAD}${body}\n`, `${HEAD}Halo.\n`);
const inHead = (name: string, text: string): Mistake => inNews(name, text, `${HEAD}Halo.\n`);

/** What chats, mail, word processors and programs that write texts leave in an article. */
export const OTHER_PROGRAMS: readonly Mistake[] = [
  inArticle("a line of a telephone", "Halo.\n\nDikirim dari iPhone saya"),
  inArticle("a line above a quoted letter", "On Sat, Aug 1, 2026 Budi wrote:\n> Halo."),
  inArticle("an answer to whoever asked", "Tentu! Berikut artikel yang kamu minta:\n\nHalo."),
  inArticle("a source of a program that writes", "Halo.:contentReference[oaicite:0]{index=0}"),
  inArticle("a link of a notebook", "Lihat [[tiket]]."),
  inArticle("a picture of a document", "![][image1]\n\nHalo."),
  inArticle("somebody's number in a chat", "Halo <@123456789> semua."),
  inArticle("a moment of a chat", "Mulai <t:1785585600:F>."),
  inArticle("hidden words of a chat", "Center: ||Aya||."),
  inArticle("marked words", "Ini ==penting== sekali."),
  inArticle("a picture as a word", "Halo :smile: semua."),
  inArticle("boxes to be ticked", "- [ ] satu\n- [x] dua"),
  inArticle("wide signs of bold text", "Ini ＊＊tebal＊＊ sekali."),
  inArticle("a wide sign of a heading", "＃ Jadwal\n\nHalo."),
  inArticle("wide brackets of a link", "Lihat ［tiket］（https://groupa.id/tiket）。"),
  inArticle("backslashes in front of signs", "Ini \\*\\*tebal\\*\\* sekali."),
  inArticle("line breaks in letters", "Halo.\\n\\nLalu."),
  inArticle("underscores with spaces inside", "Ini __ tebal __ sekali."),
  inArticle("a link without its address", "Lihat [tiket]()."),
  inArticle("a link without its words", "Lihat [](https://groupa.id/tiket)."),
  inArticle("a link to those who edit", "Lihat [ini](https://docs.google.com/document/d/1a/edit)."),
  inArticle("a picture of an article that browsers block", "![a](http://img.groupa.id/a.jpg)"),
  inArticle("a table of a spreadsheet", "Hari\tAcara\nSabtu\tPeluit"),
  inArticle("a row with a cell too many", "| a | b |\n| - | - |\n| 1 | 2 | 3 |"),
  inHead(
    "front matter in marks of code",
    "```yaml\n---\ntitle: Kabar\ndate: 2026-08-01\n---\n```\n",
  ),
  inHead("front matter between underscores", "___\ntitle: Kabar\ndate: 2026-08-01\n---\n\nHalo.\n"),
  inHead(
    "front matter that is indented",
    "  ---\ntitle: Kabar\ndate: 2026-08-01\n---\nHalo.\n",
  ),
  inHead("front matter on one line", "--- title: Kabar date: 2026-08-01 ---\n\nHalo.\n"),
];
