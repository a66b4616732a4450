import { citra, inFile, member, type Mistake, peluit, release, show, site } from "./mistake.ts";

/** Fields, lists and names that are written otherwise, or belong elsewhere. */
export const FIELDS: readonly Mistake[] = [
  peluit("a word for all members in a list", "members: [All members]"),
  member(
    "an account under its own name",
    "name: Citra Dewi\nsocials:\n  - Instagram: https://ig.groupa.id/citra\n",
  ),
  show("a setlist with its number", "setlist: Jendela Pagi (ke-5)\ndate: 2026-08-01\n"),
  member("lines that end in commas", '"name": "Citra Dewi",\n"hobby": "Menari"\n'),
  site("a colour without its sign", "accent: 9c1f55"),
  member("a status before its day", "name: Citra Dewi\nstatus: graduated\ngraduated: 2099-01-01\n"),
  inFile(
    "a plan without anything",
    "plans.yaml",
    "standard: { rate: unlimited, quota: unlimited }\nbasic:\n",
  ),
  peluit("a draft by its status", "status: Draft"),
  citra("a draft by its state", "state: draft"),
  citra("fields within a value", "foo: [{ toString: 1 }]\nstatus: { toString: 1 }"),
  citra("a field twice in another case", "Name: Citra Dewi"),
  citra("a type of the language", "team: !!str 7"),
  citra("a hyphen at which no line ends", "hobby: Teka‑teki"),
  inFile(
    "a Japanese time",
    "groupa/shows/2026-12-05-peluit.yaml",
    "title: Peluit\ndate: 2026-12-05\ntime: 午後7時半\n",
  ),
  inFile(
    "a contact without its sign",
    "site.yaml",
    "title: Groupa\nbase_url: https://api.groupa.example\nlicence: CC0-1.0\n" +
      "attribution: Groupa\ncontact: halo groupa.example\n",
  ),
  inFile(
    "a service without a licence",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\n" +
      "base_url: https://api.groupa.example\nattribution: Groupa\n",
  ),
  inFile(
    "a service without an attribution",
    "site.yaml",
    "title: Groupa\ncontact: halo@groupa.example\n" +
      "base_url: https://api.groupa.example\nlicence: CC0-1.0\n",
  ),
  ["a member who is a draft in a line-up", {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nnicknames: [Citra]\ndraft: true\n",
    "groupa/shows/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\nmembers: [Citra]\n",
    "groupa/shows/2026-08-02-peluit.yaml":
      "title: Peluit\ndate: 2026-08-02\nmembers: [Citra Dewi]\n",
  }],
  member("a letter of another script", "name: Citrа\n"),
  release("names of fields in front of all names", "tracks:\n  - Surat\n  - Karcis\n  - Peluit"),
  inFile(
    "a title that begins with #",
    "groupa/events/2026-08-01-konser.yaml",
    "title: #Konser\ndate: 2026-08-01\n",
  ),
  inFile(
    "a file name with its day in other order",
    "groupa/shows/01-08-2026-peluit.yaml",
    "title: Peluit\ndate: 2026-08-01\n",
  ),
];
