/**
 * This room has what pages of groups say, in each language that they speak.
 *
 * @module
 */

import { ENGLISH, type PageWords } from "./english.ts";
import { INDONESIAN } from "./indonesian.ts";

/** What the pages of a group say whose language is `tag` (BCP 47); in English if that is not known. */
export function wordsOf(tag: string): PageWords {
  return /^(?:id|in|ind)(?![a-z])/i.test(tag) ? INDONESIAN : ENGLISH;
}

export type { PageWords } from "./english.ts";

/** The languages that pages speak. */
export const ALL_WORDS: readonly PageWords[] = [ENGLISH, INDONESIAN];

/** What a word of content is called: `offair` is "Appearance (off air)". */
export function choiceWord({ choices }: PageWords, word: string): string {
  const known: Readonly<Record<string, string>> = choices;
  return Object.hasOwn(known, word) ? known[word]! : word;
}

/** The same where it begins no sentence: `off air`, but `EP`. */
export function innerChoice(words: PageWords, word: string): string {
  const name = choiceWord(words, word);
  return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
