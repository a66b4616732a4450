import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";

/** Titles of 17 August 2026, some of which begin with a day or an hour. */
const WARNED = [
  ...["12 Desember 2026 Peluit", "December 12th, 2026: Peluit", "Sabtu, 12 Des 2026 Peluit"],
  ...["2026-12-17 Peluit", "2026/8/17 Peluit", "17.08.2026 Peluit", "04/07/2026 Peluit"],
  ...[
    "２０２６年８月１７日 Peluit",
    "２０２６-08-17 Peluit",
    "[17/08/2026] Peluit",
    "20260817 Peluit",
  ],
  ...["31 June 2026 Peluit", "2026-02-30 Peluit", "17 Agustus Merdeka", "8月17日 Peluit"],
  ...["19:00 Peluit", "Pukul 19.00 Peluit", "19.00 WIB Peluit", "7pm Peluit", "１８:３０ Peluit"],
];

const PLAIN = [
  ...["18 Agustus Merdeka", "Peluit 12 Desember 2026", "2026 Festival", "5 Tahun 2026", "1-2-3 Go"],
  ...["100000 Suara", "123456 Suara", "365 Nichi no Kamihikouki", "24 Jam", "3.14 Pi", "Mei-Mei"],
  ...["May Day", "Minggu Ceria", "22:22", "10nen Sakura", "48 Maret", "Jam Malam", "7 Malam"],
];

Deno.test("a title that begins with a day or an hour is warned of, and no other", async () => {
  const files = [...WARNED, ...PLAIN].map((title, place) =>
    [
      `groupa/events/2026-08-17-a${place}.yaml`,
      `title: "${title}"\ndate: 2026-08-17\ntype: other\n`,
    ] as const
  );
  const { stderr } = await checkTree(Object.fromEntries(files));
  const told = [
    ...stderr.matchAll(/2026-08-17-a(\d+)\.yaml:1:8: warning: This title begins with/g),
  ];
  assert.deepEqual(
    told.map(([, place]) => Number(place)).sort((one, other) => one - other),
    WARNED.map((_, place) => place),
    stderr,
  );
});
