import type { Sender } from "./letters.ts";
import type { Mail } from "./mail.ts";

/** The owner of a key, whom the end of a service is announced to. */
interface Owner {
  readonly name: string;
  readonly email: string;
  readonly hint: string;
  readonly id: string;
  /** English if left out. */
  readonly language?: "en" | "id" | undefined;
}

/** The letter that says when a service ends, and where it goes on. */
export function sunsetLetter(
  { title, contact, base_url }: Sender,
  { name, email, hint, id, language }: Owner,
  { endsAt, successor, note }: {
    /** Epoch ms. */
    readonly endsAt: number;
    readonly successor: string | undefined;
    readonly note: string | undefined;
  },
): Mail {
  const root = base_url.replace(/\/$/, "");
  const day = `${new Date(endsAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const isIndonesian = language === "id";
  const paragraphs = isIndonesian
    ? [
      `Halo ${name},`,
      `${title} berakhir pada ${day}. Sesudah itu permintaan dengan kunci API Anda ${hint} (${id}) mungkin ` +
      "tidak dijawab lagi.",
      ...(note === undefined ? [] : [note]),
      ...(successor === undefined ? [] : ["Layanan penerusnya:", successor]),
      "Seluruh datanya, dengan sidik setiap berkas, dapat diambil di:",
    ]
    : [
      `Hello ${name},`,
      `${title} ends on ${day}. From then on requests with your API key ${hint} (${id}) may get no answer.`,
      ...(note === undefined ? [] : [note]),
      ...(successor === undefined ? [] : ["It goes on at this address:", successor]),
      "All of its data, with the digest of each file, is to be had at:",
    ];
  return {
    to: email,
    subject: isIndonesian ? `${title} akan berakhir` : `${title} is about to end`,
    secret: "",
    text: [...paragraphs, `${root}/v1/dataset`, `${title}\n${contact}`].join("\n\n") + "\n",
  };
}
