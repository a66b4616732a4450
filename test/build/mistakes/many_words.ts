import { VALID } from "../content_tree.ts";
import type { Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const NO_MEMBERS = {
  "groupa/members/aya-putri.yaml": null,
  "groupa/members/bela-sari.yaml": null,
};

/** Slips of which every file of a group would have something to say. */
export const MANY_WORDS: readonly Mistake[] = [
  ["no member's file", {
    ...NO_MEMBERS,
    "groupa/group.yaml": `${VALID["groupa/group.yaml"]}guests: [Kang Dodi]\n`,
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [aya, Kang Dodi]\nseitansai: [Citra]\n`,
    "groupa/events/2026-02-22-jabat-tangan.yaml":
      "title: Jabat Tangan\ndate: 2026-02-22\nmembers: [Dewi]\n",
  }, {}],
  ["members who are all drafts", {
    "groupa/members/aya-putri.yaml": "name: Aya\ndraft: true\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\ndraft: true\n",
    "groupa/shows/2026-07-04-jendela-pagi.yaml": `${SHOW}members: [Aya]\n`.replace(
      "08-01",
      "07-04",
    ),
  }, {}],
  ["no setlist", {
    "groupa/setlists/jendela-pagi.yaml": null,
    "groupa/shows/2026-08-01-peluit.yaml": "setlist: Malam\ndate: 2026-08-01\n",
  }, {}],
  ["a song that holds a colon", {
    "groupa/setlists/jendela-pagi.yaml":
      "name: Jendela Pagi\nsongs:\n  - Peluit: akustik\n  - Karcis\n",
  }],
  ["a link without the names of its fields", {
    "groupa/members/citra-dewi.yaml": "name: Citra\nsocials:\n  - https://x.example/citra\n",
  }, {
    "groupa/members/citra-dewi.yaml":
      "name: Citra\nsocials:\n  - { title: X, url: https://x.example/citra }\n",
  }],
];
