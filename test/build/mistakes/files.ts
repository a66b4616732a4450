import { VALID } from "../content_tree.ts";
import { group, inFile, type Mistake, news, peluit, show } from "./mistake.ts";

/** Files and folders that are named otherwise, lie elsewhere or clash. */
export const FILES: readonly Mistake[] = [
  ["no site.yaml", { "site.yaml": null }],
  inFile("an empty plans.yaml", "plans.yaml", "# standard: unlimited\n"),
  inFile("a folder without group.yaml", "groupb/members/citra-dewi.yaml", "name: Citra Dewi\n"),
  inFile("a folder with group.yml", "groupb/group.yml", "name: Group B\nfamily: wrapped\n"),
  inFile("a file that ends in .txt", "groupa/news/2026-08-01-kabar.txt", "Halo\n"),
  inFile("an article that ends in .yaml", "groupa/news/2026-08-01-kabar.yaml", "title: Kabar\n"),
  inFile("a misspelt folder", "groupa/member/citra-dewi.yaml", "name: Citra Dewi\n"),
  inFile("a misspelt file of a group", "groupa/grup.yaml", "[]\n"),
  inFile("a file name without a letter", "groupa/members/!.yaml", "name: Citra Dewi\n"),
  inFile("capitals in a folder name", "Group B/group.yaml", "name: Group B\nfamily: wrapped\n"),
  ["two entries with one id", {
    "groupa/events/2026-03-01-konser.yaml": "id: E-1\ntitle: Konser\ndate: 2026-03-01\n",
    "groupa/events/2026-03-02-konser.yaml": "title: Konser\ndate: 2026-03-02\nid: E-1\n",
  }],
  news(
    "a former address of an article that another has",
    "---\ntitle: Kabar\ndate: 2026-08-01\nformer_slugs: [kabar, 2026-01-03-jadwal]\n" +
      "---\n\nHalo.\n",
  ),
  inFile(
    "two setlists of one name",
    "groupa/setlists/jendela.yaml",
    "songs: [Karcis]\nname: jendela pagi\n",
  ),
  ["a member in two groups", {
    "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
    "groupb/members/aya-putri.yaml": "# Aya kita\nname: Aya Putri\n",
  }],
  ["a room that a member and the group have", {
    "groupa/group.yaml":
      "name: Group A\nfamily: bare\naccounts:\n  showroom: { room_id: 7, url_key: groupa }\n",
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nshowroom_url_key: CITRA\nroom_id: 7\n",
  }],
  inFile("a reserved address of a member", "groupa/members/today.yaml", "name: Citra Dewi\n"),
  group(
    "an alias of a profile with the name of a page",
    "aliases:\n  - { name: assets, as: jkt48connect }",
  ),
  ["a name that two members have", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Lala]\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Lala, Citra Dewi]\n",
  }],
  peluit(
    "somebody who stands in a line-up twice",
    "members:\n  - Aya\n  - Bela Sari\n  - aya-putri",
  ),
  inFile(
    "two files of one name, .yml and .yaml",
    "groupa/members/bela-sari.yml",
    "name: Bela Sari\n",
  ),
  ["a copied member", {
    "groupa/members/citra-dewi.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya Putri, Bela]\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers: [Aya, Bela]\n",
    "groupa/shows/2026-08-03-peluit.yaml":
      "title: Peluit\ndate: 2026-08-03\nmembers: [Aya, Bela]\n",
  }],
  inFile("setlists in one file", "groupa/setlists.yaml", "- name: Malam\n  songs: [Karcis]\n"),
  ["a member's file that an editor has saved as text", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/aya-putri.yaml.txt": "name: Aya Putri\nnicknames: [Aya]\n",
  }],
  ["a folder with an Indonesian name", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/anggota/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    "groupa/members/bela-sari.yaml": null,
    "groupa/anggota/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela, Lala]\n",
  }],
  inFile("a folder that no group has", "groupa/photos/a.txt", ""),
  inFile(
    "nicknames between wide signs",
    "groupa/members/aya-putri.yaml",
    "name: Aya Putri\nnicknames: [Aya、Putri]\n",
  ),
  peluit("people between wide signs", "members:\n  - Aya、Bela\n  - Dodi・Aya"),
  show("a file in marks of code", "```yaml\ntitle: Peluit\ndate: 2026-08-01\n```\n"),
  show("a note of programs", "// panggung\ntitle: Peluit\ndate: 2026-08-01\n"),
  ["copies that programs have named", {
    "groupa/shows/2026-07-04-jendela-pagi (1).yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
    "groupa/shows/Copy of 2026-07-04-jendela-pagi.yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
    "groupa/shows/2026-07-04-jendela-pagi (Budi's conflicted copy 2026-07-01).yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  }],
  inFile("a file with two endings", "groupa/members/citra-dewi.yaml.yaml", "name: Citra\n"),
  ["folders of years", {
    "groupa/shows/2024/2024-08-01-peluit.yaml": "title: Peluit\ndate: 2024-08-01\n",
    "groupa/shows/2025/08/2025-08-01-peluit.yaml": "title: Peluit\ndate: 2025-08-01\n",
    "groupa/shows/2026/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n",
  }],
  ["site.yml", { "site.yaml": null, "site.yml": VALID["site.yaml"]! }],
  ["no setlist", {
    "groupa/setlists/jendela-pagi.yaml": null,
    "groupa/shows/2026-08-01-peluit.yaml": "setlist: Malam\ndate: 2026-08-01\n",
  }],
];
