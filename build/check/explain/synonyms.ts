/** What people call their zones. */
export const SHORT_ZONES: Readonly<Record<string, string>> = {
  WIB: "Asia/Jakarta",
  WITA: "Asia/Makassar",
  WIT: "Asia/Jayapura",
  ...{ JST: "Asia/Tokyo", KST: "Asia/Seoul", SGT: "Asia/Singapore", ICT: "Asia/Bangkok" },
};

/** The one table of words that mean the same as a value: choices, truth, languages and zones. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ reguler: "active", "sudah lulus": "graduated", tamat: "graduated", selesai: "graduated" },
  ...{ aktif: "active", lulus: "graduated", alumni: "graduated", kelulusan: "graduated" },
  ...{ kenkyusei: "trainee", kenkyuusei: "trainee", akademi: "trainee", academy: "trainee" },
  ...{ batal: "cancelled", dibatalkan: "cancelled", ditunda: "postponed", canceled: "cancelled" },
  ...{ "mini album": "ep", mini: "ep", ditiadakan: "cancelled" },
  ...{ tunda: "postponed", diundur: "postponed", "jabat tangan": "handshake" },
  ...{ "1 maret": "mar1", "1 march": "mar1", "28 februari": "feb28", "28 february": "feb28" },
  ...{ terjadwal: "scheduled", dijadwalkan: "scheduled", konser: "concert", lainnya: "other" },
  ...{ 研究生: "trainee", 卒業: "graduated", delayed: "postponed" },
  ...{ yes: "true", on: "true", ya: "true", iya: "true", benar: "true" },
  ...{ no: "false", off: "false", tidak: "false", bukan: "false", salah: "false" },
  ...{ indonesia: "id", indonesian: "id", bahasa: "id", "bahasa indonesia": "id" },
  ...{ english: "en", inggris: "en", japanese: "ja", jepang: "ja", jp: "ja", 日本語: "ja" },
  ...Object.fromEntries(
    Object.entries(SHORT_ZONES).map(([word, zone]) => [word.toLowerCase(), zone]),
  ),
};

/** The one of some values that is meant by a word of the table. */
export function synonymIn(written: string, values: readonly string[]): string | undefined {
  const word = written.normalize("NFKC").trim().toLowerCase().replace(/[\s_-]+/g, " ");
  return values.find((value) => Object.hasOwn(SYNONYMS, word) && value === SYNONYMS[word]);
}
