import { MIN_TYPO_LENGTH } from "../model/search/search_layout.ts";
import { hanBigrams, type SearchWord, spellingsOf } from "../model/search/search_words.ts";
import { findTerm, findTypos, termLength, termsFrom } from "./find_terms.ts";
import type { SearchIndex } from "./search_index.ts";

/** How well names answer a word: the quality (0 to 1) with which each has it. */
export type NoteName = (name: number, quality: number) => void;

/** The best qualities: of the word itself, of another romanisation, of a prefix of it, and so on. */
const EXACT = 1;
const SPELLED_OTHERWISE = 0.95;
const PREFIX = 0.6;
const WITHIN_RUN = 0.8;
const REWRITTEN = 0.85;
const TYPO = 0.45;

/** Notes the names that have a word, or begin one with it, in any romanisation. */
export function matchWord(
  index: SearchIndex,
  { text, isHan }: SearchWord,
  isPrefix: boolean,
  note: NoteName,
): void {
  spellingsOf(text).forEach((spelling, place) => {
    const best = place === 0 ? EXACT : SPELLED_OTHERWISE;
    if (isPrefix) matchPrefix(index, spelling, best, note);
    else matchTerm(index, findTerm(index, spelling), best, note);
  });
  if (isHan) matchBigrams(index, text, note);
}

/** Notes the names that have a word with one typo. */
export function matchTypos(
  index: SearchIndex,
  { text, isHan }: SearchWord,
  note: NoteName,
): void {
  if (isHan || text.length < MIN_TYPO_LENGTH) return;
  for (const term of findTypos(index, text)) matchTerm(index, term, TYPO, note);
}

/** Notes the names that write two words as one. */
export function matchJoined(index: SearchIndex, text: string, note: NoteName): void {
  for (const spelling of spellingsOf(text)) matchPrefix(index, spelling, REWRITTEN, note);
}

function matchTerm(
  { postings, postingStarts }: SearchIndex,
  term: number,
  quality: number,
  note: NoteName,
): void {
  if (term < 0) return;
  for (let at = postingStarts[term]!; at < postingStarts[term + 1]!; at++) {
    note(postings[at]!, quality);
  }
}

function matchPrefix(index: SearchIndex, text: string, best: number, note: NoteName): void {
  const [from, until] = termsFrom(index, text);
  for (let term = from; term < until; term++) {
    const share = text.length / termLength(index, term);
    const quality = share === 1 ? best : best * (PREFIX + (0.9 - PREFIX) * share);
    matchTerm(index, term, quality, note);
  }
}

/** Notes the names that have a run of Chinese characters within a longer one. */
function matchBigrams(index: SearchIndex, run: string, note: NoteName): void {
  const terms = hanBigrams(run).map((bigram) => findTerm(index, bigram));
  if (terms.includes(-1)) return;
  const [first, ...others] = terms;
  matchTerm(index, first!, WITHIN_RUN, (name, quality) => {
    if (others.every((term) => hasPosting(index, term, name))) note(name, quality);
  });
}

function hasPosting({ postings, postingStarts }: SearchIndex, term: number, name: number): boolean {
  return postings.subarray(postingStarts[term], postingStarts[term + 1]).includes(name);
}
