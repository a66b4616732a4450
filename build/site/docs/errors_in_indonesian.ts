import { ERRORS } from "../../../src/http/error_table.ts";

/** What a type of error means, and what to do about it. */
type Meaning = readonly [meaning: string, remedy: string];

/** The types of errors in Indonesian; `CONTACT` is whom to ask. */
const ERRORS_IN_INDONESIAN: Readonly<Record<string, Meaning>> = {
  INVALID_CREDENTIALS: [
    "kunci tidak dikirim atau tidak berlaku",
    "kirim kunci di header `x-api-key`",
  ],
  IP_NOT_WHITELISTED: ["alamat Anda tidak terdaftar untuk kunci ini", "hubungi CONTACT"],
  KEY_REQUIRED: ["hanya kunci API yang bisa dipakai di sini", "kirim kunci tanpa kredensial lain"],
  LIMIT_REACHED: [
    "kunci sudah punya sebanyak yang boleh, atau baru dirotasi",
    "hapus satu yang tidak dipakai, atau tunggu",
  ],
  USAGE_LIMIT_EXCEEDED: ["kuota habis", "tunggu periode berikutnya, lihat `RateLimit`"],
  RATE_LIMITED: ["permintaan terlalu sering", "tunggu selama detik yang disebut `Retry-After`"],
  INVALID_PARAMETER: ["parameter tidak valid", "`hint` menyebut parameter dan nilai yang benar"],
  WEBHOOK_UNVERIFIED: [
    "alamat webhook tidak dapat diverifikasi",
    "jawab `webhook.verify` dengan isi `challenge`",
  ],
  MALFORMED_REQUEST: ["permintaan tidak dapat dibaca", "periksa alamat dan isi JSON"],
  NOT_FOUND: ["alamat atau data tidak ditemukan", "lihat [referensi](/docs/reference)"],
  METHOD_NOT_ALLOWED: ["metode HTTP tidak didukung di alamat ini", "lihat header `Allow`"],
  TIMEOUT: ["isi permintaan tidak selesai dalam 5 detik", "kirim lagi"],
  CONFLICT: ["keadaannya sudah berubah", "lihat keadaan terbaru, lalu putuskan lagi"],
  GONE: ["yang diminta sudah tidak disimpan lagi", "ambil kursor baru, lalu baca ulang isinya"],
  BODY_TOO_LARGE: ["isi permintaan lebih dari 4 KiB", "kirim parameter dan kredensial saja"],
  URI_TOO_LONG: ["alamat lebih dari 8.192 karakter", "minta lebih sedikit sekaligus"],
  PLATFORM_UNAVAILABLE: ["platform siaran sedang tidak dapat dihubungi", "coba lagi nanti"],
  TRY_AGAIN: ["layanan sedang tidak dapat menjawab", "coba lagi setelah `Retry-After`"],
  INTERNAL: ["kesalahan di pihak kami", "sebutkan `request_id` saat melapor"],
};

/**
 * The table of errors in Indonesian, with the statuses that the service answers.
 *
 * @throws {TypeError} naming a type that is not explained
 */
export function errorTableInIndonesian(contact: string): string {
  const types = new Set(Object.values(ERRORS).map(({ type }) => type));
  const rows = [...types].map((type) => {
    const statuses = statusesOf(type);
    if (type === undefined) return `| tanpa \`type\` | ${statuses} | ${WITHOUT_TYPE.join(" | ")} |`;
    const meaning = ERRORS_IN_INDONESIAN[type];
    if (meaning === undefined) {
      throw new TypeError(`Cannot explain "${type}" in Indonesian: no meaning is written`);
    }
    return `| \`${type}\` | ${statuses} | ${meaning.join(" | ")} |`;
  });
  const head = "| `type` | Status | Artinya | Cara mengatasinya |\n| --- | --- | --- | --- |";
  return `${head}\n${rows.join("\n")}`.replaceAll("CONTACT", contact);
}

/** What a bare group says of a key: the errors that have no type. */
const WITHOUT_TYPE: Meaning = [
  "kunci tidak ada, salah, dicabut, atau bukan untuk grup ini",
  "periksa kuncinya",
];

function statusesOf(type: string | undefined): string {
  const kinds = Object.values(ERRORS).filter((kind) => kind.type === type);
  return [...new Set(kinds.map(({ status }) => status))].sort().join(" atau ");
}
