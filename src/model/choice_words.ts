/** What the words that content chooses from are called in Indonesian, on pages and in forms. */
export const CHOICE_WORDS_IN_INDONESIAN = {
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
} as const;
