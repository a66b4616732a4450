/** What fields are called in Indonesian, and elsewhere; a file has only some of them. */
export const OTHER_FIELD_NAMES: Readonly<Record<string, string>> = {
  ...{ nama: "name", nama_lengkap: "fullname", panggilan: "nicknames", generasi: "generation" },
  ...{ tanggal_lahir: "birth_date", tempat_lahir: "birthplace", golongan_darah: "blood_type" },
  ...{ tinggi: "height", tinggi_badan: "height", hobi: "hobby", tim: "team", foto: "img" },
  ...{ judul: "title", tanggal: "date", waktu: "time", jam: "time", tempat: "venue" },
  ...{ durasi: "duration", lama: "duration", length: "duration", runtime: "duration" },
  ...{ lokasi: "venue", anggota: "members", gambar: "image", kategori: "category" },
  ...{ deskripsi: "description", ringkasan: "summary", tautan: "url", lagu: "songs" },
  ...{ birthday: "birth_date", birthdate: "birth_date", dob: "birth_date", photo: "img" },
  ...{ picture: "img", image: "img", avatar: "img", full_name: "fullname", gen: "generation" },
  ...{ headline: "title", location: "venue", place: "venue", lineup: "members" },
  ...{ line_up: "members", performers: "members", categories: "category", tracklist: "tracks" },
  ...{ songs: "tracks", released: "release_date", date: "release_date", link: "url" },
  ...{ 日付: "date", 時間: "time", 開演: "time", 会場: "venue", 名前: "name", 出演: "members" },
  ...{ タイトル: "title", 題名: "title", 誕生日: "birth_date", 生年月日: "birth_date" },
  ...{ sampul: "cover", jenis: "type", tipe: "type", sesi: "sessions", tamu: "guests" },
};
