import { VALID } from "../content_tree.ts";
import type { Mistake } from "./mistake.ts";

const MEMBER = "name: Citra Dewi\n";
const LINE_UPS = Object.fromEntries(
  ["01", "02", "03"].map((day) => [
    `groupa/shows/2026-08-${day}-peluit.yaml`,
    `title: Peluit\ndate: 2026-08-${day}\nmembers: [${day === "01" ? "Aya Putri" : "Aya"}, Bela]\n`,
  ]),
);
const GROUP_B = "name: Group B\nfamily: wrapped\n";

/** Files that are missing, misnamed, or at odds with each other. */
export const WRONG_FILES: readonly Mistake[] = [
  ["no site.yaml", { "site.yaml": null }],
  ["no plans.yaml", { "plans.yaml": null }],
  ["an empty plans.yaml", { "plans.yaml": "# standard: unlimited\n" }],
  ["an empty site.yaml", { "site.yaml": "" }],
  ["a folder without group.yaml", { "groupb/members/citra-dewi.yaml": MEMBER }],
  ["a folder with group.yml", { "groupb/group.yml": GROUP_B }],
  ["a file that ends in .yml", { "groupa/members/citra-dewi.yml": MEMBER }],
  ["a file that ends in .txt", { "groupa/news/2026-08-01-kabar.txt": "Halo\n" }],
  ["an article that ends in .yaml", { "groupa/news/2026-08-01-kabar.yaml": "title: Kabar\n" }],
  ["a picture", { "groupa/members/citra-dewi.JPG": Uint8Array.of(0xff, 0xd8) }],
  ["a folder within a folder", { "groupa/members/gen-1/citra-dewi.yaml": MEMBER }],
  ["a misspelt folder", { "groupa/member/citra-dewi.yaml": MEMBER }],
  ["a misspelt file of a group", { "groupa/grup.yaml": "[]\n" }],
  ["a misspelt file at the top", { "plan.yaml": "a: 1\n" }],
  ["capitals and spaces in a file name", { "groupa/members/Citra Déwi.yaml": MEMBER }],
  ["a file name without a letter", { "groupa/members/!.yaml": MEMBER }],
  ["capitals in a folder name", { "Group B/group.yaml": GROUP_B }],
  ["two entries with one id", {
    "groupa/events/2026-03-01-konser.yaml": "id: E-1\ntitle: Konser\ndate: 2026-03-01\n",
    "groupa/events/2026-03-02-konser.yaml": "title: Konser\ndate: 2026-03-02\nid: E-1\n",
  }],
  ["an id that is another's file name", {
    "groupa/events/2026-03-02-konser.yaml":
      "title: Konser\ndate: 2026-03-02\nid: 2026-02-22-jabat-tangan\n",
  }],
  ["a file name that is another's id", {
    "groupa/shows/2026-08-01-peluit.yaml": "id: A-7\ntitle: Peluit\ndate: 2026-08-01\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "id: 2026-08-01-peluit\ntitle: Peluit\ndate: 2026-08-02\n",
  }],
  ["a former address of an article that another has", {
    "groupa/news/2026-08-01-kabar.md":
      "---\ntitle: Kabar\ndate: 2026-08-01\nformer_slugs: [kabar, 2026-01-03-jadwal]\n---\n\nHalo.\n",
  }],
  ["two setlists of one name", {
    "groupa/setlists/jendela.yaml": "songs: [Karcis]\nname: jendela pagi\n",
  }],
  ["a member in two groups", {
    "groupb/group.yaml": GROUP_B,
    "groupb/members/aya-putri.yaml": "# Aya kita\nname: Aya Putri\n",
  }],
  ["a former address that somebody has", {
    "groupa/members/citra-dewi.yaml": `${MEMBER}former_slugs: [citra, bela-sari]\n`,
  }],
  ["an account that two members have", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: aya_p\n",
    "groupa/members/citra-dewi.yaml": `${MEMBER}showroom_url_key: AYA_P\nroom_id: 7\n`,
  }],
  ["a room that a member and the group have", {
    "groupa/group.yaml": `${
      VALID["groupa/group.yaml"]
    }accounts:\n  showroom: { room_id: 7, url_key: groupa }\n`,
    "groupa/members/citra-dewi.yaml": `${MEMBER}showroom_url_key: CITRA\nroom_id: 7\n`,
  }],
  ["an account that is another member's address", {
    "groupa/members/citra-dewi.yaml": `${MEMBER}idn_username: aya-putri\n`,
  }],
  ["a reserved address of a member", { "groupa/members/today.yaml": MEMBER }],
  ["a reserved former address", {
    "groupa/members/citra-dewi.yaml": `${MEMBER}former_slugs: [upcoming]\n`,
  }],
  ["a reserved folder", { "codes/group.yaml": GROUP_B }],
  ["a folder with the name of a service's page", { "readyz/group.yaml": GROUP_B }],
  ["a reserved alias", { "groupa/group.yaml": `${VALID["groupa/group.yaml"]}aliases: [admin]\n` }],
  ["an alias that is a group", {
    "groupb/group.yaml": `${GROUP_B}aliases: [b, groupa]\n`,
  }],
  ["a reserved alias of a profile", {
    "groupa/group.yaml": `${
      VALID["groupa/group.yaml"]
    }aliases: [{ name: check, as: jkt48connect }]\n`,
  }],
  ["an alias of a profile with the name of a page", {
    "groupa/group.yaml": `${
      VALID["groupa/group.yaml"]
    }aliases:\n  - { name: assets, as: jkt48connect }\n`,
  }],
  ["an alias of a profile that is another alias", {
    "groupa/group.yaml": `${
      VALID["groupa/group.yaml"]
    }aliases: [idol, { name: idol, as: jkt48connect }]\n`,
  }],
  ["an alias of an unknown profile", {
    "groupa/group.yaml": `${VALID["groupa/group.yaml"]}aliases: [{ name: idol, as: jkt48 }]\n`,
  }],
  ["the same alias twice", {
    "groupa/group.yaml": `${VALID["groupa/group.yaml"]}aliases: [idol]\n`,
    "groupb/group.yaml": `${GROUP_B}aliases: [idol]\n`,
  }],
  ["a name that two members have", {
    "groupa/members/citra-dewi.yaml": `${MEMBER}nicknames: [Lala]\n`,
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Lala, Citra Dewi]\n",
  }],
  ["somebody who stands in a line-up twice", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers:\n  - Aya\n  - Bela Sari\n  - aya-putri\n",
  }],
  ["a guest with a name like a member's", {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya Putry]\n",
  }, {
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Aya Putri]\n",
  }],
  [
    "a guest in many files",
    Object.fromEntries(
      ["01", "02", "03", "04", "05", "06"].map((day) => [
        `groupa/shows/2026-08-${day}-peluit.yaml`,
        `title: Peluit\ndate: 2026-08-${day}\nmembers:\n  - Kang Dodi\n`,
      ]),
    ),
  ],
  ["a setlist that no file has", {
    "groupa/shows/2026-08-01-peluit.yaml": "setlist: Jendela Pagii\ndate: 2026-08-01\n",
  }],
  ["a guest while a member's file is broken", {
    "groupa/members/citra-dewi.yaml": "nama: Citra Dewi\n",
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nmembers: [Citra Dewi]\n",
  }],
  ["a folder of a group in capitals", {
    "groupa/members/bela-sari.yaml": null,
    "groupa/Members/bela-sari.yaml": "name: Bela Sari\n",
  }, {}],
  ["all members in a folder in capitals", {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/bela-sari.yaml": null,
    "groupa/Members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    "groupa/Members/bela-sari.yaml": "name: Bela Sari\n",
  }],
  ["a year's folder", {
    "groupa/shows/2026/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n",
  }, { "groupa/shows/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n" }],
  ["two files of one name, .yml and .yaml", {
    "groupa/members/bela-sari.yml": "name: Bela Sari\n",
  }, {}],
  ["an article among shows", {
    "groupa/shows/2026-08-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nHalo.\n",
  }, { "groupa/news/2026-08-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nHalo.\n" }],
  ["a member among shows", {
    "groupa/shows/citra-dewi.yaml":
      "name: Citra Dewi\nnicknames: [Citra]\nbirth_date: 2004-03-03\n",
  }],
  ["a show among members", {
    "groupa/members/2026-08-01-peluit.yaml": "setlist: Jendela Pagi\ndate: 2026-08-01\n",
  }],
  ["what may be a show or an event, among members", {
    "groupa/members/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n",
  }, { "groupa/events/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\n" }],
  ["a copied member", {
    "groupa/members/citra-dewi.yaml": "name: Aya Putri\nnicknames: [Aya]\n",
    ...LINE_UPS,
  }, { "groupa/members/citra-dewi.yaml": MEMBER, ...LINE_UPS }],
  ["a copied member with a new name", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: aya\n",
    "groupa/members/citra-dewi.yaml": `${MEMBER}nicknames: [Aya]\nidn_username: aya\n`,
    ...LINE_UPS,
  }, { "groupa/members/citra-dewi.yaml": MEMBER, ...LINE_UPS }],
  ["setlists in one file", {
    "groupa/setlists.yaml": "- name: Malam\n  songs: [Karcis]\n",
  }, { "groupa/setlists/malam.yaml": "name: Malam\nsongs: [Karcis]\n" }],
];
