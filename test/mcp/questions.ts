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

/** What fans ask about the groups of the shipped content, at {@linkcode ASKED_AT}. */
export const QUESTIONS: readonly Question[] = [
  // Who performs, and when.
  {
    lang: "id",
    ask: "Kapan Nagi tampil lagi?",
    facts: ["Seitansai Dharsh", "2026-11-21T20:00:00+08:00"],
  },
  {
    lang: "en",
    ask: "What is on at the theater in Jakarta tonight?",
    facts: ["Halaman Belakang Bulan", "2026-11-21T19:00:00+07:00"],
  },
  {
    lang: "id",
    ask: "Besok pertunjukan Serambi Bintang jam berapa saja?",
    facts: ["2026-11-22T14:00:00+07:00", "2026-11-22T19:00:00+07:00"],
  },
  {
    lang: "en",
    ask: "When is the next River of Fireflies show?",
    facts: ["2026-11-21T15:00:00+08:00"],
  },
  {
    lang: "id",
    ask: "Kapan pertunjukan kelulusan Anantari?",
    facts: ["2027-03-27T18:00:00+07:00"],
  },
  {
    lang: "en",
    ask: "Is the Serambi Bintang show on 13 December still on?",
    facts: ["Panggung Kita", "postponed"],
  },
  {
    lang: "id",
    ask: "Siapa saja yang tampil di Hitung Mundur 2027?",
    facts: ["Binar Kalingga", "Bulan Prabaswari", "Cempaka Hadiningrat"],
  },
  {
    lang: "en",
    ask: "What time does Kelip Kelip's Countdown 2027 begin in UTC?",
    facts: ["2026-12-31T14:00:00Z"],
  },
  {
    lang: "id",
    ask: "Malam Natal di Serambi merayakan ulang tahun siapa?",
    facts: ["Kinasih Ardhana"],
  },
  {
    lang: "en",
    ask: "Whose birthday show is at Panggung Kelip tonight?",
    facts: ["Dharshini Ravichandran"],
  },
  {
    lang: "id",
    ask: "Siapa saja yang tampil malam ini di Panggung Kelip?",
    facts: ["Nagi Tsuchida", "Yeoh Shu Han"],
  },
  {
    lang: "en",
    ask: "Whose seitansai is at the theater in Jakarta on 6 December?",
    facts: ["Nawang", "2026-12-06T14:00:00+07:00"],
  },
  {
    lang: "id",
    ask: "Generasi 3 Kelip Kelip debut kapan?",
    facts: ["Generation 3 Debut", "2026-12-06T16:00:00+08:00"],
  },
  {
    lang: "en",
    ask: "When does Verlita perform next?",
    facts: ["2026-11-21T19:00:00+07:00"],
  },
  {
    lang: "id",
    ask: "Pekan depan ada pertunjukan apa di teater Jakarta?",
    facts: ["2026-11-28T19:00:00+07:00"],
  },
  {
    lang: "en",
    ask: "Which team plays Kota Lampu Jingga on 12 December?",
    facts: ["Senja"],
  },
  // Concerts, handshakes, television.
  {
    lang: "en",
    ask: "When and where is Kelip Kelip's year-end concert?",
    facts: ["2026-12-20T20:00:00+08:00", "Dewan Meranti"],
  },
  {
    lang: "id",
    ask: "Konser ulang tahun ke-13 Serambi Bintang tanggal berapa?",
    facts: ["2027-09-18T18:30:00+07:00"],
  },
  {
    lang: "en",
    ask: "Is Kelip Kelip going to Matsuyama for Japan Week?",
    facts: ["postponed"],
  },
  {
    lang: "id",
    ask: "Jabat Tangan 2027 jadi kapan?",
    facts: ["postponed"],
  },
  {
    lang: "en",
    ask: "What is Kelip Kelip doing on TV next week?",
    facts: ["TV Damai Viewers’ Night", "2026-11-27T20:30:00+08:00"],
  },
  {
    lang: "id",
    ask: "Kapan Gemi tampil di TV Sembilan?",
    facts: ["2026-11-29T20:00:00+07:00"],
  },
  {
    lang: "en",
    ask: "Who can I meet at the Meet & Greet on 5 December?",
    facts: ["Hidayah Sumayyah", "Ong Xi Wen"],
  },
  {
    lang: "id",
    ask: "Kenapa penampilan di Pekan Kopi Nusantara batal?",
    facts: ["cuaca buruk"],
  },
  // Who is on air.
  {
    lang: "en",
    ask: "Who was on air last night?",
    facts: ["Verlita Gunadi", "2026-11-20T12:00:00Z"],
  },
  {
    lang: "id",
    ask: "Siapa yang lagi live sekarang?",
    facts: ["Nagi Tsuchida", "Gemintang Wulandari"],
  },
  {
    lang: "en",
    ask: "Since when has Nagi been live?",
    facts: ["2026-11-21T03:40:00Z"],
  },
  {
    lang: "id",
    ask: "Gemi lagi live di mana?",
    facts: ["idn"],
  },
  {
    lang: "en",
    ask: "When did Verlita's last broadcast begin, Jakarta time?",
    facts: ["2026-11-20T19:00:00+07:00"],
  },
  // Birthdays.
  {
    lang: "en",
    ask: "Whose birthdays are next week, in Tokyo time?",
    facts: ["Sasikirana Wibowo", "Dharshini Ravichandran", "Nawang Wulansari"],
  },
  {
    lang: "id",
    ask: "Siapa yang ulang tahun hari ini?",
    facts: ["Alaia Ramadhanty"],
  },
  {
    lang: "en",
    ask: "When is Nurin's next birthday celebrated?",
    facts: ["2027-03-01"],
  },
  {
    lang: "id",
    ask: "Tahun 2027 Dyah merayakan ulang tahun tanggal berapa?",
    facts: ["2027-02-28"],
  },
  {
    lang: "en",
    ask: "How old does Dharshini turn this week?",
    facts: ["20"],
  },
  {
    lang: "id",
    ask: "Larasita ulang tahun tanggal berapa?",
    facts: ["06-24"],
  },
  {
    lang: "en",
    ask: "Is it anyone's birthday in the next three days?",
    facts: ["Sasikirana Wibowo", "2026-11-23"],
  },
  // Members.
  {
    lang: "id",
    ask: "なぎ itu siapa, dan dari mana?",
    facts: ["Nagi Tsuchida", "Onomichi"],
  },
  {
    lang: "en",
    ask: "Where does Mizuho come from?",
    facts: ["Matsuyama"],
  },
  {
    lang: "id",
    ask: "Tinggi badan Cempaka berapa?",
    facts: ["168 cm"],
  },
  {
    lang: "en",
    ask: "What is Kotone's blood type?",
    facts: ["AB"],
  },
  {
    lang: "id",
    ask: "Hobi Verli apa?",
    facts: ["Barongsai"],
  },
  {
    lang: "en",
    ask: "Which team is Zivara in?",
    facts: ["Purnama"],
  },
  {
    lang: "id",
    ask: "Zodiak Anantari apa?",
    facts: ["Pisces"],
  },
  {
    lang: "en",
    ask: "Is Melanie Ugak still in Kelip Kelip?",
    facts: ["graduated", "2025-12-14"],
  },
  {
    lang: "id",
    ask: "Akun Instagram Wanie apa?",
    facts: ["https://instagram.example/groupb.wanie"],
  },
  {
    lang: "en",
    ask: "What does Lintang Sekarjati host?",
    facts: ["Ngaji Aksara"],
  },
  {
    lang: "id",
    ask: "Rara sama Riri itu kembar?",
    facts: ["Saudari kembar"],
  },
  {
    lang: "en",
    ask: "What did Rembulan do after she graduated?",
    facts: ["penata lampu"],
  },
  // Setlists, songs and records.
  {
    lang: "en",
    ask: "What songs are in River of Fireflies?",
    facts: ["Mangrove Lullaby", "Silent Engine"],
  },
  {
    lang: "id",
    ask: "Lagu apa saja yang ada di setlist Benih?",
    facts: ["Pot Retak", "Panen Seribu Tahun Lagi"],
  },
  {
    lang: "en",
    ask: "Who sings Oli?",
    facts: ["Kavinaa Thanabalan", "Tharani Muniandy"],
  },
  {
    lang: "id",
    ask: "Siapa yang menyanyikan single Dua Belas Purnama?",
    facts: ["Kerenhapukh Simanjorang", "Lintang Sekarjati"],
  },
  {
    lang: "en",
    ask: "When does the album Second Light come out?",
    facts: ["2027-04-16"],
  },
  {
    lang: "id",
    ask: "Countdown at Dataran rilis kapan?",
    facts: ["2026-12-18"],
  },
  {
    lang: "en",
    ask: "Which setlist is the song Roti Banjir from?",
    facts: ["Midnight Mamak"],
  },
  // News.
  {
    lang: "id",
    ask: "Berita terbaru Serambi Bintang apa?",
    facts: ["Jadwal Teater Desember 2026"],
  },
  {
    lang: "en",
    ask: "What is the latest news of Kelip Kelip?",
    facts: ["Generation 3 on Stage From 6 December"],
  },
  {
    lang: "id",
    ask: "Tiket pertunjukan pekan pertama Desember dijual mulai kapan?",
    facts: ["30 November"],
  },
  {
    lang: "en",
    ask: "How many people came to the second anniversary concert of Kelip Kelip?",
    facts: ["3,140"],
  },
  {
    lang: "id",
    ask: "Bagaimana fans dari luar negeri beli tiket konser Dua Belas Purnama?",
    facts: ["passport name"],
  },
];
