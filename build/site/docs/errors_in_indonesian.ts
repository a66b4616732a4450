import type { ErrorCode } from "../../../src/http/error_table.ts";
import type { ErrorWords } from "./error_sections.ts";

/** When each kind of refusal comes. */
const ABOUT: Readonly<Record<ErrorCode, string>> = {
  MALFORMED_REQUEST:
    "Permintaan tidak dapat dibaca: tanda % yang rusak, karakter kendali, isi yang " +
    "bukan objek JSON, atau satu kredensial dengan dua nilai.",
  INVALID_PARAMETER:
    "Sebuah parameter tidak ada, kosong, atau salah bentuk. `hint` menyebutnya, dan " +
    "nilai yang diterimanya.",
  WEBHOOK_UNVERIFIED:
    "Alamatnya tidak diizinkan, namanya tidak punya alamat, atau tidak menjawab " +
    "dalam 5 detik. Atau jawabannya bukan 2xx dengan isi `challenge` di badannya (atau, dari Discord, " +
    "bukan webhook). `hint` menyebut yang mana.",
  BARE_INVALID_KEY:
    "Permintaan tidak punya kredensial untuk grup ini. Grup bare menjawab dengan dua " +
    "isian ini saja.",
  INVALID_CREDENTIALS:
    "Permintaan tidak punya kredensial, atau kredensialnya tidak dikenal, dicabut, " +
    "habis masa, atau dibuat untuk grup lain. Kunci halaman tanpa Origin halamannya dianggap tidak " +
    "dikenal. Bila kredensial tidak ada, `hint` menyebut tempatnya.",
  IP_NOT_WHITELISTED: "Kuncinya berlaku, tetapi tidak dari alamat ini. Tambahkan alamatnya di " +
    "/key/manage bila kunci itu Anda dapat lewat surel. Bila tidak, hubungi CONTACT.",
  KEY_REQUIRED:
    "Endpoint ini tentang sebuah kunci: token prioritas dan administrator tidak punya token " +
    "feed dan webhook. Kirim kunci, tanpa kredensial lain.",
  USED_UP_WRAPPED:
    "Kunci sudah memakai semua permintaan periodenya. `/v1/key` menyebut kapan periode " +
    "berikutnya dimulai.",
  USED_UP:
    "Kunci sudah memakai semua permintaan periodenya. Tunggu selama yang disebut `Retry-After`.",
  CODE_NOT_FOUND: "Tidak ada kode seperti itu, atau kodenya milik surel lain.",
  NOT_FOUND:
    "Tidak ada yang punya alamat atau id ini. Periksa ejaannya; `hint` bisa menyebut alamat " +
    "yang mirip.",
  METHOD_NOT_ALLOWED:
    "Alamat ini tidak menerima metode itu. Header `Allow` menyebut yang diterimanya.",
  TIMEOUT: "Isi permintaan tidak lengkap dalam 5 detik. Kirim lagi permintaannya.",
  CONFLICT:
    "Perubahan itu tidak cocok dengan keadaan sekarang: mungkin orang lain lebih dulu mengubahnya.",
  LIMIT_REACHED:
    "Kunci sudah punya sebanyak yang diizinkan, atau rotasi terakhirnya belum selesai. " +
    "Akhiri satu yang tidak dipakai lagi, atau tunggu. `hint` menyebut caranya, dan sampai kapan.",
  GONE:
    "Kursornya lebih tua daripada catatan. `/v1/events` bisa dilanjutkan dari `oldest`; untuk " +
    "`/v1/changes` ambil kursor baru dan baca lagi isinya. Halaman umum menjawabnya untuk yang dihapus " +
    "dalam 30 hari terakhir.",
  BODY_TOO_LARGE:
    "Isi permintaan lebih dari 4 KiB. Parameter dan kredensial jauh lebih kecil: kirim " +
    "lebih sedikit.",
  URI_TOO_LONG: "Alamat beserta query-nya lebih dari 8.192 karakter. Kirim lebih sedikit.",
  RATE_LIMITED:
    "Permintaan, atau percobaan yang gagal, datang terlalu cepat. Tunggu selama yang disebut " +
    "`Retry-After`.",
  INTERNAL: "Kesalahan di pihak layanan. Sebutkan `request_id` kepada operatornya.",
  PLATFORM_UNAVAILABLE:
    "Platform siaran ini tidak menjawab. Bila ada `Retry-After`, tunggu selama itu.",
  TRY_AGAIN:
    "Layanan sedang tidak dapat menjawab: penyimpanannya tidak tercapai, atau prosesnya sedang " +
    "berhenti. Atau kunci atau proses sudah punya stream sebanyak yang diizinkan, atau proses sudah " +
    "mengikuti obrolan sebanyak itu. Pesannya menyebut yang mana. Tunggu selama yang disebut " +
    "`Retry-After`.",
};

