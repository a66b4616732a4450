import type { LetterLanguage } from "../../access/records/key_store.ts";
import { ENGLISH, type KeyWords } from "./words_en.ts";
import { INDONESIAN } from "./words_id.ts";

const WORDS: Readonly<Record<LetterLanguage, KeyWords>> = { en: ENGLISH, id: INDONESIAN };

/** The words of a language that was chosen; else of the one that the browser prefers. */
export function wordsFor(chosen: string | undefined, headers: Headers): KeyWords {
  if (chosen === "en" || chosen === "id") return WORDS[chosen];
  const first = headers.get("accept-language")?.trim().slice(0, 2).toLowerCase();
  return first === "id" || first === "in" ? WORDS.id : WORDS.en;
}
