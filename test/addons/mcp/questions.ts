/** A question of a fan, and the facts that answer it. */
export interface Question {
  readonly lang: "en" | "id";
  readonly ask: string;
  /** Each of these texts is in the answers that the question leads to. */
  readonly facts: readonly string[];
}

/** When the questions are asked: Saturday, 21 November 2026, 11:00 in Jakarta and 12:00 in Kuala Lumpur. */
export const ASKED_AT = "2026-11-21T04:00:00Z";

/**
 * Who is on air then, and who was the night before: the content says it of no one. Times are instants
 * of UTC.
 */
export const ON_AIR = {
  lastNight: {
    name: "Verlita Gunadi",
    idn: "groupa_verli",
    from: "2026-11-20T12:00:00Z",
    until: "2026-11-20T13:10:00Z",
  },
  now: [
    { name: "Nagi Tsuchida", idn: "groupb_nagi", from: "2026-11-21T03:40:00Z" },
    { name: "Gemintang Wulandari", idn: "groupa_gemi", from: "2026-11-21T03:50:00Z" },
  ],
} as const;

/** Each with its language and its facts. */
const ROWS: readonly (readonly [Question["lang"], ask: string, ...facts: string[]])[] = [
  // Who performs, and when.
  ["id", "Kapan Nagi tampil lagi?", "Seitansai Dharsh", "2026-11-21T20:00:00+08:00"],
  [
    "en",
    "What is on at the theater in Jakarta tonight?",
    "Halaman Belakang Bulan",
    "2026-11-21T19:00:00+07:00",
  ],
  [
    "id",
    "Besok pertunjukan Serambi Bintang jam berapa saja?",
    "2026-11-22T14:00:00+07:00",
    "2026-11-22T19:00:00+07:00",
  ],
  ["en", "When is the next River of Fireflies show?", "2026-11-21T15:00:00+08:00"],
  ["id", "Kapan pertunjukan kelulusan Anantari?", "2027-03-27T18:00:00+07:00"],
  ["en", "Is the Serambi Bintang show on 13 December still on?", "Panggung Kita", "postponed"],
  [
    "id",
    "Siapa saja yang tampil di Hitung Mundur 2027?",
    "Binar Kalingga",
    "Bulan Prabaswari",
    "Cempaka Hadiningrat",
  ],
  ["en", "What time does Kelip Kelip's Countdown 2027 begin in UTC?", "2026-12-31T14:00:00Z"],
  ["id", "Malam Natal di Serambi merayakan ulang tahun siapa?", "Kinasih Ardhana"],
  ["en", "Whose birthday show is at Panggung Kelip tonight?", "Dharshini Ravichandran"],
  ["id", "Siapa saja yang tampil malam ini di Panggung Kelip?", "Nagi Tsuchida", "Yeoh Shu Han"],
  [
    "en",
    "Whose seitansai is at the theater in Jakarta on 6 December?",
    "Nawang",
    "2026-12-06T14:00:00+07:00",
  ],
  ["id", "Generasi 3 Kelip Kelip debut kapan?", "Generation 3 Debut", "2026-12-06T16:00:00+08:00"],
  ["en", "When does Verlita perform next?", "2026-11-21T19:00:00+07:00"],
  ["id", "Pekan depan ada pertunjukan apa di teater Jakarta?", "2026-11-28T19:00:00+07:00"],
  ["en", "Which team plays Kota Lampu Jingga on 12 December?", "Senja"],
  // Concerts, handshakes, television.
  [
    "en",
    "When and where is Kelip Kelip's year-end concert?",
    "2026-12-20T20:00:00+08:00",
    "Dewan Meranti",
  ],
  ["id", "Konser ulang tahun ke-13 Serambi Bintang tanggal berapa?", "2027-09-18T18:30:00+07:00"],
  ["en", "Is Kelip Kelip going to Matsuyama for Japan Week?", "postponed"],
  ["id", "Jabat Tangan 2027 jadi kapan?", "postponed"],
  [
    "en",
    "What is Kelip Kelip doing on TV next week?",
    "TV Damai Viewers’ Night",
    "2026-11-27T20:30:00+08:00",
  ],
  ["id", "Kapan Gemi tampil di TV Sembilan?", "2026-11-29T20:00:00+07:00"],
  ["en", "Who can I meet at the Meet & Greet on 5 December?", "Hidayah Sumayyah", "Ong Xi Wen"],
  ["id", "Kenapa penampilan di Pekan Kopi Nusantara batal?", "cuaca buruk"],
  // Who is on air.
  ["en", "Who was on air last night?", "Verlita Gunadi", "2026-11-20T12:00:00Z"],
  ["id", "Siapa yang lagi live sekarang?", "Nagi Tsuchida", "Gemintang Wulandari"],
  ["en", "Since when has Nagi been live?", "2026-11-21T03:40:00Z"],
  ["id", "Gemi lagi live di mana?", "idn"],
  ["en", "When did Verlita's last broadcast begin, Jakarta time?", "2026-11-20T19:00:00+07:00"],
  // Birthdays.
  [
    "en",
    "Whose birthdays are next week, in Tokyo time?",
    "Sasikirana Wibowo",
    "Dharshini Ravichandran",
    "Nawang Wulansari",
  ],
  ["id", "Siapa yang ulang tahun hari ini?", "Alaia Ramadhanty"],
  ["en", "When is Nurin's next birthday celebrated?", "2027-03-01"],
  ["id", "Tahun 2027 Dyah merayakan ulang tahun tanggal berapa?", "2027-02-28"],
  ["en", "How old does Dharshini turn this week?", "20"],
  ["id", "Larasita ulang tahun tanggal berapa?", "06-24"],
  ["en", "Is it anyone's birthday in the next three days?", "Sasikirana Wibowo", "2026-11-23"],
  // Members.
  ["id", "なぎ itu siapa, dan dari mana?", "Nagi Tsuchida", "Onomichi"],
  ["en", "Where does Mizuho come from?", "Matsuyama"],
  ["id", "Tinggi badan Cempaka berapa?", "168 cm"],
  ["en", "What is Kotone's blood type?", "AB"],
  ["id", "Hobi Verli apa?", "Barongsai"],
  ["en", "Which team is Zivara in?", "Purnama"],
  ["id", "Zodiak Anantari apa?", "Pisces"],
  ["en", "Is Melanie Ugak still in Kelip Kelip?", "graduated", "2025-12-14"],
  ["id", "Akun Instagram Wanie apa?", "https://instagram.example/groupb.wanie"],
  ["en", "What does Lintang Sekarjati host?", "Ngaji Aksara"],
  ["id", "Rara sama Riri itu kembar?", "Saudari kembar"],
  ["en", "What did Rembulan do after she graduated?", "penata lampu"],
  // Setlists, songs and records.
  ["en", "What songs are in River of Fireflies?", "Mangrove Lullaby", "Silent Engine"],
  ["id", "Lagu apa saja yang ada di setlist Benih?", "Pot Retak", "Panen Seribu Tahun Lagi"],
  ["en", "Who sings Oli?", "Kavinaa Thanabalan", "Tharani Muniandy"],
  [
    "id",
    "Siapa yang menyanyikan single Dua Belas Purnama?",
    "Kerenhapukh Simanjorang",
    "Lintang Sekarjati",
  ],
  ["en", "When does the album Second Light come out?", "2027-04-16"],
  ["id", "Countdown at Dataran rilis kapan?", "2026-12-18"],
  ["en", "Which setlist is the song Roti Banjir from?", "Midnight Mamak"],
  // News.
  ["id", "Berita terbaru Serambi Bintang apa?", "Jadwal Teater Desember 2026"],
  ["en", "What is the latest news of Kelip Kelip?", "Generation 3 on Stage From 6 December"],
  ["id", "Tiket pertunjukan pekan pertama Desember dijual mulai kapan?", "30 November"],
  ["en", "How many people came to the second anniversary concert of Kelip Kelip?", "3,140"],
  ["id", "Bagaimana fans dari luar negeri beli tiket konser Dua Belas Purnama?", "passport name"],
];

/** What fans ask about the groups of the shipped content, at {@linkcode ASKED_AT}. */
export const QUESTIONS: readonly Question[] = ROWS.map(([lang, ask, ...facts]) => ({
  lang,
  ask,
  facts,
}));
