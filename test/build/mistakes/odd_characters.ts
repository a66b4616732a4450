import { inMember, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";

/** What nobody types, and copying, saving and other programs leave in texts. */
export const ODD_CHARACTERS: readonly Mistake[] = [
  inMember("a no-break space in a name", "name: 'Citra\u00a0Dewi'   # panggung\n"),
  inMember("a wide space between Latin letters", "name: Citra\u3000Dewi\n"),
  inMember("a tab in a text", "name: Citra\nhobby: Menari\tdan menyanyi\n"),
  inMember("a space of no width", "name: Citra\u200b Dewi\nhobby: Menari\n"),
  inMember("a byte order mark in a text", "name: Citra\nhobby: \ufeffMenari\n"),
  inMember("a soft hyphen", "name: Citra\nhobby: Me\u00adnari\n"),
  inMember("marks of direction", "name: Citra\nhobby: \u202eMenari\u202c\n"),
  inMember("a joiner between Latin letters", "name: Cit\u200dra\n"),
  inMember("a control character", "name: Citra\u0007\n"),
  inMember(
    "a character in lines of text",
    "name: Citra\ndescription: |\n  Suka\u200b soto\n  dan teh\n",
  ),
  inMember("letters that were garbled", "name: Citra\nhobby: Kafe Ã©lite â€“ teh\n"),
  inMember(
    "letters that were lost",
    "name: Citra\nhobby: Caf\ufffd\n",
    "name: Citra\nhobby: Café\n",
  ),
  inShow("a line-up with what cannot be seen", `${SHOW}members: [Aya\u00a0Putri, Bela\u200b]\n`),
];
