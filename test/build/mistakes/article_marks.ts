import { inNews, type Mistake } from "./mistake.ts";

const news = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;
const inArticle = (name: string, body: string, mended?: string): Mistake =>
  inNews(name, news(body), mended === undefined ? undefined : news(mended));

/** Signs of an article that readers see, or see the effect of. */
export const ARTICLE_MARKS: readonly Mistake[] = [
  inArticle("a font in an article", 'Ini <font color="red">merah</font>.', "Ini **merah**."),
  inArticle("a style in an article", 'Ini <span style="color:red">merah</span>.', "Ini merah."),
  inArticle("words in the centre", "<center>Halo</center>", "Halo"),
  inArticle("a heading without a space", "##Jadwal\n\nHalo.", "## Jadwal\n\nHalo."),
  inArticle("lines with bullets", "• satu\n• dua", "- satu\n- dua"),
  inArticle("lines with hyphens alone", "Halo:\n\n-satu\n-dua", "Halo:\n\n- satu\n- dua"),
  inArticle("a heading with a space that is none", "##\u00a0Jadwal\n\nHalo."),
  inArticle("marks of forums", "[b]Halo[/b]", "**Halo**"),
  inArticle("a gallery of another program", 'Halo.\n\n[gallery ids="1,2"]', "Halo."),
  inArticle("a field of a template", "Halo {{nama}}.", "Halo Aya."),
  inArticle(
    "a table without its second line",
    "| a | b |\n| 1 | 2 |",
    "| a | b |\n| - | - |\n| 1 | 2 |",
  ),
  inArticle("a link to an address that is nowhere", "Lihat [tiket][1].", "Lihat tiket."),
  inArticle("a link of HTML that does not end", '<a href="https://x.example/">Tiket.', "Tiket."),
  inArticle(
    "bold words of HTML that do not end",
    "Ini <b>tebal.\n\nLalu.",
    "Ini <b>tebal</b>.\n\nLalu.",
  ),
  inArticle("a note that does not end", "Halo. <!-- catatan\n\nLalu.", "Halo.\n\nLalu."),
  inArticle("a heading that is the title", "# Kabar\n\nHalo.", "Halo."),
  inArticle(
    "a paragraph with a line of hyphens below it",
    "Ini paragraf yang cukup panjang untuk tidak menjadi judul sama sekali.\n---\nLalu.",
    "Ini paragraf yang cukup panjang untuk tidak menjadi judul sama sekali.\n\n---\n\nLalu.",
  ),
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
