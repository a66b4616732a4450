/** What fields are called in Indonesian; a file has only some of them. */
export const INDONESIAN_FIELDS: Readonly<Record<string, string>> = {
  ...{ nama: "name", nama_lengkap: "fullname", panggilan: "nicknames", generasi: "generation" },
  ...{ tanggal_lahir: "birth_date", tempat_lahir: "birthplace", golongan_darah: "blood_type" },
  ...{ tinggi: "height", tinggi_badan: "height", hobi: "hobby", tim: "team", foto: "img" },
  ...{ judul: "title", tanggal: "date", waktu: "time", jam: "time", tempat: "venue" },
  ...{ lokasi: "venue", anggota: "members", gambar: "image", kategori: "category" },
  ...{ deskripsi: "description", ringkasan: "summary", tautan: "url", lagu: "songs" },
  ...{ sampul: "cover", jenis: "type", tipe: "type", sesi: "sessions", tamu: "guests" },
};
