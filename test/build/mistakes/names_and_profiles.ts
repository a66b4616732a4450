import { VALID } from "../content_tree.ts";
import { inMember, type Mistake } from "./mistake.ts";

const CITRA = "name: Citra Dewi\n";
const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const PATH = "groupa/shows/2026-08-01-peluit.yaml";
const BELA = "name: Bela Sari\nnicknames: [Bela, Lala]\n";
const named = (name: string, written: string): Mistake =>
  inMember(name, `name: ${written}\n`, CITRA);
const inField = (name: string, line: string, mended = ""): Mistake =>
  inMember(name, `${CITRA}${line}\n`, CITRA + mended);

/** Names and profiles that say more, or something else, than they should; what files are called. */
export const NAMES_AND_PROFILES: readonly Mistake[] = [
  named("a nickname among the parts of a name", 'Citra "Cici" Dewi'),
  named("a nickname behind a name", "Citra Dewi (Cici)"),
  named("two names with a slash", "Citra Dewi / Cici"),
  named("a picture in a member's own name", "Citra Dewi 🎀"),
  named("a name in wide letters", "Ｃｉｔｒａ Ｄｅｗｉ"),
  named("a comma behind a member's own name", '"Citra Dewi,"'),
  named("two spaces in a name", "Citra  Dewi"),
  named("a name in small letters", "citra dewi"),
  inField("a narrow space in a nickname", "nicknames: [Ci\u202fci]", "nicknames: [Cici]\n"),
  inField("a height and a weight", "height: 165 cm / 48 kg", "height: 165\n"),
  inField("a height in wide digits", "height: １６５", "height: 165\n"),
  inField("a height in kilograms", "height: 165 kg", "height: 165\n"),
  inField("two blood types", "blood_type: A/B", "blood_type: AB\n"),
  inField("a status before its day", "status: graduated\ngraduated: 2099-01-01"),
  ["a last show of somebody who stays", {
    [PATH]: `${SHOW}members: [Aya, Bela]\ngraduation: [Bela]\n`,
  }, {
    [PATH]: `${SHOW}members: [Aya, Bela]\ngraduation: [Bela]\n`,
    "groupa/members/bela-sari.yaml": `${BELA}graduated: 2026-08-01\n`,
  }],
  ["a file name with underscores in its day", { "groupa/shows/2026_08_01_peluit.yaml": SHOW }, {
    [PATH]: SHOW,
  }],
  ["a file name without the zeros of its day", { "groupa/shows/2026-8-1-peluit.yaml": SHOW }, {
    [PATH]: SHOW,
  }],
  ["a file without a name of its own", { "groupa/shows/untitled-1.yaml": SHOW }, { [PATH]: SHOW }],
  ["a copy with wide brackets", {
    "groupa/shows/2026-07-04-jendela-pagi（1）.yaml":
      VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!,
  }, {}],
];
