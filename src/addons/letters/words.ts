import type { KeyRecord, LetterLanguage } from "../../access/records/key_store.ts";
import { greetedName } from "../../access/records/owner_email.ts";
import { OVERLAP_MS } from "../../access/records/rotation.ts";
import { addressOf, instantText, letter, type Sender } from "../../mail/letters.ts";
import type { Mail } from "../../mail/mail.ts";
import { type Sunset, sunsetAt } from "../../model/sunset.ts";
import type { Occasion } from "./occasion.ts";

/** The subject of a letter, and its paragraphs. */
type Words = readonly [subject: string, ...paragraphs: string[]];

/** What letters say of the service: as it is now. */
export interface Service {
  readonly site: Sender & { readonly sunset?: Sunset | undefined };
  /** Where owners manage their keys. */
  readonly manageAddress: string;
}

/** The letter to the owner of a key about an occasion; undefined if it does not hold any more. */
export function letterAbout(
  occasion: Occasion,
  key: KeyRecord,
  service: Service,
): Mail | undefined {
  const { site } = service;
  const { email, language = "en" } = key;
  const words = wordsOf(occasion, key, service)?.[language];
  if (words === undefined) return undefined;
  const [subject, ...paragraphs] = words;
  const name = occasion.name.replaceAll(/[^A-Za-z0-9-]+/g, "_");
  return {
    ...letter(site, { name: greetedName(key), email, language }, subject, paragraphs),
    id: `letter_${key.id}_${name}`,
  };
}

type InLanguages = Readonly<Record<LetterLanguage, Words>>;

function wordsOf(
  occasion: Occasion,
  { id, hint, expiresAt }: KeyRecord,
  { site, manageAddress }: Service,
): InLanguages | undefined {
  const { title } = site;
  const until = instantText(occasion.endsAt);
  switch (occasion.kind) {
    case "expiry": {
      if (expiresAt !== occasion.endsAt) return undefined;
      const { days } = occasion;
      const soon = days === 1 ? "in a day or less" : `in ${days} days or less`;
      const left = days === 1 ? "satu hari atau kurang" : `${days} hari atau kurang`;
      return {
        en: [
          `Your API key for ${title} expires ${soon}`,
          `Your API key ${hint} (${id}) expires on ${until}.`,
          "From then on requests with it are refused.",
          `To go on using it, write to the address below before, and name the key by ${id}.`,
        ],
        id: [
          `Kunci API Anda untuk ${title} berakhir dalam ${left}`,
          `Kunci API Anda ${hint} (${id}) berakhir pada ${until}.`,
          "Sejak saat itu permintaan dengan kunci ini ditolak.",
          `Untuk terus memakainya, tulis sebelumnya ke alamat di bawah, dan sebut kunci itu ${id}.`,
        ],
      };
    }
    case "rotation": {
      const at = instantText(occasion.at);
      const formerEnds = instantText(occasion.at + OVERLAP_MS);
      return {
        en: [
          `Your key for ${title} has a new secret`,
          `Your key ${id} was given a new secret on ${at}. The former one works until ${formerEnds}.`,
          "If it was you, or your program, there is nothing to do. If not, somebody else has your key: " +
          "replace its secret at once on this page, which ends all others.",
          manageAddress,
        ],
        id: [
          `Kunci Anda untuk ${title} mendapat rahasia baru`,
          `Kunci Anda ${id} mendapat rahasia baru pada ${at}. Rahasia lama berlaku sampai ${formerEnds}.`,
          "Jika itu Anda atau program Anda, tidak perlu berbuat apa-apa. Jika bukan, orang lain memegang " +
          "kunci Anda: ganti rahasianya sekarang juga di halaman ini, yang mengakhiri semua yang lain.",
          manageAddress,
        ],
      };
    }
    case "sunset": {
      const { sunset } = site;
      if (sunset === undefined || sunsetAt(sunset) !== occasion.endsAt) return undefined;
      const { note, successor } = sunset;
      const dataset = addressOf(site, "v1/dataset");
      const further = (goesOn: string) => [
        ...(note === undefined ? [] : [note]),
        ...(successor === undefined ? [] : [goesOn, successor]),
      ];
      return {
        en: [
          `${title} is about to end`,
          `${title} ends on ${until}. From then on requests with your API key ${hint} (${id}) may get ` +
          "no answer.",
          ...further("It goes on at this address:"),
          "All of its data, with the digest of each file, is to be had at:",
          dataset,
        ],
        id: [
          `${title} akan berakhir`,
          `${title} berakhir pada ${until}. Sesudah itu permintaan dengan kunci API Anda ${hint} (${id}) ` +
          "mungkin tidak dijawab lagi.",
          ...further("Layanan penerusnya:"),
          "Seluruh datanya, dengan sidik setiap berkas, dapat diambil di:",
          dataset,
        ],
      };
    }
  }
}
