import { inMember, inShow, type Mistake } from "./mistake.ts";

const SHOW = 'title: Peluit\ndate: 2026-08-01\ntime: "19:00"\n';
const VIP = "tickets: [{ type: VIP }]";
const inSale = (name: string, line: string, mended?: string): Mistake =>
  inShow(name, `${SHOW}${line}\n`, mended === undefined ? undefined : `${SHOW}${mended}\n`);
const sale = (name: string, written: string): Mistake =>
  inSale(`a sale that begins ${name}`, `tickets: [{ sale_from: ${written} }]`);
const counted = (name: string, line: string, mended?: string): Mistake =>
  inMember(
    name,
    `name: Citra\n${line}\n`,
    mended === undefined ? undefined : `name: Citra\n${mended}\n`,
  );
const COMPLETE = "name: Group A\nfamily: bare\nshows_complete: true\n";
const AYA = "name: Aya Putri\nnicknames: [Aya]\n";

/** Tickets, streams, lengths of careers and counts of shows that editors write otherwise than they read. */
export const SALES_AND_COUNTS: readonly Mistake[] = [
  inSale("a ticket with a misspelt field", "tickets: [{ type: VIP, prise: Rp100.000 }]"),
  inSale("a ticket in words of Indonesian", "tiket: [{ type: VIP }]"),
  inSale("a price in a word of Indonesian", "tickets: [{ jenis: VIP, harga: Rp100.000 }]"),
  inSale("tickets that are one", "tickets: { type: VIP, price: Rp100.000 }", VIP),
  inSale("tickets as words", "tickets: [VIP, Reguler]", VIP),
  inSale("tickets as an address", "tickets: https://tiket.example/vip", VIP),
  inSale("a ticket that is there twice", "tickets: [{ type: VIP }, { type: VIP }]", VIP),
  inSale(
    "a sale that ends before it begins",
    "tickets: [{ type: VIP, sale_from: 2026-07-02, sale_until: 2026-07-01 }]",
    "tickets: [{ type: VIP, sale_from: 2026-07-02 }]",
  ),
  inSale(
    "a sale before the announcement",
    "publish_at: 2026-07-10T10:00:00+07:00\ntickets: [{ sale_from: 2026-07-09 10:00 }]",
    "publish_at: 2026-07-10T10:00:00+07:00\ntickets: [{ sale_from: 2026-07-10 10:00 }]",
  ),
  inSale(
    "a sale of the wrong year",
    "tickets: [{ sale_from: 2025-07-09 10:00 }]",
    "tickets: [{ sale_from: 2026-07-09 10:00 }]",
  ),
  sale("at a time with a point", "2026-07-02 10.00"),
  sale("on a day in Indonesian", "2 Juli 2026 10:00 WIB"),
  sale("on a day with its weekday", "'Kamis, 2 Juli 2026'"),
  inSale(
    "a sale on another weekday than it says",
    "tickets: [{ sale_from: 'Jumat, 2 Juli 2026' }]",
    "tickets: [{ sale_from: 2026-07-02 }]",
  ),
  inSale(
    "a sale at a time of no day",
    'tickets: [{ sale_from: "10:00" }]',
    "tickets: [{ sale_from: 2026-07-02 10:00 }]",
  ),
  inSale("a price below zero", "tickets: [{ price: -5 }]", "tickets: [{ price: Rp5 }]"),
  inSale("a stream as an address", "stream: https://www.idn.app/serambi"),
  inSale("a stream with a misspelt field", "stream: { url: https://www.idn.app/x, prise: 5 }"),
  inSale(
    "a stream without an address",
    "stream: { price: Rp50.000 }",
    "stream: { url: https://www.idn.app/x, price: Rp50.000 }",
  ),
  [
    "shows before those of a folder that has all",
    {
      "groupa/group.yaml": COMPLETE,
      "groupa/members/citra.yaml": "name: Citra\nshows_before: { total: 9 }\n",
    },
    { "groupa/group.yaml": COMPLETE, "groupa/members/citra.yaml": "name: Citra\n" },
  ],
  [
    "more shows up to a day than a folder that has all",
    {
      "groupa/group.yaml": COMPLETE,
      "groupa/members/aya-putri.yaml": `${AYA}shows_before: { total: 2, as_of: 2026-07-04 }\n`,
    },
    {
      "groupa/group.yaml": COMPLETE,
      "groupa/members/aya-putri.yaml": `${AYA}shows_before: { total: 1, as_of: 2026-07-04 }\n`,
    },
  ],
  counted(
    "shows before she joined",
    "joined: 2024-01-20\nshows_before: { total: 9, as_of: 2023-12-31 }",
    "joined: 2024-01-20\nshows_before: { total: 9, as_of: 2024-12-31 }",
  ),
  counted("shows before as a number", "shows_before: 9", "shows_before: { total: 9 }"),
  counted("a misspelt count of shows before", "shows_before: { totl: 9 }"),
  counted(
    "fewer shows before than none",
    "shows_before: { total: -1 }",
    "shows_before: { total: 0 }",
  ),
  counted(
    "shows before by setlists as fields",
    "shows_before: { total: 9, by_setlist: { Jendela Pagi: 9 } }",
    "shows_before: { total: 9, by_setlist: [{ setlist: Jendela Pagi, count: 9 }] }",
  ),
  counted(
    "a career in no order",
    "team: Pagi\nhistory: [{ from: 2025-01-01, team: Pagi }, { from: 2024-01-01, to: 2025-01-01, role: Kapten }]",
    "team: Pagi\nhistory: [{ from: 2024-01-01, to: 2025-01-01, role: Kapten }, { from: 2025-01-01, team: Pagi }]",
  ),
  counted(
    "a career as words",
    "history: [Tim Pagi 2024]",
    "team: Pagi\nhistory: [{ from: 2024-01-01, team: Pagi }]",
  ),
  [
    "an original title of a track that is its title",
    {
      "groupa/releases/surat.yaml":
        "title: Surat\ntype: single\ntracks:\n  - { title: Surat, original_title: surat }\n",
    },
    {
      "groupa/releases/surat.yaml":
        "title: Surat\ntype: single\ntracks:\n  - { title: Surat, original_title: 手紙 }\n",
    },
  ],
];
