import { type ErrorCode, ERRORS, helpAnchor } from "../../../src/http/error_table.ts";

/** What the page of errors says of them in a language. */
interface ErrorWords {
  /** The heads of the list: status, type, message. */
  readonly heads: readonly [string, string, string];
  /** Follows the message of an error that has no `type`. */
  readonly withoutType: string;
  /** Leads to the further fields of a body. */
  readonly alsoHas: string;
  /** Begins the advice. */
  readonly whatToDo: string;
  readonly about: (code: ErrorCode) => string;
  readonly field: (code: ErrorCode, name: string) => string | undefined;
  /** What a caller does, by the anchor that answers link to. */
  readonly advice: Readonly<Record<string, string>>;
}

/**
 * The page of errors: a list of all types, then a section for each.
 *
 * @throws {TypeError} naming a type for which no advice is written, or a field without a meaning
 */
export function errorSections(words: ErrorWords): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byAnchor = [...Map.groupBy(codes, helpAnchor)];
  const rows = byAnchor.map(([anchor, codes]) =>
    `| ${statusesOf(codes)} | [${anchor}](#${anchor}) | ${ERRORS[codes.at(-1)!].message} |`
  );
  const sections = byAnchor.map(([anchor, codes]) => section(anchor, codes, words));
  return `| ${words.heads.join(" | ")} |\n| --- | --- | --- |\n${rows.join("\n")}\n\n${
    sections.join("\n\n")
  }`;
}

function statusesOf(codes: readonly ErrorCode[]): string {
  return [...new Set(codes.map((code) => ERRORS[code].status))].join(", ");
}

function section(anchor: string, codes: readonly ErrorCode[], words: ErrorWords): string {
  const advice = words.advice[anchor];
  if (advice === undefined) {
    throw new TypeError(`Cannot describe "${anchor}": no advice is written`);
  }
  const meanings = codes.map((code) => meaning(code, words));
  return `## ${anchor}\n\n${meanings.join("\n\n")}\n\n**${words.whatToDo}.** ${advice}`;
}

function meaning(code: ErrorCode, { about, field, alsoHas, withoutType }: ErrorWords): string {
  const { status, type, message, fields = {} } = ERRORS[code];
  const further = Object.keys(fields).map((name) => {
    const text = field(code, name);
    if (text === undefined) throw new TypeError(`Cannot describe "${name}" of "${code}"`);
    return `\n- \`${name}\`: ${text}`;
  });
  const list = further.length === 0 ? "" : `\n\n${alsoHas}\n${further.join("")}`;
  return `**${status}** \`${message}\`${type === undefined ? `, ${withoutType}` : ""}. ${
    about(code)
  }${list}`;
}

/** What a caller does about each kind of refusal. */
const ADVICE: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Print the address and body that you send, and fix what the `message` of the " +
    "answer names, such as `The body is not a JSON object`. The same request is refused each time.",
  INVALID_PARAMETER: "Read the hint: it names the parameter and what it takes, as does " +
    "[the reference](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Answer a `webhook.verify` with its challenge, as " +
    "[webhooks](/docs/webhooks#how-does-an-address-prove-itself) shows, and register again.",
  INVALID_CREDENTIALS: "Send the key in the header `x-api-key`, whole and without spaces, to a " +
    "group that it may read; [credentials](/docs/credentials) lists the other places.",
  IP_NOT_WHITELISTED: "Compare `clientIP` with the addresses you asked for: a proxy, a VPN or a " +
    "new provider changes it.",
  PLAN_UNKNOWN:
    "Write to the contact in the hint: the key works again as soon as it has another plan.",
  KEY_REQUIRED: "Send the key that you ask about, and leave other credentials out.",
  LIMIT_REACHED:
    "List what the key has, and end one that is no longer used; after a rotation wait for a day.",
  USAGE_LIMIT_EXCEEDED: "Stop until the new period begins, and read " +
    "[how to stay below the limits](/docs/limits#how-do-i-stay-below-them).",
  NOT_FOUND: "Ask for the list first, and take ids from it: " +
    "[most of these answers cost a request](/docs/limits#what-is-charged).",
  METHOD_NOT_ALLOWED: "Send `GET`, which every endpoint for data takes.",
  TIMEOUT: "Send the body at once and with its right `Content-Length`, or leave it out.",
  CONFLICT: "Read the current state again, then decide; do not repeat the request blindly.",
  GONE:
    "For a copy of the content, take a new cursor from `/v1/changes` and read everything again. " +
    "For the log of events, continue with `after=` and `oldest`; older events are lost.",
  BODY_TOO_LARGE: "Send only parameters and credentials.",
  URI_TOO_LONG: "Ask for less at once, or put the parameters into a JSON body if the group takes " +
    "`POST`.",
  RATE_LIMITED: "Leave time between requests, and wait after this answer for the seconds in " +
    "`Retry-After`.",
  INTERNAL: "Try once more. If the error stays, write to the operators with the `request_id`.",
  PLATFORM_UNAVAILABLE:
    "Show the last answer and try later; `/status` shows when the platform is back.",
  TRY_AGAIN: "Repeat the request after the seconds in `Retry-After`; nothing was charged.",
};

