import type { Mail } from "./mail.ts";

/** The facts of the service that letters name. */
export interface Sender {
  readonly title: string;
  readonly contact: string;
  /** The service's address. */
  readonly base_url: string;
}

interface Addressee {
  readonly name: string;
  readonly email: string;
}

/** The letter that brings a priority token. */
export function tokenLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  secret: string,
): Mail {
  return letter(sender, to, `Your priority token for ${sender.title}`, [
    `${to.organization} has priority access to ${sender.title}. This is its token:`,
    secret,
    "Send it with each request, over https only, in the header x-priority-token:",
    `curl -H "x-priority-token: …" ${addressOf(sender, "v1/birthdays/today")}`,
    "The token holds until it is revoked, without quota and without a list of addresses. " +
    "Whoever has it reads in the name of your organization, and each use is on record: keep it " +
    "secret, and tell us at once if it may have leaked. You then get another one.",
  ], secret);
}

/** The letter that says that an application for a priority token is turned down, and why. */
export function rejectionLetter(
  sender: Sender,
  to: Addressee & { readonly organization: string },
  reason: string,
): Mail {
  return letter(sender, to, `Your application for priority access to ${sender.title}`, [
    `${to.organization} has applied for priority access to ${sender.title}. ` +
    "The application is turned down, for this reason:",
    reason,
    "When the reason no longer holds, you are free to apply again. If you have a question, " +
    "write to the address below.",
  ]);
}

/** The letter that brings an API key. */
export function keyLetter(
  sender: Sender,
  to: Addressee & { readonly plan: string },
  secret: string,
): Mail {
  return letter(sender, to, `Your API key for ${sender.title}`, [
    `This is your API key for ${sender.title}, plan "${to.plan}":`,
    secret,
    "Send it with each request, over https only, in the header x-api-key or as the parameter apikey:",
    `curl -H "x-api-key: …" ${addressOf(sender, "v1/key")}`,
    "That request shows what the key has used and what is left; it costs nothing. Keep the key " +
    "secret, and tell us at once if it may have leaked. You then get another one.",
  ], secret);
}

/** The owner of a key, and which key it is. */
interface KeyOwner extends Addressee {
  readonly id: string;
  /** The kind and last four characters of the key. */
  readonly hint: string;
  readonly plan: string;
  /** English if left out. */
  readonly language?: "en" | "id" | undefined;
}

/** The letter that says that a quota is nearly or wholly used. */
export function quotaLetter(
  sender: Sender,
  to: KeyOwner,
  { percent, limit, endsAt }: { percent: 80 | 100; limit: number; endsAt: number },
): Mail {
  const count = limit.toLocaleString(to.language ?? "en");
  if (to.language === "id") {
    return letter(sender, to, `${percent} % kuota Anda untuk ${sender.title} sudah terpakai`, [
      `Kunci API Anda ${to.hint} (${to.id}) sudah memakai ${percent} % dari ${count} permintaan yang ` +
      `diizinkan paket "${to.plan}" dalam periode ini, yang berakhir pada ${instantText(endsAt)}.`,
      percent === 100
        ? "Sampai saat itu permintaan dengan kunci ini ditolak; sesudahnya dijawab lagi."
        : "Jika semua terpakai, permintaan dengan kunci ini ditolak sampai saat itu.",
      "Sisa kuota dapat dilihat kapan saja, tanpa biaya, di:",
      addressOf(sender, "v1/key"),
      "Jika Anda perlu lebih banyak, atau bukan Anda yang meminta, balas ke alamat di bawah.",
    ]);
  }
  return letter(sender, to, `${percent} % of your quota for ${sender.title} is used`, [
    `Your API key ${to.hint} (${to.id}) has used ${percent} % of the ${count} requests that its ` +
    `plan "${to.plan}" allows in this period, which ends on ${instantText(endsAt)}.`,
    percent === 100
      ? "Until then requests with it are refused; afterwards they are answered again."
      : "When all are used, requests with it are refused until then.",
    "This shows at any time, and costs nothing, what is left:",
    addressOf(sender, "v1/key"),
    "If you need more, or did not make these requests, answer to the address below.",
  ]);
}

/** The letter that says that a key is about to expire. */
export function expiryLetter(
  sender: Sender,
  to: KeyOwner,
  { days, endsAt }: { days: 7 | 1; endsAt: number },
): Mail {
  if (to.language === "id") {
    const left = days === 1 ? "satu hari atau kurang" : `${days} hari atau kurang`;
    return letter(sender, to, `Kunci API Anda untuk ${sender.title} berakhir dalam ${left}`, [
      `Kunci API Anda ${to.hint} (${to.id}) berakhir pada ${instantText(endsAt)}.`,
      "Sejak saat itu permintaan dengan kunci ini ditolak.",
      `Untuk terus memakainya, tulis sebelumnya ke alamat di bawah, dan sebut kunci itu ${to.id}.`,
    ]);
  }
  const soon = days === 1 ? "in a day or less" : `in ${days} days or less`;
  return letter(sender, to, `Your API key for ${sender.title} expires ${soon}`, [
    `Your API key ${to.hint} (${to.id}) expires on ${instantText(endsAt)}.`,
    "From then on requests with it are refused.",
    `To go on using it, write to the address below before, and name the key by ${to.id}.`,
  ]);
}

/** The letter that says when a service ends, and where it goes on. */
export function sunsetLetter(
  sender: Sender,
  to: Omit<KeyOwner, "plan">,
  { endsAt, successor, note }: {
    readonly endsAt: number;
    readonly successor: string | undefined;
    readonly note: string | undefined;
  },
): Mail {
  const { title } = sender;
  const { hint, id } = to;
  const day = instantText(endsAt);
  const isIndonesian = to.language === "id";
  const paragraphs = isIndonesian
    ? [
      `${title} berakhir pada ${day}. Sesudah itu permintaan dengan kunci API Anda ${hint} (${id}) mungkin ` +
      "tidak dijawab lagi.",
      ...(note === undefined ? [] : [note]),
      ...(successor === undefined ? [] : ["Layanan penerusnya:", successor]),
      "Seluruh datanya, dengan sidik setiap berkas, dapat diambil di:",
    ]
    : [
      `${title} ends on ${day}. From then on requests with your API key ${hint} (${id}) may get no answer.`,
      ...(note === undefined ? [] : [note]),
      ...(successor === undefined ? [] : ["It goes on at this address:", successor]),
      "All of its data, with the digest of each file, is to be had at:",
    ];
  const subject = isIndonesian ? `${title} akan berakhir` : `${title} is about to end`;
  return letter(sender, to, subject, [...paragraphs, addressOf(sender, "v1/dataset")]);
}

/** An instant as letters have it. */
export function instantText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A letter to somebody: greeting, paragraphs, who writes. */
export function letter(
  { title, contact }: Sender,
  { name, email, language }: Addressee & { readonly language?: "en" | "id" | undefined },
  subject: string,
  paragraphs: readonly string[],
  secret = "",
): Mail {
  const text = [greeting(name, language), ...paragraphs, `${title}\n${contact}`].join("\n\n") +
    "\n";
  return { to: email, subject, secret, text };
}

/** The first line of a letter; without a name if that is "". */
function greeting(name: string, language: "en" | "id" = "en"): string {
  const hello = language === "id" ? "Halo" : "Hello";
  return name === "" ? `${hello},` : `${hello} ${name},`;
}

function addressOf({ base_url }: Sender, path: string): string {
  return `${base_url.replace(/\/$/, "")}/${path}`;
}
