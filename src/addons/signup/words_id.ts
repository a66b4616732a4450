import type { KeyWords } from "./words_en.ts";

/** The pages about keys in Indonesian. */
export const INDONESIAN: KeyWords = {
  language: "id",
  other: "English",
  description: "Dapatkan kunci API lewat surel, dan kelola kunci itu.",
  signup: {
    title: "Dapatkan kunci",
    about: "Surat berisi tautan dikirim ke alamat Anda. Halaman tautan itu menampilkan kunci.",
    name: "Nama Anda",
    email: "Surel",
    emailNote: "Satu kunci untuk setiap alamat.",
    note: "Yang Anda buat",
    noteNote: "Satu baris cukup.",
    ips: "Alamat IP yang memakai kunci",
    ipsNote: "Paling banyak 10, dipisah koma. Alamat Anda {address}. Beberapa grup memerlukannya.",
    plan: "Paket",
    button: "Kirim surat",
    manage: "Sudah punya kunci? Kelola",
    privacy:
      "Layanan menyimpan nama, alamat surel, yang Anda buat, dan daftar di atas sampai Anda menghapus kunci. Sebelum Anda menekan tombol di balik tautan surat, tidak ada yang disimpan.",
  },
  errors: {
    name: "Isi nama, paling panjang 80 karakter.",
    email:
      "Isi alamat surel seperti sari@fans.example: nama hostnya bertitik, dan tanpa tanda kutip, % atau !.",
    note: "Isi satu baris, paling panjang 200 karakter.",
    ips: "Isi paling banyak 10 alamat seperti 203.0.113.7, atau rentang mulai /24 (IPv6: /48).",
    form: "Tidak ada yang dikirim. Baca pesan di bawah.",
  },
  sent: {
    title: "Periksa surel Anda",
    text: "Surat sedang dikirim, jika alamat ini boleh menerimanya. Tautannya berlaku 30 menit.",
  },
  tooMany: {
    title: "Terlalu banyak surat",
    text:
      "Terlalu banyak surat diminta, dari jaringan Anda atau dari semua. Coba lagi satu jam lagi.",
  },
  closed: {
    title: "Pendaftaran ditutup",
    text: "Saat ini tidak ada yang dapat mendaftar. Kunci yang ada tetap berlaku.",
  },
  badLink: {
    title: "Tautan ini tidak berlaku",
    text: "Tautan terlalu lama, sudah dipakai, atau tidak utuh. Minta surat lain.",
  },
  used: {
    title: "Tautan ini sudah dipakai",
    text: "Tautan berlaku satu kali. Jika Anda tidak melihat kunci, minta surat lain.",
  },
  known: {
    title: "Anda punya kunci",
    text: "Alamat ini punya kunci yang sedang dipakai. Kelola kunci itu, atau buat rahasia baru.",
  },
  script: "Halaman ini memerlukan JavaScript.",
  plainHttp: {
    title: "Halaman ini hanya lewat https",
    text: "Lewat http biasa orang lain dapat membaca kunci. Buka halaman lewat https.",
  },
  away: {
    title: "Saat ini tidak dapat dilakukan",
    text: "Tidak ada yang dilakukan. Coba lagi satu menit lagi.",
  },
  confirm: {
    title: "Buat kunci Anda",
    text: "Halaman berikut menampilkan kunci satu kali. Siapkan tempat untuk menyimpannya.",
    button: "Tampilkan kunci saya",
  },
  made: {
    title: "Kunci Anda",
    key: "Kunci",
    copy: "Salin",
    once: "Halaman ini menampilkan kunci hanya kali ini. Salin sekarang.",
    ask: "Coba:",
    next: "Dokumen menunjukkan yang dapat Anda minta",
  },
  manageAsk: {
    title: "Kelola kunci Anda",
    text: "Isi alamat surel kunci Anda. Surat akan membuka halamannya.",
  },
  manageOpen: {
    text: "Halaman terbuka selama 30 menit.",
    button: "Buka",
  },
  manage: {
    until: "Halaman ini berlaku 30 menit.",
    owner: "Pemilik",
    plan: "Paket",
    groups: "Grup",
    made: "Dibuat",
    use: "Pemakaian 30 hari terakhir",
    day: "Hari",
    requests: "Permintaan",
    addresses: "Alamat IP",
    addressesNote: "Paling banyak 10, dipisah koma; tidak lebih lebar dari /24 (IPv6: /48).",
    save: "Simpan alamat",
    saved: "Alamat disimpan.",
    rotation: "Rahasia baru",
    rotate: "Buat rahasia baru",
    rotateNote: "Yang sekarang berlaku 24 jam lagi.",
    replace: "Ganti rahasia sekarang juga",
    replaceNote:
      "Jika orang lain memegangnya: yang sekarang dan token umpannya berakhir dalam 3 detik.",
    overlap: "Rahasia lama dari rotasi terakhir masih berlaku. Ganti sekarang juga, atau tunggu.",
    newSecret: "Rahasia baru",
    deletion: "Hapus kunci",
    deleteNote:
      "Kunci berakhir, dan nama, alamat serta daftar Anda dihapus. Cadangan yang ada tetap menyimpan isinya.",
    deleteSure: "Saya ingin menghapusnya",
    deleteButton: "Hapus kunci dan data saya",
    deleted: {
      title: "Kunci dihapus",
      text: "Kunci ditolak dalam 3 detik, dan data Anda dihapus.",
    },
    back: "Kembali ke kunci Anda",
  },
};
