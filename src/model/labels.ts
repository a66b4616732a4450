/** Whether a language's tag (BCP 47) is one of Indonesian. */
export function isIndonesian(tag: string): boolean {
  return /^(?:id|in|ind)(?![a-z])/i.test(tag);
}

/** What a field is called in forms and on pages: `birth_date` is "Birth date". */
export function fieldLabel(field: string, language: string): string {
  const own = isIndonesian(language) ? LABELS_IN_INDONESIAN[field] : undefined;
  const words = field.replaceAll("_", " ");
  return own ?? words[0]!.toUpperCase() + words.slice(1);
}

/** What a word of a file is called in forms and on pages: `offair` is "Appearance (off air)". */
export function choiceLabel(word: string, language: string): string {
  const own = isIndonesian(language) ? CHOICES_IN_INDONESIAN[word] : CHOICES_IN_ENGLISH[word];
  return own ?? word[0]!.toUpperCase() + word.slice(1);
}

/** Choices whose words are not what people call them. */
const CHOICES_IN_ENGLISH: Readonly<Record<string, string>> = {
  scheduled: "As announced",
  handshake: "Handshake event",
  offair: "Appearance (off air)",
  media: "Television, radio or print",
  ep: "EP",
  digital: "Digital release",
  draft: "A draft: nobody sees it yet",
  ready: "No",
};

/** What fields are called in Indonesian, by their names. */
export const LABELS_IN_INDONESIAN: Readonly<Record<string, string>> = {
  name: "Nama",
  fullname: "Nama lengkap",
  name_native: "Nama dalam aksaranya",
  name_reading: "Cara baca nama",
  nicknames: "Nama panggilan",
  former_slugs: "Alamat lama",
  generation: "Generasi",
  status: "Status",
  team: "Tim",
  img: "Foto",
  img_alt: "Foto kedua",
  birth_date: "Tanggal lahir",
  birthplace: "Tempat lahir",
  blood_type: "Golongan darah",
  zodiac: "Zodiak",
  height: "Tinggi badan",
  hobby: "Hobi",
  description: "Keterangan",
  jikosokai: "Perkenalan diri",
  joined: "Bergabung",
  graduated: "Lulus",
  history: "Riwayat",
  from: "Mulai",
  to: "Sampai",
  role: "Peran",
  idn_username: "Nama pengguna IDN",
  room_id: "Nomor ruang SHOWROOM",
  showroom_url_key: "Alamat SHOWROOM",
  youtube: "Kanal YouTube",
  socials: "Media sosial",
  title: "Judul",
  original_title: "Judul asli",
  setlist: "Setlist",
  songs: "Lagu",
  center: "Center",
  unit: "Unit",
  date: "Tanggal",
  time: "Jam",
  duration: "Lamanya",
  show_duration: "Lama pertunjukan",
  shows_complete: "Pertunjukan lengkap",
  shows_before: "Pertunjukan sebelumnya",
  total: "Jumlah",
  by_setlist: "Per setlist",
  count: "Berapa kali",
  as_of: "Sampai tanggal",
  tickets: "Tiket",
  price: "Harga",
  sale_from: "Mulai dijual",
  stream: "Siaran",
  venue: "Tempat",
  state: "Keadaan",
  members: "Anggota",
  seitansai: "Seitansai",
  graduation: "Kelulusan",
  poster: "Poster",
  banner: "Banner",
  image: "Gambar",
  url: "Alamat web",
  category: "Kategori",
  label: "Label",
  summary: "Ringkasan",
  type: "Jenis",
  number: "Nomor",
  release_date: "Tanggal rilis",
  cover: "Sampul",
  tracks: "Lagu",
  links: "Tautan",
  sessions: "Sesi",
  session: "Nama sesi",
  code: "Kode produk",
  preparation_start: "Mulai bersiap",
  start_time: "Mulai",
  end_time: "Selesai",
  draft: "Draf",
  publish_at: "Terbit pada",
  guests: "Tamu",
  defaults: "Isi bawaan",
  body: "Isi artikel",
};

/** What the words of fields to choose from are called in Indonesian. */
export const CHOICES_IN_INDONESIAN: Readonly<Record<string, string>> = {
  active: "Aktif",
  trainee: "Trainee",
  graduated: "Lulus",
  scheduled: "Sesuai jadwal",
  cancelled: "Dibatalkan",
  postponed: "Ditunda",
  handshake: "Jabat tangan",
  concert: "Konser",
  offair: "Off air",
  media: "Televisi, radio, atau media cetak",
  other: "Lainnya",
  single: "Singel",
  album: "Album",
  ep: "EP",
  digital: "Rilisan digital",
  draft: "Ya, masih draf: belum tampil",
  ready: "Tidak",
  yes: "Ya",
};
