import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";
import { SITE } from "./wrong_values.ts";

const SHOW = "title: Peluit\ndate: 2026-08-31\n";
const FIELDS = "title: Kabar\ndate: 2026-08-01\n";
const NEWS = `---\n${FIELDS}---\n\nHalo.\n`;

function dated(name: string, date: string, time?: string, mended?: string): Mistake {
  const text = `title: Peluit\ndate: ${date}\n${time === undefined ? "" : `time: ${time}\n`}`;
  const files = (holds: string) => ({ "groupa/shows/2026-08-31-peluit.yaml": holds });
  return mended === undefined ? [name, files(text)] : [name, files(text), files(mended)];
}

/** Values and lines that are spelled as people at a desk in Jakarta do. */
export const MISTYPED_VALUES: readonly Mistake[] = [
  dated("a date with its day of the week", "Senin, 31 Agustus 2026"),
  dated("a date of which the day is above 12", "31/08/2026"),
  dated("a date with the month first and a day above 12", "8.31.2026"),
  dated("a time with a word before it", "2026-08-31", "pukul 19.00 WIB"),
  dated("a time with a comma", "2026-08-31", "19,30"),
  dated("a time with a wide colon", "2026-08-31", "19：30"),
  dated("a time of four digits", "2026-08-31", "1930"),
  dated("a time from and until", "2026-08-31", "19.00 - 21.00", `${SHOW}time: "19:00"\n`),
  dated("a time with an open end", "2026-08-31", "19.00 s/d selesai", `${SHOW}time: "19:00"\n`),
  inMember("an Indonesian word for false", "name: Citra\nsr_exists: bukan\n"),
  inMember("two Indonesian words for graduated", "name: Citra\nstatus: sudah lulus\n"),
  inMember("Indonesian names of fields", "name: Citra\nTanggal_Lahir: 2004-03-03\n"),
  inMember("an empty line of a list", "name: Citra\nnicknames:\n  - Cici\n  -\n", "name: Citra\n"),
  inMember(
    "an address without its scheme",
    "name: Citra\nsocials:\n  - { title: X, url: x.example/citra }\n",
  ),
  inMember("an address that lacks a slash", "name: Citra\nimg: https:/img.groupa.example/c.jpg\n"),
  inMember("the name of a picture's file", "name: Citra\nimg: foto.jpg\n", "name: Citra\n"),
  inShow("a link to a site", "title: Peluit\ndate: 2026-08-01\nurl: www.groupa.example\n"),
  ["a site.yaml with comments alone", { "site.yaml": "# title: Test\n" }, { "site.yaml": SITE }],
  inNews("front matter without its first line", NEWS.slice(4)),
  inNews("front matter below an empty line", `\n${NEWS}`),
  inNews("front matter between dashes of a word processor", NEWS.replace("---", "—")),
  inNews("front matter that ends in two hyphens", NEWS.replace("---\n\n", "--\n\n")),
  inNews(
    "front matter with Windows line ends that is not closed",
    NEWS.replace("---\n\n", "\n")
      .replaceAll("\n", "\r\n"),
  ),
  inNews("nothing but an article", "Halo.\n", NEWS),
];
