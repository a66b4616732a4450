import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const encoder = new TextEncoder();
const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const SETLIST = "groupa/setlists/jendela-pagi.yaml";
const SONGS = "name: Jendela Pagi\nsongs:\n  - Peluit\n  - Karcis\n  - Roti\n";
const LINE_UP = `${SHOW}members:\n  - Aya\n  - Bela\n`;

/** Slips of hands, clipboards and other programs. */
export const PASTED_TEXT: readonly Mistake[] = [
  inMember(
    "UTF-16 without a mark",
    encoder.encode("name: Citra\n".split("").join("\0")),
    "name: Citra\n",
  ),
  inMember("line ends of old Macs", "name: Citra\rteam: Pagi\r", "name: Citra\nteam: Pagi\n"),
  inMember(
    "what is left of two versions",
    "name: Citra\nteam: Pagi\n=======\nteam: Malam\n",
    "name: Citra\nteam: Pagi\n",
  ),
  inMember("a wide colon and a space", "name: Citra\nteam： Pagi\n"),
  inMember(
    "a space that is none in front of fields in braces",
    "name: Citra\nsocials:\n\u00a0 - { title: X, url: https://x.example }\n" +
      "  - { title: Y, url: https://y.example }\n",
  ),
  inMember("a field that is indented", "name: Citra\n team: Pagi\nhobby: Menari\n"),
  inMember("a bracket too many", "name: Citra\nnicknames: [Cici, Dewi]]\nhobby: >-\n  Menari\n"),
  inMember("a hyphen for what is not known", "name: Citra\nteam: -\n", "name: Citra\n"),
  inShow("bullets of stars", `${SHOW}members:\n  * Aya\n  * Bela\n`),
  inShow("an entry without its hyphen", LINE_UP.replace("- Bela", "Bela")),
  inShow("names below their field", `${SHOW}members:\nAya\nBela\n`, LINE_UP),
  inShow("numbered names", `${SHOW}members:\n  1. Aya\n  2. Bela\n`, LINE_UP),
  inNews(
    "a field that is indented, in front matter",
    "---\ntitle: Kabar\n  category: Teater\ndate: 2026-08-01\n---\n\nHalo.\n",
  ),
  ["a song without its hyphen", { [SETLIST]: SONGS.replace("- Karcis", "Karcis") }],
  ["a song that is not indented enough", {
    [SETLIST]: SONGS.replace("  - Karcis", "- Karcis"),
  }],
  ["a track without the name of its field", {
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - Surat\n    members: [Aya]\n  - title: Kabar\n",
  }, {
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - title: Surat\n    members: [Aya]\n  - title: Kabar\n",
  }],
];
