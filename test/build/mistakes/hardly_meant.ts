import type { TreeFiles } from "../content_tree.ts";
import { inMember, inNews, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";
const NEWS = "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n";

/** Content that fits its schema, and that nobody means. */
export const HARDLY_MEANT: readonly Mistake[] = [
  inShow(
    "a file name with another day",
    "title: Peluit\ndate: 2026-08-10\n",
    "title: Peluit\ndate: 2026-08-01\n",
  ),
  inMember("a file name with another name", "name: Dewa Utami\n", "name: Dewi Utami\n"),
  inMember(
    "a birth in another century",
    "name: Citra\nbirth_date: 1905-03-03\n",
    "name: Citra\nbirth_date: --03-03\n",
  ),
  inMember(
    "a birth that is to come",
    "name: Citra\nbirth_date: 2206-03-03\n",
    "name: Citra\nbirth_date: 2006-03-03\n",
  ),
  inMember(
    "a member who graduated before she joined",
    "name: Citra\njoined: 2024-03-03\ngraduated: 2022-03-03\n",
    "name: Citra\njoined: 2022-03-03\ngraduated: 2024-03-03\n",
  ),
  inMember(
    "a member who joined before she was born",
    "name: Citra\nbirth_date: 2014-03-03\njoined: 2012-03-03\n",
    "name: Citra\nbirth_date: 2004-03-03\njoined: 2012-03-03\n",
  ),
  ["a session that ends before it begins", session("16:30", "15:30"), session("16:30", "17:30")],
  ["getting ready after the beginning", readyAt("17:00"), readyAt("16:15")],
  inMember("a value that is to come", "name: Citra\nhobby: TBA\n", "name: Citra\n"),
  inShow("a title that is to come", "title: TBA\ndate: 2026-08-01\n", SHOW),
  inMember("a sign for a value", 'name: Citra\nteam: "-"\n', "name: Citra\n"),
  inMember(
    "a note to oneself in a text",
    'name: Citra\njikosokai: "Halo, TODO tanya dia"\n',
    "name: Citra\njikosokai: Halo, está todo bien\n",
  ),
  inMember(
    "an address for examples",
    "name: Citra\nimg: https://example.com/citra.jpg\n",
    "name: Citra\nimg: https://img.groupa.example/citra.jpg\n",
  ),
  inNews(
    "a filler and an address for examples in an article",
    `${NEWS}Lorem ipsum dolor, [di sini](https://www.example.com/a).\n`,
    `${NEWS}Kabar [di sini](https://groupa.example/a), \`example.com\`.\n`,
  ),
  inShow(
    "a celebration outside the line-up",
    `${SHOW}members: [Aya]\nseitansai: [Bela Sari]\n`,
    `${SHOW}members: [Aya, Bela]\nseitansai: [Bela Sari]\n`,
  ),
  ["two shows at one instant", another("19:00"), another("14:00")],
  inNews("bold text that does not end", `${NEWS}Besok **libur.\n`, `${NEWS}Besok **libur**.\n`),
  inNews(
    "bold text with a space inside",
    `${NEWS}**Aya** dan ** Bela** tampil.\n`,
    `${NEWS}**Aya** dan **Bela** tampil.\n`,
  ),
  inNews(
    "code that does not end",
    `${NEWS}Kode:\n\n\`\`\`\nA1\n\nSampai jumpa **besok.\n`,
    `${NEWS}Kode:\n\n\`\`\`\nA1\n\`\`\`\n\nSampai jumpa.\n`,
  ),
  inNews(
    "a link that does not end",
    `${NEWS}Lihat [jadwal](https://groupa.example/jadwal dan datang.\n`,
    `${NEWS}Lihat [jadwal](https://groupa.example/jadwal) dan datang.\n`,
  ),
  inNews(
    "a link with a space before its address",
    `${NEWS}Lihat [jadwal] (https://groupa.example/jadwal) dan datang.\n`,
    `${NEWS}Lihat [jadwal](https://groupa.example/jadwal) (https://groupa.example) dan datang.\n`,
  ),
  inNews(
    "a link with its brackets mixed up",
    `${NEWS}Lihat (jadwal)[https://groupa.example/jadwal] dan datang.\n`,
    `${NEWS}Lihat [jadwal](https://groupa.example/jadwal) dan datang.\n`,
  ),
  inNews(
    "a link whose text does not end",
    `${NEWS}Lihat [jadwal(https://groupa.example/jadwal) dan datang.\n`,
    `${NEWS}Lihat [jadwal](https://groupa.example/jadwal) dan datang.\n`,
  ),
];

function session(start: string, end: string): TreeFiles {
  return {
    "groupa/videocalls/2026-05-08.yaml":
      `date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "${start}"\n    end_time: "${end}"\n`,
  };
}

function readyAt(time: string): TreeFiles {
  return {
    "groupa/videocalls/2026-05-08.yaml":
      `date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    preparation_start: "${time}"\n    start_time: "16:30"\n`,
  };
}

function another(time: string): TreeFiles {
  return {
    "groupa/shows/2026-07-04-peluit.yaml": `title: Peluit\ndate: 2026-07-04\ntime: "${time}"\n`,
  };
}
