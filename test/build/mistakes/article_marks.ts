import { inNews, type Mistake } from "./mistake.ts";

const news = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;
const inArticle = (name: string, body: string, mended?: string): Mistake =>
  inNews(name, news(body), mended === undefined ? undefined : news(mended));

/** Signs of an article that readers see, or see the effect of. */
export const ARTICLE_MARKS: readonly Mistake[] = [
  inArticle("a heading without a space", "##Jadwal\n\nHalo.", "## Jadwal\n\nHalo."),
  inArticle("a note that does not end", "Halo. <!-- catatan\n\nLalu.", "Halo.\n\nLalu."),
  inArticle("no article", "", "Halo."),
  inArticle("slanted words that do not end", "Ini *miring sekali.", "Ini *miring* sekali."),
  inArticle("slanted words of underscores that do not end", "Ini _miring sekali.", "Halo."),
  inArticle("bold words of underscores that do not end", "Ini __tebal sekali.", "Halo."),
  inArticle("words struck out that do not end", "Ini ~~coret sekali.", "Ini ~~coret~~ sekali."),
  inArticle("code within a line that does not end", "Ini `kode sekali.", "Ini `kode` sekali."),
  inArticle("a picture that does not end", "![foto](https://img.groupa.id/a.jpg", "Halo."),
  inArticle("garbled letters in an article", "Halo, itâ€™s Ã©lite.\n\nLalu."),
  inArticle("what cannot be seen in an article", "Ha\u200blo, me\u00adnari.\n\nLalu."),
];
