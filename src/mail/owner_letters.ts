import { letter, type Sender } from "./letters.ts";
import type { Mail } from "./mail.ts";

/** A letter before it is addressed: what it is about, its paragraphs, and the part that only its reader sees. */
interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type InLanguages<Facts> = Readonly<Record<"en" | "id", (facts: Facts) => Words>>;

/** The person who gets a letter; the name is "" if somebody else may have typed it. */
interface Owner {
  readonly name: string;
  readonly email: string;
  readonly language: "en" | "id";
}

interface LinkFacts {
  readonly title: string;
  readonly link: string;
  readonly contact: string;
}

const SIGNUP: InLanguages<LinkFacts> = {
  en: ({ title, link }) => ({
    subject: `Your key for ${title}: one more click`,
    paragraphs: [
      `This address was given to get an API key for ${title}. Open this page, and press its button:`,
      link,
      "The page shows the key, once. The link works once, for 30 minutes. If it was not you, do nothing: " +
      "no key is made.",
    ],
  }),
  id: ({ title, link }) => ({
    subject: `Kunci Anda untuk ${title}: satu klik lagi`,
    paragraphs: [
      `Alamat ini dipakai untuk meminta kunci API ${title}. Buka halaman ini, lalu tekan tombolnya:`,
      link,
      "Halaman itu menampilkan kunci satu kali. Tautan ini berlaku satu kali, selama 30 menit. Jika bukan " +
      "Anda yang meminta, abaikan surat ini: tidak ada kunci yang dibuat.",
    ],
  }),
};

/** The letter with which a sign-up is proved. It repeats nothing that was typed but the address. */
export function signupLetter(sender: Sender, to: Owner, link: string): Mail {
  return letterOf(sender, { ...to, name: "" }, SIGNUP[to.language]({ ...sender, link }), link);
}

const MANAGE: InLanguages<LinkFacts & { readonly hint: string }> = {
  en: ({ title, link, hint }) => ({
    subject: `Manage your key for ${title}`,
    paragraphs: [
      `You have a key for ${title}: ${hint}. On this page you change its addresses, give it a new secret, ` +
      "see its use, or delete it:",
      link,
      "The link works once, for 30 minutes. If it was not you who asked for it, do nothing.",
    ],
  }),
  id: ({ title, link, hint }) => ({
    subject: `Kelola kunci Anda untuk ${title}`,
    paragraphs: [
      `Anda memiliki kunci untuk ${title}: ${hint}. Di halaman ini Anda dapat mengubah alamatnya, membuat ` +
      "rahasia baru, melihat pemakaian, atau menghapus kunci:",
      link,
      "Tautan ini berlaku satu kali, selama 30 menit. Jika bukan Anda yang meminta, abaikan surat ini.",
    ],
  }),
};

/** The letter that opens the management of a key. */
export function manageLetter(
  sender: Sender,
  to: Owner & { readonly hint: string },
  link: string,
): Mail {
  const facts = { ...sender, link, hint: to.hint };
  return letterOf(sender, to, MANAGE[to.language](facts), link);
}

const ENDED: InLanguages<LinkFacts & { readonly hint: string }> = {
  en: ({ title, contact, hint }) => ({
    subject: `Your key for ${title} has ended`,
    paragraphs: [
      `A key for ${title} was asked for with this address. The key that it has, ${hint}, was ended by the ` +
      "operators or has expired, and no other one is made.",
      `If you have a question, write to ${contact}.`,
    ],
  }),
  id: ({ title, contact, hint }) => ({
    subject: `Kunci Anda untuk ${title} sudah berakhir`,
    paragraphs: [
      `Kunci ${title} diminta dengan alamat ini. Kunci yang dimilikinya, ${hint}, telah diakhiri oleh ` +
      "pengelola atau sudah kedaluwarsa, dan kunci lain tidak dibuat.",
      `Jika ada pertanyaan, tulis ke ${contact}.`,
    ],
  }),
};

/** The letter that says that the key of an e-mail has ended, and that there is no other. */
export function endedLetter(sender: Sender, to: Owner & { readonly hint: string }): Mail {
  return letterOf(sender, to, ENDED[to.language]({ ...sender, link: "", hint: to.hint }), "");
}

function letterOf(sender: Sender, to: Owner, { subject, paragraphs }: Words, secret: string): Mail {
  return letter(sender, to, subject, paragraphs, secret);
}
