import { VALID } from "../content_tree.ts";
import { inMember, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const JENDELA = "groupa/shows/2026-07-04-jendela-pagi";
const PLAIN_SHOW = VALID[`${JENDELA}.yaml`]!;
const show = (year: number) => `title: Peluit\ndate: ${year}-08-01\n`;

/** What copies, other programs and half-done moves leave. */
export const LEFT_OVER: readonly Mistake[] = [
  inShow("a file in marks of code", `\`\`\`yaml\n${SHOW}\`\`\`\n`),
  inShow("lines of hyphens around all fields", `---\n${SHOW}---\n`),
  inShow("two shows in one file", `${SHOW}---\ntitle: Karcis\ndate: 2026-08-02\n`, SHOW),
  inShow("a list of one show", "- title: Peluit\n  date: 2026-08-01\n", SHOW),
  inShow(
    "a list of two shows",
    "- title: Peluit\n  date: 2026-08-01\n- title: Karcis\n  date: 2026-08-02\n",
    SHOW,
  ),
  inShow("fields below a name", "show:\n  title: Peluit\n  date: 2026-08-01\n", SHOW),
  inShow("a list below a name", "shows:\n  - title: Peluit\n    date: 2026-08-01\n", SHOW),
  inShow("a note of programs", `// panggung\n${SHOW}`),
  inShow("a note of articles", `<!-- panggung -->\n${SHOW}`),
  inShow("lines of a spreadsheet", "title\tdate\nPeluit\t2026-08-01\n", SHOW),
  inShow("a name of a field in bold", "**title**: Peluit\ndate: 2026-08-01\n", SHOW),
  inShow("a file with notes alone", "# Peluit\n", SHOW),
  inMember(
    "a file that is no text",
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 1),
    "name: Citra\n",
  ),
  ["copies that programs have named", {
    [`${JENDELA} (1).yaml`]: PLAIN_SHOW,
    "groupa/shows/Copy of 2026-07-04-jendela-pagi.yaml": PLAIN_SHOW,
    [`${JENDELA} (Budi's conflicted copy 2026-07-01).yaml`]: PLAIN_SHOW,
  }, {}],
  ["what text editors and systems leave", {
    "groupa/members/aya-putri.yaml~": "name: Aya\n",
    "groupa/members/aya-putri.yaml.bak": "name: Aya\n",
    "groupa/members/Thumbs.db": "",
    "__MACOSX/groupa/aya-putri.yaml": "",
  }, {}],
  ["a file with two endings", { "groupa/members/citra-dewi.yaml.yaml": "name: Citra\n" }],
  ["folders of years", {
    "groupa/shows/2024/2024-08-01-peluit.yaml": show(2024),
    "groupa/shows/2025/08/2025-08-01-peluit.yaml": show(2025),
    "groupa/shows/2026/2026-08-01-peluit.yaml": show(2026),
  }],
  ["folders of years with one name twice", {
    "groupa/shows/2024/peluit.yaml": show(2024),
    "groupa/shows/2025/peluit.yaml": show(2025),
    "groupa/shows/2026/2026-07-04-jendela-pagi.yaml": PLAIN_SHOW,
  }, { "groupa/shows/2024-peluit.yaml": show(2024), "groupa/shows/2025-peluit.yaml": show(2025) }],
  ["a folder of a year among kinds", { "groupa/2024/2024-08-01-peluit.yaml": show(2024) }, {
    "groupa/shows/2024-08-01-peluit.yaml": show(2024),
  }],
  ["a folder of a kind beside groups", { "members/citra-dewi.yaml": "name: Citra\n" }, {
    "groupa/members/citra-dewi.yaml": "name: Citra\n",
  }],
  ["a content folder in itself", {
    "content/groupb/group.yaml": "name: Group B\nfamily: bare\n",
    "content/site.yaml": VALID["site.yaml"]!,
  }, { "groupb/group.yaml": "name: Group B\nfamily: bare\n" }],
  ["site.yml", { "site.yaml": null, "site.yml": VALID["site.yaml"]! }],
];
