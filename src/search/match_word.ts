import { hanPieces, type SearchWord, spellingsOf } from "../model/search/search_words.ts";
import { findMistaken, findTerm, termLength, termsFrom } from "./find_terms.ts";
import type { SearchIndex } from "./search_index.ts";

/** How well names answer a word: the quality (0 to 1) with which each has it. */
export type NoteName = (name: number, quality: number) => void;

/** The best qualities: of the word itself, of another romanisation, of its beginning, and so on. */
const EXACT = 1;
const SPELLED_OTHERWISE = 0.95;
const BEGINNING = 0.6;
const WITHIN_RUN = 0.8;
const REWRITTEN = 0.85;
const MISTAKEN = 0.45;

/** Words this short have too many neighbours for a mistake to be told from another word. */
const SHORTEST_MISTAKEN = 5;

/** Notes the names that have a word, or begin one with it, in any romanisation. */
export function matchWord(
  index: SearchIndex,
  { text, isHan }: SearchWord,
  isBeginning: boolean,
  note: NoteName,
): void {
  spellingsOf(text).forEach((spelling, place) => {
    const best = place === 0 ? EXACT : SPELLED_OTHERWISE;
    if (isBeginning) matchBeginning(index, spelling, best, note);
    else matchTerm(index, findTerm(index, spelling), best, note);
  });
  if (isHan) matchPieces(index, text, note);
}

/** Notes the names that have a word with one typing mistake. */
export function matchMistaken(
  index: SearchIndex,
  { text, isHan }: SearchWord,
  note: NoteName,
): void {
  if (isHan || text.length < SHORTEST_MISTAKEN) return;
  for (const term of findMistaken(index, text)) matchTerm(index, term, MISTAKEN, note);
}

/** Notes the names that write two words as one. */
export function matchJoined(index: SearchIndex, text: string, note: NoteName): void {
  for (const spelling of spellingsOf(text)) matchBeginning(index, spelling, REWRITTEN, note);
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

function matchBeginning(index: SearchIndex, text: string, best: number, note: NoteName): void {
  const [from, until] = termsFrom(index, text);
  for (let term = from; term < until; term++) {
    const share = text.length / termLength(index, term);
    const quality = share === 1 ? best : best * (BEGINNING + (0.9 - BEGINNING) * share);
    matchTerm(index, term, quality, note);
  }
}

/** Notes the names that have a run of Chinese characters within a longer one. */
function matchPieces(index: SearchIndex, run: string, note: NoteName): void {
  const terms = hanPieces(run).map((piece) => findTerm(index, piece));
  if (terms.includes(-1)) return;
  const [first, ...others] = terms;
  matchTerm(index, first!, WITHIN_RUN, (name, quality) => {
    if (others.every((term) => hasPosting(index, term, name))) note(name, quality);
  });
}

function hasPosting({ postings, postingStarts }: SearchIndex, term: number, name: number): boolean {
  return postings.subarray(postingStarts[term], postingStarts[term + 1]).includes(name);
}
