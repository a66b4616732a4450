/** A question of a fan, what leads to its answer, and the facts in it. */
export type Question = readonly [
  ask: string,
  /** What a stranger called who knew the questions and the descriptions of the tools alone. */
  calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[],
  ...facts: string[],
];

/** What fans ask about the groups of the shipped content, some of whom are on air. */
export const QUESTIONS: readonly Question[] = [
  [
    "Kapan Nagi tampil lagi?",
    [["schedule", { member: "Nagi" }]],
    "Seitansai Dharsh",
    "2026-11-21T20:00:00+08:00",
  ],
  [
    "Besok pertunjukan Serambi Bintang jam berapa saja?",
    [["schedule", { group: "Serambi Bintang", from: "2026-11-22", days: 1 }]],
    "2026-11-22T14:00:00+07:00",
    "2026-11-22T19:00:00+07:00",
  ],
  [
    "When is the next River of Fireflies show?",
    [["search", { query: "River of Fireflies" }]],
    "2026-11-21T15:00:00+08:00",
  ],
  [
    "Is the Serambi Bintang show on 13 December still on?",
    [["schedule", { group: "Serambi Bintang", from: "2026-12-13", days: 1 }], ["fetch", {
      id: "groupa/show/2026-12-13-panggung-kita",
    }]],
    "Panggung Kita",
    "postponed",
  ],
  [
    "Siapa saja yang tampil di Hitung Mundur 2027?",
    [["search", { query: "Hitung Mundur 2027" }], ["fetch", {
      id: "groupa/show/2026-12-31-hitung-mundur-2027",
    }]],
    "Binar Kalingga",
    "Bulan Prabaswari",
    "Cempaka Hadiningrat",
  ],
  ["What time does Kelip Kelip's Countdown 2027 begin in UTC?", [["search", {
    query: "Countdown 2027",
  }]], "2026-12-31T14:00:00Z"],
  [
    "Siapa saja yang tampil malam ini di Panggung Kelip?",
    [["schedule", { group: "Kelip Kelip", from: "2026-11-21", days: 1 }], ["fetch", {
      id: "groupb/show/2026-11-21-seitansai-dharshini",
    }]],
    "Nagi Tsuchida",
    "Yeoh Shu Han",
  ],
  [
    "When does Verlita perform next?",
    [["schedule", { member: "Verlita" }]],
    "2026-11-21T19:00:00+07:00",
  ],
  ["Pekan depan ada pertunjukan apa di teater Jakarta?", [["schedule", {
    group: "Serambi Bintang",
    from: "2026-11-23",
    days: 7,
  }]], "2026-11-28T19:00:00+07:00"],
  ["Is Kelip Kelip going to Matsuyama for Japan Week?", [["search", {
    query: "Japan Week Matsuyama",
  }], ["fetch", { id: "groupb/event/2027-06-19-japan-week" }]], "postponed"],
  [
    "What is Kelip Kelip doing on TV next week?",
    [["schedule", { group: "Kelip Kelip", from: "2026-11-23", days: 7 }], ["fetch", {
      id: "groupb/event/2026-11-27-tv-damai-awards",
    }]],
    "TV Damai Viewers’ Night",
    "2026-11-27T20:30:00+08:00",
  ],
  [
    "Who can I meet at the Meet & Greet on 5 December?",
    [["schedule", { from: "2026-12-05", days: 1 }], ["fetch", {
      id: "groupb/event/2026-12-05-meet-and-greet-december",
    }]],
    "Hidayah Sumayyah",
    "Ong Xi Wen",
  ],
  ["Kenapa penampilan di Pekan Kopi Nusantara batal?", [["search", {
    query: "Pekan Kopi Nusantara",
  }], ["fetch", { id: "groupa/news/2026-10-23-pembatalan-pekan-kopi" }]], "cuaca buruk"],
  ["Who was on air last night?", [["live", {}]], "Verlita Gunadi", "2026-11-20T12:00:00Z"],
  ["Siapa yang lagi live sekarang?", [["live", {}]], "Nagi Tsuchida", "Gemintang Wulandari"],
  [
    "When did Verlita's last broadcast begin, Jakarta time?",
    [["live", { member: "Verlita" }]],
    "2026-11-20T19:00:00+07:00",
  ],
  [
    "Whose birthdays are next week, in Tokyo time?",
    [["birthdays", { days: 9, timezone: "Asia/Tokyo" }]],
    "Sasikirana Wibowo",
    "Dharshini Ravichandran",
    "Nawang Wulansari",
  ],
  ["Siapa yang ulang tahun hari ini?", [["birthdays", { days: 1 }]], "Alaia Ramadhanty"],
  ["When is Nurin's next birthday celebrated?", [["search", { query: "Nurin" }], ["fetch", {
    id: "groupb/member/nurin-batrisya",
  }]], "2027-03-01"],
  [
    "なぎ itu siapa, dan dari mana?",
    [["search", { query: "なぎ" }], ["fetch", { id: "groupb/member/nagi-tsuchida" }]],
    "Nagi Tsuchida",
    "Onomichi",
  ],
  [
    "Is Melanie Ugak still in Kelip Kelip?",
    [["search", { query: "Melanie Ugak" }], ["fetch", { id: "groupb/member/melanie-ugak" }]],
    "graduated",
    "2025-12-14",
  ],
  ["Akun Instagram Wanie apa?", [["search", { query: "Wanie" }], ["fetch", {
    id: "groupb/member/wan-azmeera",
  }]], "https://instagram.example/groupb.wanie"],
  ["What does Lintang Sekarjati host?", [["search", { query: "Lintang Sekarjati" }], ["fetch", {
    id: "groupa/member/lintang-sekarjati",
  }]], "Ngaji Aksara"],
  [
    "What songs are in River of Fireflies?",
    [["search", { query: "River of Fireflies" }], ["fetch", {
      id: "groupb/setlist/river-of-fireflies",
    }]],
    "Mangrove Lullaby",
    "Silent Engine",
  ],
  [
    "Who sings Oli?",
    [["search", { query: "Oli" }], ["fetch", { id: "groupb/song/oli" }]],
    "Kavinaa Thanabalan",
    "Tharani Muniandy",
  ],
  [
    "Siapa yang menyanyikan single Dua Belas Purnama?",
    [["search", { query: "Dua Belas Purnama" }], ["fetch", {
      id: "groupa/release/dua-belas-purnama",
    }]],
    "Kerenhapukh Simanjorang",
    "Lintang Sekarjati",
  ],
  [
    "Countdown at Dataran rilis kapan?",
    [["search", { query: "Countdown at Dataran" }]],
    "2026-12-18",
  ],
  ["Which setlist is the song Roti Banjir from?", [["search", { query: "Roti Banjir" }], ["fetch", {
    id: "groupb/song/roti-banjir",
  }]], "Midnight Mamak"],
  ["Berita terbaru Serambi Bintang apa?", [["changes", {}], ["fetch", {
    id: "groupa/news/2026-11-20-jadwal-desember-2026",
  }]], "Jadwal Teater Desember 2026"],
  ["Tiket pertunjukan pekan pertama Desember dijual mulai kapan?", [["search", {
    query: "tiket pertunjukan Desember",
  }], ["fetch", { id: "groupa/news/2026-11-18-penundaan-13-desember" }]], "30 November"],
  ["How many people came to the second anniversary concert of Kelip Kelip?", [["search", {
    query: "second anniversary concert",
  }], ["fetch", { id: "groupb/event/2026-11-14-second-anniversary-concert" }]], "3,140"],
];
