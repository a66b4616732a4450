import type { LetterLanguage } from "../../access/records/key_store.ts";
import { letter, type Sender } from "../../mail/letters.ts";
import type { Mail } from "../../mail/mail.ts";

/** Who gets a letter. Nobody is greeted by name: somebody else may have typed it. */
interface Addressee {
  readonly email: string;
  readonly language: LetterLanguage;
}

interface Facts {
  readonly title: string;
  readonly contact: string;
  /** Opens a page, once; "" if the letter has none. */
  readonly link: string;
  /** Of the key that the letter is about; "" if there is none yet. */
  readonly hint: string;
}

/** The subject of a letter, and its paragraphs. */
type Words = readonly [subject: string, ...paragraphs: string[]];

const LETTERS = {
  /** Proves a sign-up. It repeats nothing that was typed but the address. */
  signup: {
    en: ({ title, link }: Facts): Words => [
      `Your key for ${title}: one more click`,
      `This address was given to get an API key for ${title}. Open this page, and press its button:`,
      link,
      "The page shows the key, once. The link works once, for 30 minutes. If it was not you, do nothing: " +
      "no key is made.",
    ],
    id: ({ title, link }: Facts): Words => [
      `Kunci Anda untuk ${title}: satu klik lagi`,
      `Alamat ini dipakai untuk meminta kunci API ${title}. Buka halaman ini, lalu tekan tombolnya:`,
      link,
      "Halaman itu menampilkan kunci satu kali. Tautan ini berlaku satu kali, selama 30 menit. Jika bukan " +
      "Anda yang meminta, abaikan surat ini: tidak ada kunci yang dibuat.",
    ],
  },
  /** Opens the management of a key. */
  manage: {
    en: ({ title, link, hint }: Facts): Words => [
      `Manage your key for ${title}`,
      `You have a key for ${title}: ${hint}. On this page you change its addresses, give it a new secret, ` +
      "see its use, or delete it:",
      link,
      "The link works once, for 30 minutes. If it was not you who asked for it, do nothing.",
    ],
    id: ({ title, link, hint }: Facts): Words => [
      `Kelola kunci Anda untuk ${title}`,
      `Anda memiliki kunci untuk ${title}: ${hint}. Di halaman ini Anda dapat mengubah alamatnya, membuat ` +
      "rahasia baru, melihat pemakaian, atau menghapus kunci:",
      link,
      "Tautan ini berlaku satu kali, selama 30 menit. Jika bukan Anda yang meminta, abaikan surat ini.",
    ],
  },
  /** Says that the key of an e-mail has ended, and that there is no other. */
  ended: {
    en: ({ title, contact, hint }: Facts): Words => [
      `Your key for ${title} has ended`,
      `A key for ${title} was asked for with this address. The key that it has, ${hint}, was ended by the ` +
      "operators or has expired, and no other one is made.",
      `If you have a question, write to ${contact}.`,
    ],
    id: ({ title, contact, hint }: Facts): Words => [
      `Kunci Anda untuk ${title} sudah berakhir`,
      `Kunci ${title} diminta dengan alamat ini. Kunci yang dimilikinya, ${hint}, telah diakhiri oleh ` +
      "pengelola atau sudah kedaluwarsa, dan kunci lain tidak dibuat.",
      `Jika ada pertanyaan, tulis ke ${contact}.`,
    ],
  },
};

/** The letter of a kind to the owner of an e-mail. */
export function ownerLetter(
  kind: keyof typeof LETTERS,
  sender: Sender,
  to: Addressee,
  { link = "", hint = "" }: Partial<Facts> = {},
): Mail {
  const { title, contact } = sender;
  const [subject, ...paragraphs] = LETTERS[kind][to.language]({ title, contact, link, hint });
  return letter(sender, { ...to, name: "" }, subject, paragraphs, link);
}
