import { VALID } from "../content_tree.ts";
import { inMember, type Mistake } from "./mistake.ts";

const JENDELA = VALID["groupa/shows/2026-07-04-jendela-pagi.yaml"]!;
const LEFT = "name: Bela Sari\nnicknames: [Bela, Lala]\n";

/** One slip of which several places, or several rules, could tell. */
export const ONE_SLIP: readonly Mistake[] = [
  ["a copied show with a number behind its name", {
    "groupa/shows/2026-07-04-jendela-pagi-2.yaml": JENDELA,
  }, {}],
  ["somebody who had left in line-ups under several names", {
    "groupa/members/bela-sari.yaml": `${LEFT}graduated: 2026-01-01\n`,
    "groupa/shows/2026-08-01-peluit.yaml": "title: Peluit\ndate: 2026-08-01\nmembers: [Lala]\n",
  }, { "groupa/members/bela-sari.yaml": `${LEFT}graduated: 2026-12-01\n` }],
  ["a graduation before the beginning, and shows behind it", {
    "groupa/members/bela-sari.yaml": `${LEFT}joined: 2026-02-01\ngraduated: 2026-01-01\n`,
  }, { "groupa/members/bela-sari.yaml": `${LEFT}joined: 2026-02-01\n` }],
  inMember(
    "a birth in a year to come",
    "name: Citra\nbirth_date: 2206-01-06\njoined: 2020-01-01\n",
    "name: Citra\nbirth_date: 2006-01-06\njoined: 2020-01-01\n",
  ),
  ["an account that is two of another member's", {
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nidn_username: aya_p\n",
    "groupa/members/citra-dewi.yaml": "name: Citra\nidn_username: aya_p\nshowroom_url_key: aya_P\n",
  }, { "groupa/members/citra-dewi.yaml": "name: Citra\nidn_username: citra_d\n" }],
];
