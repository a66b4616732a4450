import { inNews, type Mistake } from "./mistake.ts";

const HEAD = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";
const inArticle = (name: string, body: string): Mistake =>
  inNews(name, `${HEAD}${body}\n`, `${HEAD}Halo.\n`);
const inHead = (name: string, text: string): Mistake => inNews(name, text, `${HEAD}Halo.\n`);

/** What chats, mail, word processors and programs that write texts leave in an article. */
export const OTHER_PROGRAMS: readonly Mistake[] = [
  inArticle("wide signs of bold text", "Ini ＊＊tebal＊＊ sekali."),
  inArticle("a wide sign of a heading", "＃ Jadwal\n\nHalo."),
  inArticle("wide brackets of a link", "Lihat ［tiket］（https://groupa.id/tiket）。"),
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