/** The further fields of bodies. */
const FIELDS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, string>>>>> = {
  INVALID_PARAMETER: { hint: "Parameternya, dan nilai yang diterimanya." },
  WEBHOOK_UNVERIFIED: { hint: "Sebabnya." },
  INVALID_CREDENTIALS: { hint: "Tempat kredensial; hanya bila tidak ada yang dikirim." },
  IP_NOT_WHITELISTED: {
    clientIP: "Alamat yang dilihat layanan.",
    hint: "Siapa yang bisa ditanya.",
  },
  NOT_FOUND: { hint: "Alamat yang hampir sama." },
  LIMIT_REACHED: { hint: "Cara mengakhiri satu, atau apa yang ditunggu." },
  GONE: { oldest: "Kursor paling lama yang masih berlaku." },
  INTERNAL: { request_id: "Nama kesalahan itu di catatan operator." },
  PLATFORM_UNAVAILABLE: { reason: "Mengapa platform itu tidak bisa ditanya." },
};

const ADVICE: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Cetak alamat dan isi yang Anda kirim, lalu betulkan yang disebut `message`, " +
    "misalnya `The body is not a JSON object`. Permintaan yang sama selalu ditolak.",
  INVALID_PARAMETER:
    "Baca `hint`: ia menyebut parameter dan nilai yang diterimanya, seperti juga " +
    "[referensi](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Jawab `webhook.verify` dengan isi `challenge`-nya, seperti di " +
    "[peristiwa dan webhook](/docs/id/events#bagaimana-alamat-membuktikan-dirinya), lalu daftarkan lagi.",
  INVALID_CREDENTIALS:
    "Kirim kunci di header `x-api-key`, utuh dan tanpa spasi, ke grup yang boleh " +
    "dibacanya; [kredensial](/docs/id/credentials) menyebut tempat lain.",
  IP_NOT_WHITELISTED:
    "Bandingkan `clientIP` dengan alamat yang Anda minta: proxy, VPN, atau penyedia " +
    "internet baru mengubahnya.",
  KEY_REQUIRED: "Kirim kunci pemilik token feed atau webhook itu, tanpa kredensial lain.",
  LIMIT_REACHED:
    "Lihat apa yang dimiliki kunci, dan akhiri satu yang tidak dipakai; setelah rotasi, " +
    "tunggu sehari.",
  USAGE_LIMIT_EXCEEDED: "Berhentilah sampai periode baru dimulai, dan baca " +
    "[cara tidak melewati batas](/docs/id/limits#bagaimana-supaya-tidak-melewatinya).",
  NOT_FOUND: "Minta daftarnya dulu, dan ambil id dari sana: " +
    "[kebanyakan jawaban ini mengurangi kuota](/docs/id/limits#apa-yang-dihitung).",
  METHOD_NOT_ALLOWED: "Kirim `GET`, yang diterima setiap endpoint data.",
  TIMEOUT: "Kirim isinya sekaligus dan dengan `Content-Length` yang benar, atau tanpa isi.",
  CONFLICT: "Baca lagi keadaan sekarang, lalu putuskan; jangan mengulang begitu saja.",
  GONE:
    "Untuk salinan isi, ambil kursor baru dari `/v1/changes` dan baca lagi semuanya. Untuk catatan " +
    "peristiwa, lanjutkan dengan `after=` dan `oldest`; peristiwa yang lebih lama hilang.",
  BODY_TOO_LARGE: "Kirim parameter dan kredensial saja.",
  URI_TOO_LONG: "Minta lebih sedikit sekaligus, atau taruh parameternya di isi JSON bila grupnya " +
    "menerima `POST`.",
  RATE_LIMITED:
    "Beri jeda di antara permintaan, dan setelah jawaban ini tunggu sekian detik menurut " +
    "`Retry-After`.",
  INTERNAL: "Coba sekali lagi. Bila tetap begitu, tulis kepada operator dengan `request_id`-nya.",
  PLATFORM_UNAVAILABLE:
    "Tampilkan jawaban terakhir dan coba lagi nanti; `/status` menunjukkan kapan " +
    "platformnya kembali.",
  TRY_AGAIN:
    "Ulangi permintaannya setelah sekian detik menurut `Retry-After`; tidak ada yang dihitung.",
};

/** The page of errors in Indonesian; `contact` is whom to ask. */
export function errorsInIndonesian(contact: string): ErrorWords {
  return {
    heads: ["Status", "Jenis", "Pesan"],
    withoutType: "tanpa `type`",
    alsoHas: "Badannya juga memuat:",
    whatToDo: "Yang dilakukan",
    about: (code) => ABOUT[code].replace("CONTACT", contact),
    field: (code, name) => FIELDS[code]?.[name],
    advice: ADVICE,
  };
}
