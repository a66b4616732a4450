import { article, citra, inFile, type Mistake, peluit, release, show } from "./mistake.ts";

const setlist = (name: string, songs: string): Mistake =>
  inFile(name, "groupa/setlists/karcis.yaml", `name: Karcis\nsongs:\n${songs}\n`);

/** What people who had never seen a content folder wrote into it. */
export const STRANGERS: readonly Mistake[] = [
  citra("a status without a word", "status:"),
  peluit("a state without a word", "state:   # nanti"),
  peluit("a time in wide quotes", "time: ＂19:00＂"),
  show("a title in wide quotes", "title: ＂Peluit＂\ndate: 2026-08-01\n"),
  peluit("wide hyphens", "members:\n－ Aya Putri"),
  peluit("a wide hyphen below its field", "members:\n  － Aya Putri"),
  show("a note behind a wide sign", "title: Peluit\n＃ catatan\ndate: 2026-08-01\n"),
  article(
    "an article with a weekday that is not its date's",
    "Kami tampil Senin, 1 Agustus 2026.",
  ),
  peluit(
    "two prices of one sort of tickets",
    "tickets:\n  - { type: VIP, price: Rp300.000 }\n  - { type: vip, price: Rp350.000 }",
  ),
  show("a day of which two letters stand for the number", "title: Peluit\ndate: ?? Maret\n"),
  peluit("prices behind the sorts of tickets", "tickets:\n  VIP: Rp300.000\n  Reguler: Rp200.000"),
  peluit("a price in place of tickets", "tickets: Rp200.000"),
  peluit("a price beside the fields", "harga: Rp200.000"),
  release("a place to hear a record as a field", "spotify: https://open.spotify.com/album/x"),
  citra("an account by the name of its platform", "idn: citra_baru"),
  inFile(
    "a category in place of a type",
    "groupa/releases/karcis.yaml",
    "title: Karcis\ncategory: single\n",
  ),
  release("a picture as the label of a record", "label: pictures/karcis.png"),
  citra("an account as a field", "instagram: https://instagram.com/citra"),
  setlist("a center that is true", "  - { title: Peluit, center: true }"),
  citra(
    "the address of a room in place of its number",
    "room_id: https://www.showroom-live.com/r/CITRA",
  ),
  citra("a birth date without its year, in digits", "birth_date: 07-20"),
  citra("a birth date without its year that may be two days", "birth_date: 07-08"),
];