/** The page of errors in English; the table of errors itself says when each comes. */
export const ERRORS_IN_ENGLISH: ErrorWords = {
  heads: ["Status", "Type", "Message"],
  withoutType: "without a `type`",
  alsoHas: "The body also has:",
  whatToDo: "What to do",
  about: (code) => ERRORS[code].about,
  field: (code, name) => ERRORS[code].fields?.[name]?.description as string | undefined,
  advice: ADVICE,
};

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
    "habis masa, atau dibuat untuk grup lain. Bila kredensial tidak ada, `hint` menyebut tempatnya.",
  IP_NOT_WHITELISTED: "Kuncinya berlaku, tetapi tidak dari alamat ini. Tambahkan alamatnya di " +
    "/key/manage bila kunci itu Anda dapat lewat surel. Bila tidak, hubungi CONTACT.",
  PLAN_UNKNOWN:
    "Kuncinya berlaku, tetapi layanan tidak punya lagi paketnya. Permintaan yang sama selalu ditolak.",
  KEY_REQUIRED: "Endpoint ini tentang sebuah kunci dan apa yang dimilikinya; token prioritas dan " +
    "administrator tidak memiliki apa pun. Kirim kunci, tanpa kredensial lain.",
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
  PLAN_UNKNOWN: { hint: "Siapa yang bisa ditanya." },
  NOT_FOUND: { hint: "Alamat yang hampir sama." },
  LIMIT_REACHED: { hint: "Cara mengakhiri satu, atau apa yang ditunggu." },
  GONE: { oldest: "Kursor paling lama yang masih berlaku." },
  INTERNAL: { request_id: "Nama kesalahan itu di catatan operator." },
  PLATFORM_UNAVAILABLE: { reason: "Mengapa platform itu tidak bisa ditanya." },
};

const ADVICE_IN_INDONESIAN: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Cetak alamat dan isi yang Anda kirim, lalu betulkan yang disebut `message`, " +
    "misalnya `The body is not a JSON object`. Permintaan yang sama selalu ditolak.",
  INVALID_PARAMETER:
    "Baca `hint`: ia menyebut parameter dan nilai yang diterimanya, seperti juga " +
    "[referensi](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Jawab `webhook.verify` dengan isi `challenge`-nya, seperti di " +
    "[webhook](/docs/id/webhooks#bagaimana-alamat-membuktikan-dirinya), lalu daftarkan lagi.",
  INVALID_CREDENTIALS:
    "Kirim kunci di header `x-api-key`, utuh dan tanpa spasi, ke grup yang boleh " +
    "dibacanya; [kredensial](/docs/id/credentials) menyebut tempat lain.",
  IP_NOT_WHITELISTED:
    "Bandingkan `clientIP` dengan alamat yang Anda minta: proxy, VPN, atau penyedia " +
    "internet baru mengubahnya.",
  PLAN_UNKNOWN: "Tulis kepada kontak di `hint`: kunci berlaku lagi begitu mendapat paket lain.",
  KEY_REQUIRED: "Kirim kunci yang Anda tanyakan, tanpa kredensial lain.",
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
    advice: ADVICE_IN_INDONESIAN,
  };
}
