import { VALID } from "../content_tree.ts";
import { inMember, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const JENDELA = VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!;
const EVENT = "groupa/events/2026-08-01-konser.yaml";
const SURAT = "title: Surat\ntype: single\ntracks:\n";

/** A line-up of one name, which is mended by itself unless it says how. */
function named(name: string, entry: string, mended?: string): Mistake {
  const lineUp = (one: string) => `${SHOW}members:\n  - ${one}\n`;
  return inShow(name, lineUp(entry), mended && lineUp(mended));
}

function pictured(name: string, address: string): Mistake {
  return inMember(name, `name: Citra\nimg: ${address}\n`, "name: Citra\n");
}

/** Names, addresses and days that are meant for something else than what they say. */
export const MEANT_FOR_ANOTHER: readonly Mistake[] = [
  named("a name with a picture behind it", "Aya Putri 🎀", "Aya Putri"),
  named("a name with a comma behind it", '"Aya Putri,"', "Aya Putri"),
  named("a name in other order", "Putri Aya", "Aya Putri"),
  named("two names without a comma", "Aya Bela Sari", "Aya"),
  named("the file of a member", "aya-putri.yaml"),
  named("the file of a member in its folder", "groupa/members/aya-putri"),
  named("a short name that is close to another one", "Lila", "Lala"),
  named("a hyphen too many", "- Aya"),
  ["a nickname among others in one entry", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela / Lala]\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Lala]\n`,
  }, { "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Lala]\n` }],
  ["a member who is a draft in a line-up", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Citra]\ndraft: true\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [Citra]\n`,
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers: [Citra Dewi]\n",
  }, { "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Citra]\n" }],
  ["a former address that is somebody's in a line-up", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nformer_slugs: [aya-putri]\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}members: [aya-putri]\n`,
  }, {}],
  ["an alias that is another group's folder", {
    "groupa/group.yaml": "name: Group A\nfamily: bare\naliases: [groupb]\n",
    "groupb/group.yaml": "name: Group B\nfamily: bare\n",
  }, { "groupb/group.yaml": "name: Group B\nfamily: bare\n" }],
  inMember("a letter of another script", "name: Citr\u0430\n"),
  ["names of fields in front of all names", {
    "groupa/releases/surat.yaml": `${SURAT}  - Surat\n  - Karcis\n  - Peluit\n`,
  }],
  [
    "a title that begins with #",
    { [EVENT]: "title: #Konser\ndate: 2026-08-01\n" },
    { [EVENT]: 'title: "#Konser"\ndate: 2026-08-01\n' },
  ],
  [
    "a type with its number",
    { "groupa/releases/surat.yaml": "title: Surat\ntype: Single ke-2\n" },
    {
      "groupa/releases/surat.yaml": "title: Surat\ntype: single\n",
    },
  ],
  ["an Indonesian type of event", {
    [EVENT]: "title: Konser\ntype: jabat tangan\ndate: 2026-08-01\n",
  }],
  pictured("a picture on one machine", "C:\\Foto\\citra.jpg"),
  inMember("a picture in HTML", 'name: Citra\nimg: <img src="https://img.groupa.id/x.jpg">\n'),
  ["a file name with its day in other order", {
    "groupa/shows/01-08-2026-peluit.yaml": SHOW,
  }, { "groupa/shows/2026-08-01-peluit.yaml": SHOW }],
  ["a file name with its day without hyphens", {
    "groupa/shows/20260801-peluit.yaml": SHOW,
  }, { "groupa/shows/2026-08-01-peluit.yaml": SHOW }],
  ["a year that its file's name does not say", {
    "groupa/members/bela-sari.yaml": "name: Bela Sari\ngraduated: 2026-12-31\n",
    "groupa/shows/2026-07-04-jendela-pagi.yaml": JENDELA.replace("2026", "2062"),
  }, { "groupa/members/bela-sari.yaml": "name: Bela Sari\ngraduated: 2026-12-31\n" }],
  inShow(
    "published after its beginning on the same day",
    `${SHOW}time: "19:00"\npublish_at: 2026-08-01T13:00:00Z\n`,
    `${SHOW}time: "19:00"\npublish_at: 2026-08-01T11:00:00Z\n`,
  ),
  inMember(
    "one entry that is indented less",
    "name: Citra\nnicknames:\n  - Citra\n- Cici\n  - Dewi\n",
  ),
];
