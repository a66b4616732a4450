import { VALID } from "../content_tree.ts";
import {
  citra,
  group,
  inFile,
  member,
  type Mistake,
  news,
  peluit,
  setlist,
  show,
} from "./mistake.ts";

/** Files and folders that are named otherwise, lie elsewhere or clash. */
export const FILES: readonly Mistake[] = [
  ["no site.yaml", { "site.yaml": null }],
  inFile("an empty plans.yaml", "plans.yaml", "# standard: unlimited\n"),
  inFile("an empty site.yaml", "site.yaml", ""),
  inFile("a folder without group.yaml", "groupb/members/citra-dewi.yaml", "name: Citra Dewi\n"),
  inFile("a folder with group.yml", "groupb/group.yml", "name: Group B\nfamily: wrapped\n"),
  inFile("a file that ends in .txt", "groupa/news/2026-08-01-kabar.txt", "Halo\n"),
  inFile("an article that ends in .yaml", "groupa/news/2026-08-01-kabar.yaml", "title: Kabar\n"),
  inFile("a picture", "groupa/members/citra-dewi.JPG", Uint8Array.of(0xff, 0xd8)),
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
  member(
    "an account that is another member's address",
    "name: Citra Dewi\nidn_username: aya-putri\n",
  ),
  inFile("a reserved address of a member", "groupa/members/today.yaml", "name: Citra Dewi\n"),
  member("a reserved former address", "name: Citra Dewi\nformer_slugs: [upcoming]\n"),
  group(
    "an alias of a profile with the name of a page",
    "aliases:\n  - { name: assets, as: jkt48connect }",
  ),
  group(
    "an alias of a profile that is another alias",
    "aliases: [idol, { name: idol, as: jkt48connect }]",
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
  ["a guest in many files", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers:\n  - Kang Dodi\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers:\n  - Kang Dodi\n",
    "groupa/shows/2026-08-03-peluit.yaml":
      "title: Peluit\ndate: 2026-08-03\nmembers:\n  - Kang Dodi\n",
    "groupa/shows/2026-08-04-peluit.yaml":
      "title: Peluit\ndate: 2026-08-04\nmembers:\n  - Kang Dodi\n",
    "groupa/shows/2026-08-05-peluit.yaml":
      "title: Peluit\ndate: 2026-08-05\nmembers:\n  - Kang Dodi\n",
    "groupa/shows/2026-08-06-peluit.yaml":
      "title: Peluit\ndate: 2026-08-06\nmembers:\n  - Kang Dodi\n",
  }],
  inFile(
    "two files of one name, .yml and .yaml",
    "groupa/members/bela-sari.yml",
    "name: Bela Sari\n",
  ),
  inFile(
    "an article among shows",
    "groupa/shows/2026-08-01-kabar.md",
    "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nHalo.\n",
  ),
  inFile(
    "a member among shows",
    "groupa/shows/citra-dewi.yaml",
    "name: Citra Dewi\nnicknames: [Citra]\nbirth_date: 2004-03-03\n",
  ),
  inFile(
    "a show among members",
    "groupa/members/2026-08-01-peluit.yaml",
    "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  ),
  inFile(
    "what may be a show or an event, among members",
    "groupa/members/2026-08-01-peluit.yaml",
    "title: Peluit\ndate: 2026-08-01\n",
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
  ["a copied member with a new name", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: aya\n",
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Aya]\nidn_username: aya\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya Putri, Bela]\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers: [Aya, Bela]\n",
    "groupa/shows/2026-08-03-peluit.yaml":
      "title: Peluit\ndate: 2026-08-03\nmembers: [Aya, Bela]\n",
  }],
  inFile("setlists in one file", "groupa/setlists.yaml", "- name: Malam\n  songs: [Karcis]\n"),
  ["a copied group", {
    "groupa-copy/group.yaml": "name: Group A\nfamily: bare\n",
    "groupa-copy/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    "groupa-copy/members/bela-sari.yaml": "name: Bela Sari\n",
  }],
  ["a member's file that an editor has saved as text", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/aya-putri.yaml.txt": "name: Aya Putri\nnicknames: [Aya]\n",
  }],
  inFile("an article of a word processor", "groupa/news/kabar.docx", "PK"),
  ["a folder with an Indonesian name", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/anggota/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    "groupa/members/bela-sari.yaml": null,
    "groupa/anggota/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela, Lala]\n",
  }],
  ["a file in the place of a folder", {
    "groupa/news/2026-01-03-jadwal.md": null,
    "groupa/news": VALID["groupa/news/2026-01-03-jadwal.md"]!,
  }],
  inFile("a member's file beside the folders", "groupa/citra-dewi.yaml", "name: Citra\n"),
  inFile("a folder that no group has", "groupa/photos/a.txt", ""),
  inFile(
    "nicknames between wide signs",
    "groupa/members/aya-putri.yaml",
    "name: Aya Putri\nnicknames: [Aya、Putri]\n",
  ),
  peluit("people between wide signs", "members:\n  - Aya、Bela\n  - Dodi・Aya"),
  peluit("several people in one entry", "members:\n  - Aya, Bela dan Lala\n  - Aya Bela"),
  show("a file in marks of code", "```yaml\ntitle: Peluit\ndate: 2026-08-01\n```\n"),
  show("lines of hyphens around all fields", "---\ntitle: Peluit\ndate: 2026-08-01\n---\n"),
  show(
    "a list of two shows",
    "- title: Peluit\n  date: 2026-08-01\n- title: Karcis\n  date: 2026-08-02\n",
  ),
  show("fields below a name", "show:\n  title: Peluit\n  date: 2026-08-01\n"),
  show("a list below a name", "shows:\n  - title: Peluit\n    date: 2026-08-01\n"),
  show("a note of programs", "// panggung\ntitle: Peluit\ndate: 2026-08-01\n"),
  show("a name of a field in bold", "**title**: Peluit\ndate: 2026-08-01\n"),
  member("a file that is no text", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 1)),
  ["copies that programs have named", {
    "groupa/shows/2026-07-04-jendela-pagi (1).yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
    "groupa/shows/Copy of 2026-07-04-jendela-pagi.yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
    "groupa/shows/2026-07-04-jendela-pagi (Budi's conflicted copy 2026-07-01).yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  }],
  ["what text editors and systems leave", {
    "groupa/members/aya-putri.yaml~": "name: Aya\n",
    "groupa/members/aya-putri.yaml.bak": "name: Aya\n",
    "groupa/members/Thumbs.db": "",
    "__MACOSX/groupa/aya-putri.yaml": "",
  }],
  inFile("a file with two endings", "groupa/members/citra-dewi.yaml.yaml", "name: Citra\n"),
  ["folders of years", {
    "groupa/shows/2024/2024-08-01-peluit.yaml": "title: Peluit\ndate: 2024-08-01\n",
    "groupa/shows/2025/08/2025-08-01-peluit.yaml": "title: Peluit\ndate: 2025-08-01\n",
    "groupa/shows/2026/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n",
  }],
  ["folders of years with one name twice", {
    "groupa/shows/2024/peluit.yaml": "title: Peluit\ndate: 2024-08-01\n",
    "groupa/shows/2025/peluit.yaml": "title: Peluit\ndate: 2025-08-01\n",
    "groupa/shows/2026/2026-07-04-jendela-pagi.yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  }],
  inFile(
    "a folder of a year among kinds",
    "groupa/2024/2024-08-01-peluit.yaml",
    "title: Peluit\ndate: 2024-08-01\n",
  ),
  inFile("a folder of a kind beside groups", "members/citra-dewi.yaml", "name: Citra\n"),
  ["a content folder in itself", {
    "content/groupb/group.yaml": "name: Group B\nfamily: bare\n",
    "content/site.yaml": VALID["site.yaml"]!,
  }],
  ["site.yml", { "site.yaml": null, "site.yml": VALID["site.yaml"]! }],
  ["no member's file", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/bela-sari.yaml": null,
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Kang Dodi]\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [aya, Kang Dodi]\nseitansai: [Citra]\n",
    "groupa/events/2026-02-22-jabat-tangan.yaml":
      "title: Jabat Tangan\ndate: 2026-02-22\nmembers: [Dewi]\n",
  }],
  ["members who are all drafts", {
    "groupa/members/aya-putri.yaml": "name: Aya\ndraft: true\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\ndraft: true\n",
    "groupa/shows/2026-07-04-jendela-pagi.yaml":
      "title: Peluit\ndate: 2026-07-04\nmembers: [Aya]\n",
  }],
  ["no setlist", {
    "groupa/setlists/jendela-pagi.yaml": null,
    "groupa/shows/2026-08-01-peluit.yaml": "setlist: Malam\ndate: 2026-08-01\n",
  }],
  setlist("a song that holds a colon", "songs:\n  - Peluit: akustik\n  - Karcis"),
  citra("a link without the names of its fields", "socials:\n  - https://x.example/citra"),
];
