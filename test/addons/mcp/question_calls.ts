import type { ToolName } from "../../../src/addons/mcp/tool.ts";

/** A call of a tool. */
export type Call = readonly [tool: ToolName, args: Readonly<Record<string, unknown>>];

/**
 * The calls that lead from each question of `questions.ts` to its facts, in their order: at most two, and
 * nothing in the second that neither the question nor the answer to the first says.
 */
export const QUESTION_CALLS: readonly (readonly Call[])[] = [
  // Who performs, and when.
  [["schedule", { member: "Nagi" }]],
  [["schedule", { group: "Serambi Bintang", days: 1 }]],
  [["schedule", { group: "Serambi Bintang", from: "2026-11-22", days: 1 }]],
  [["schedule", { group: "Kelip Kelip", from: "2026-11-21" }]],
  [["search", { query: "kelulusan Anantari" }]],
  [["schedule", { group: "groupa", from: "2026-12-13", days: 1 }]],
  [["search", { query: "Hitung Mundur 2027" }], [
    "fetch",
    { id: "groupa/show/2026-12-31-hitung-mundur-2027" },
  ]],
  [["search", { query: "Countdown 2027" }]],
  [["search", { query: "Malam Natal di Serambi" }], [
    "fetch",
    { id: "groupa/show/2026-12-24-malam-natal" },
  ]],
  [["schedule", { group: "Kelip Kelip", days: 1 }], [
    "fetch",
    { id: "groupb/show/2026-11-21-seitansai-dharshini" },
  ]],
  [["schedule", { group: "Kelip Kelip", days: 1 }], [
    "fetch",
    { id: "groupb/show/2026-11-21-seitansai-dharshini" },
  ]],
  [["schedule", { group: "groupa", from: "2026-12-06", days: 1 }]],
  [["search", { query: "Generation 3 Debut" }]],
  [["schedule", { member: "Verlita" }]],
  [["schedule", { group: "groupa", from: "2026-11-23", days: 7 }]],
  [["schedule", { group: "groupa", from: "2026-12-12", days: 1 }], [
    "fetch",
    { id: "groupa/show/2026-12-12-kota-lampu-jingga" },
  ]],
  // Concerts, handshakes, television.
  [["search", { query: "Year-End Concert" }]],
  [["search", { query: "Konser Ulang Tahun Ke-13" }]],
  [["search", { query: "Japan Week Matsuyama" }]],
  [["search", { query: "Jabat Tangan 2027" }]],
  [["schedule", { group: "Kelip Kelip", from: "2026-11-23", days: 7 }]],
  [["schedule", { member: "Gemi" }]],
  [["search", { query: "Meet & Greet" }], [
    "fetch",
    { id: "groupb/event/2026-12-05-meet-and-greet-december" },
  ]],
  [["search", { query: "Pekan Kopi Nusantara" }], [
    "fetch",
    { id: "groupa/event/2026-10-24-pekan-kopi-nusantara" },
  ]],
  // Who is on air.
  [["live", {}]],
  [["live", {}]],
  [["live", { member: "Nagi" }]],
  [["live", { member: "Gemi" }]],
  [["live", { member: "Verlita" }]],
  // Birthdays.
  [["birthdays", { days: 8, timezone: "Asia/Tokyo" }]],
  [["birthdays", { days: 1 }]],
  [["search", { query: "Nurin" }], ["fetch", { id: "groupb/member/nurin-batrisya" }]],
  [["search", { query: "Dyah" }], ["fetch", { id: "groupa/member/dyah-nareswari" }]],
  [["birthdays", { days: 7 }]],
  [["search", { query: "Larasita" }], ["fetch", { id: "groupa/member/larasita-wicaksono" }]],
  [["birthdays", { days: 3 }]],
  // Members.
  [["search", { query: "なぎ" }], ["fetch", { id: "groupb/member/nagi-tsuchida" }]],
  [["search", { query: "Mizuho" }], ["fetch", { id: "groupb/member/mizuho-arisawa" }]],
  [["search", { query: "Cempaka" }], ["fetch", { id: "groupa/member/cempaka-hadiningrat" }]],
  [["search", { query: "Kotone" }], ["fetch", { id: "groupb/member/kotone-hirabayashi" }]],
  [["search", { query: "Verli" }], ["fetch", { id: "groupa/member/verlita-gunadi" }]],
  [["search", { query: "Zivara" }], ["fetch", { id: "groupa/member/zivara-nadhifa" }]],
  [["search", { query: "Anantari" }], ["fetch", { id: "groupa/member/anantari-rahadian" }]],
  [["search", { query: "Melanie Ugak" }], ["fetch", { id: "groupb/member/melanie-ugak" }]],
  [["search", { query: "Wanie" }], ["fetch", { id: "groupb/member/wan-azmeera" }]],
  [["search", { query: "Lintang Sekarjati" }], [
    "fetch",
    { id: "groupa/member/lintang-sekarjati" },
  ]],
  [["search", { query: "Rara" }], ["fetch", { id: "groupa/member/rara-mulyasari" }]],
  [["search", { query: "Rembulan" }], ["fetch", { id: "groupa/member/rembulan-cokrodiharjo" }]],
  // Setlists, songs and records.
  [["search", { query: "River of Fireflies" }], [
    "fetch",
    { id: "groupb/setlist/river-of-fireflies" },
  ]],
  [["search", { query: "Benih" }], ["fetch", { id: "groupa/setlist/benih" }]],
  [["search", { query: "Oli" }], ["fetch", { id: "groupb/song/oli" }]],
  [["search", { query: "Dua Belas Purnama" }], [
    "fetch",
    { id: "groupa/release/dua-belas-purnama" },
  ]],
  [["search", { query: "Second Light" }]],
  [["search", { query: "Countdown at Dataran" }]],
  [["search", { query: "Roti Banjir" }], ["fetch", { id: "groupb/song/roti-banjir" }]],
  // News.
  [["changes", {}]],
  [["changes", {}]],
  [["search", { query: "Jadwal Teater Desember 2026" }], [
    "fetch",
    { id: "groupa/news/2026-11-20-jadwal-desember-2026" },
  ]],
  [["changes", {}], [
    "fetch",
    { id: "groupb/news/2026-11-16-second-anniversary-report" },
  ]],
  [["search", { query: "Guide for Overseas Fans" }], [
    "fetch",
    { id: "groupa/news/2026-09-01-anniversary-guide-for-overseas-fans" },
  ]],
];
