/** What a field is called in Indonesian, and elsewhere; a file or a dump has only some of them. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: "nama 名前",
  fullname: "nama_lengkap full_name",
  nicknames: "panggilan",
  generation: "generasi gen",
  birth_date: "tanggal_lahir dob 誕生日 生年月日",
  birthplace: "tempat_lahir",
  blood_type: "golongan_darah",
  height: "tinggi tinggi_badan",
  hobby: "hobi",
  team: "tim",
  img: "foto photo picture image avatar",
  title: "judul headline タイトル 題名",
  date: "tanggal 日付",
  time: "waktu jam 時間 開演",
  venue: "tempat lokasi location place 会場",
  duration: "durasi lama length runtime",
  members: "anggota lineup line_up performers 出演",
  image: "gambar",
  category: "kategori categories",
  description: "deskripsi",
  summary: "ringkasan",
  url: "tautan link",
  songs: "lagu",
  tracks: "tracklist songs",
  release_date: "released date",
  start_time: "start mulai",
  end_time: "end",
  name_native: "native_name kanji nama_asli",
  name_reading: "reading furigana kana romaji yomi cara_baca",
  history: "career karier riwayat",
  from: "since sejak dari",
  to: "until sampai hingga",
  role: "position jabatan peran",
  original_title: "original judul_asli",
  center: "centre",
  price: "harga cost biaya",
  tickets: "tiket ticketing",
  sale_from: "dijual mulai_dijual sale_start sale_date on_sale sale 発売日",
  stream: "siaran streaming livestream",
  total: "jumlah",
  count: "kali berapa_kali",
  by_setlist: "per_setlist",
  as_of: "sampai_tanggal",
  shows_before: "pertunjukan_sebelumnya",
  shows_complete: "pertunjukan_lengkap",
  show_duration: "lama_pertunjukan",
  unit: "singers penyanyi members",
  cover: "sampul",
  type: "jenis tipe",
  sessions: "sesi",
  guests: "tamu",
};

/** What is a field of other kinds, too, so that only a file that has no such field means another one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ title: "name", name: "title", start_date: "date", tanggal_mulai: "date" },
  ...{ birthday: "birth_date", birthdate: "birth_date", theater: "venue", teater: "venue" },
  ...{ category: "type", idn: "idn_username", showroom: "showroom_url_key" },
};

const FIELDS = new Map([
  ...Object.entries(FIELD_WORDS)
    .flatMap(([field, words]) => words.split(" ").map((word) => [word, field] as const)),
  ...Object.entries(ELSEWHERE),
]);

/** The field that is meant by a word of the table, in small letters with `_` between its parts. */
export function fieldMeant(word: string): string | undefined {
  return FIELDS.get(word);
}
