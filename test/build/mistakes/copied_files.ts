import { VALID } from "../content_tree.ts";
import type { Mistake } from "./mistake.ts";

const AYA = "name: Aya Putri\nnicknames: [Aya]\n";
const RELEASE = "title: Surat\ntype: single\nformer_slugs: [single-1]\n";
const NEWS = VALID["groupa/news/2026-01-03-jadwal.md"]!;
const LINE_UPS = Object.fromEntries(
  ["01", "02"].map((day) => [
    `groupa/shows/2026-08-${day}-peluit.yaml`,
    `title: Peluit ${day}\ndate: 2026-08-${day}\nmembers: [Aya Putri, aya-putri]\n`
      .replace(day === "01" ? ", aya-putri" : "Aya Putri, ", ""),
  ]),
);

function renamed(from: string, to: string): Mistake[1] {
  return { [from]: null, [to]: VALID[from] ?? "" };
}

/** Files that a program for files has copied, renamed or put elsewhere. */
export const COPIED_FILES: readonly Mistake[] = [
  ["a copy of a member beside her file", {
    "groupa/members/aya-putri-copy.yaml": AYA,
    ...LINE_UPS,
  }, {}],
  ["a copy that a program for files has named", {
    "groupa/members/aya-putri (1).yaml": AYA,
  }, {}],
  ["a copied show", {
    "groupa/shows/2026-07-04-jendela-pagi-copy.yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!.replace('time: "19:00"\n', ""),
    "groupa/shows/2026-07-04-jendela-pagi.yaml": VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!
      .replace('time: "19:00"\n', ""),
  }, {}],
  ["a copied article", { "groupa/news/2026-01-03-jadwal-salinan.md": NEWS }, {}],
  ["a copied release", {
    "groupa/releases/surat.yaml": RELEASE,
    "groupa/releases/surat-copy.yaml": RELEASE,
  }, {}],
  ["a copied group", {
    "groupa-copy/group.yaml": VALID["groupa/group.yaml"]!,
    "groupa-copy/members/aya-putri.yaml": AYA,
    "groupa-copy/members/bela-sari.yaml": "name: Bela Sari\n",
  }, {}],
  ["a space in the name of a member's file", {
    ...renamed("groupa/members/aya-putri.yaml", "groupa/members/aya putri.yaml"),
    ...LINE_UPS,
  }],
  [
    "a member's file that an editor has saved as text",
    renamed("groupa/members/aya-putri.yaml", "groupa/members/aya-putri.yaml.txt"),
  ],
  [
    "a member's file without its ending",
    renamed("groupa/members/aya-putri.yaml", "groupa/members/aya-putri"),
  ],
  [
    "an article with its ending in capitals",
    renamed("groupa/news/2026-01-03-jadwal.md", "groupa/news/2026-01-03-jadwal.MD"),
  ],
  ["an article of a word processor", { "groupa/news/kabar.docx": "PK" }, {}],
  ["a folder with an Indonesian name", {
    ...renamed("groupa/members/aya-putri.yaml", "groupa/anggota/aya-putri.yaml"),
    ...{
      "groupa/members/bela-sari.yaml": null,
      "groupa/anggota/bela-sari.yaml": VALID["groupa/members/bela-sari.yaml"]!,
    },
  }, {}],
  ["a file in the place of a folder", {
    ...renamed("groupa/news/2026-01-03-jadwal.md", "groupa/news"),
  }, {}],
  ["a member's file beside the folders", { "groupa/citra-dewi.yaml": "name: Citra\n" }, {}],
  ["a folder that no group has", { "groupa/photos/a.txt": "" }, {}],
  ["nicknames between wide signs", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya、Putri]\n",
  }, { "groupa/members/aya-putri.yaml": AYA }],
  ["people between wide signs", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers:\n  - Aya、Bela\n  - Dodi・Aya\n",
  }, {}],
  ["several people in one entry", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers:\n  - Aya, Bela dan Lala\n  - Aya Bela\n",
  }, {}],
];
