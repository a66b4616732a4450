import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const inRelease = (name: string, holds: string, mended?: string): Mistake => {
  const path = "groupa/releases/karcis.yaml";
  return mended === undefined
    ? [name, { [path]: holds }]
    : [name, { [path]: holds }, { [path]: mended }];
};
const inSetlist = (name: string, holds: string, mended: string): Mistake => {
  const path = "groupa/setlists/karcis.yaml";
  return [name, { [path]: holds }, { [path]: mended }];
};

/** What people who had never seen a content folder wrote into it. */
export const STRANGERS: readonly Mistake[] = [
  inMember("a status without a word", "name: Citra\nstatus:\n", "name: Citra\n"),
  inShow("a state without a word", `${SHOW}state:   # nanti\n`, SHOW),
  inShow("a time in wide quotes", `${SHOW}time: ＂19:00＂\n`),
  inShow(
    "a title in wide quotes",
    "title: ＂Peluit＂\ndate: 2026-08-01\n",
    SHOW,
  ),
  inShow("wide hyphens", `${SHOW}members:\n－ Aya Putri\n`),
  inShow(
    "a wide hyphen below its field",
    `${SHOW}members:\n  － Aya Putri\n`,
    `${SHOW}members:\n  - Aya Putri\n`,
  ),
  inShow("a note behind a wide sign", "title: Peluit\n＃ catatan\ndate: 2026-08-01\n"),
  inNews(
    "an article with a weekday that is not its date's",
    "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nKami tampil Senin, 1 Agustus 2026.\n",
    "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\nKami tampil Sabtu, 1 Agustus 2026.\n",
  ),
  inShow(
    "two prices of one sort of tickets",
    `${SHOW}tickets:\n  - { type: VIP, price: Rp300.000 }\n  - { type: vip, price: Rp350.000 }\n`,
    `${SHOW}tickets:\n  - { type: VIP, price: Rp300.000 }\n`,
  ),
  inShow(
    "prices behind the sorts of tickets",
    `${SHOW}tickets:\n  VIP: Rp300.000\n  Reguler: Rp200.000\n`,
    `${SHOW}tickets:\n  - { type: VIP, price: Rp300.000 }\n  - { type: Reguler, price: Rp200.000 }\n`,
  ),
  inShow(
    "a price in place of tickets",
    `${SHOW}tickets: Rp200.000\n`,
    `${SHOW}tickets:\n  - price: Rp200.000\n`,
  ),
  inShow(
    "a price beside the fields",
    `${SHOW}harga: Rp200.000\n`,
    `${SHOW}tickets:\n  - price: Rp200.000\n`,
  ),
  inRelease(
    "a place to hear a record as a field",
    "title: Karcis\ntype: single\nspotify: https://open.spotify.com/album/x\n",
    'title: Karcis\ntype: single\nlinks: [{ title: Spotify, url: "https://open.spotify.com/album/x" }]\n',
  ),
  inMember("an account by the name of its platform", "name: Citra\nidn: citra_baru\n"),
  inShow(
    "a day of which two letters stand for the number",
    "title: Peluit\ndate: ?? Maret\n",
    SHOW,
  ),
  inRelease("a category in place of a type", "title: Karcis\ncategory: single\n"),
  inRelease(
    "a picture as the label of a record",
    "title: Karcis\ntype: single\nlabel: pictures/karcis.png\n",
    "title: Karcis\ntype: single\n",
  ),
  inMember(
    "an account as a field",
    "name: Citra\ninstagram: https://instagram.com/citra\n",
    'name: Citra\nsocials:\n  - { title: Instagram, url: "https://instagram.com/citra" }\n',
  ),
  inSetlist(
    "a center that is true",
    "name: Karcis\nsongs:\n  - { title: Peluit, center: true }\n",
    "name: Karcis\nsongs:\n  - { title: Peluit, center: [Aya Putri] }\n",
  ),
  inMember(
    "the address of a room in place of its number",
    "name: Citra\nroom_id: https://www.showroom-live.com/r/CITRA\n",
    "name: Citra\nshowroom_url_key: CITRA\n",
  ),
  inMember("a birth date without its year, in digits", "name: Citra\nbirth_date: 07-20\n"),
  inMember(
    "a birth date without its year that may be two days",
    "name: Citra\nbirth_date: 07-08\n",
    "name: Citra\nbirth_date: --07-08\n",
  ),
];
