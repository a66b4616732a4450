import type { SearchIndex } from "./search_index.ts";
import { MIN_TYPO_LENGTH } from "../model/pack.ts";
import { hanBigrams, type SearchWord, spellingsOf } from "../model/search/search_words.ts";

/** Whether one typo makes the text of the term: optimal string alignment of 1. */
function isOneEditAway(
  { terms, termStarts }: SearchIndex,
  term: number,
  text: string,
): boolean {
  const start = termStarts[term]!;
  const length = termStarts[term + 1]! - start;
  const longer = length - text.length;
  if (longer > 1 || longer < -1) return false;
  let at = 0;
  while (at < length && at < text.length && terms[start + at] === text.charCodeAt(at)) at++;
  const isSame = (from: number, textFrom: number) => {
    for (let rest = from; rest < length; rest++) {
      if (terms[start + rest] !== text.charCodeAt(textFrom + rest - from)) return false;
    }
    return true;
  };
  if (longer === 1) return isSame(at + 1, at);
  if (longer === -1) return isSame(at, at + 1);
  return at === length || isSame(at + 1, at + 1) || isSwapped(at) && isSame(at + 2, at + 2);

  function isSwapped(first: number): boolean {
    return terms[start + first] === text.charCodeAt(first + 1) &&
      terms[start + first + 1] === text.charCodeAt(first);
  }
}

/** Terms from one number to before another. */
type TermRange = readonly [from: number, until: number];

/** The term that is this text; -1: there is none. */
export function findTerm(index: SearchIndex, text: string): number {
  const term = firstFrom(index, text);
  return term < termCount(index) && compareTerm(index, term, text) === 0 ? term : -1;
}

/** The terms that begin with this text, itself included. */
export function termsFrom(index: SearchIndex, text: string): TermRange {
  return [firstFrom(index, text), firstFrom(index, `${text}\uffff`)];
}

/**
 * The terms that are this text but for one letter too many, too few, another, or two that changed places.
 * One typo leaves either the first letters or the last ones as they are, so that it is enough to
 * compare the terms that share these.
 */
export function findTypos(index: SearchIndex, text: string): number[] {
  const shared = Math.floor((text.length - 1) / 2);
  const found = new Set<number>();
  const [from, until] = termsFrom(index, text.slice(0, shared));
  for (let term = from; term < until; term++) {
    if (isOneEditAway(index, term, text)) found.add(term);
  }
  const { backwards } = index;
  const ending = text.slice(-shared);
  for (let at = firstEnding(index, ending); at < backwards.length; at++) {
    const term = backwards[at]!;
    if (compareEnding(index, term, ending) !== 0) break;
    if (isOneEditAway(index, term, text)) found.add(term);
  }
  return [...found];
}

function termCount({ termStarts }: SearchIndex): number {
  return termStarts.length - 1;
}

/** The first term that is not before this text. */
function firstFrom(index: SearchIndex, text: string): number {
  return lowest(termCount(index), (term) => compareTerm(index, term, text) >= 0);
}

function firstEnding(index: SearchIndex, ending: string): number {
  const { backwards } = index;
  return lowest(backwards.length, (at) => compareEnding(index, backwards[at]!, ending) >= 0);
}

/** The lowest number for which something holds that holds for all above it too. */
function lowest(end: number, holds: (number: number) => boolean): number {
  let [from, until] = [0, end];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (holds(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}

function compareTerm({ terms, termStarts }: SearchIndex, term: number, text: string): number {
  const start = termStarts[term]!;
  const length = termStarts[term + 1]! - start;
  const common = Math.min(length, text.length);
  for (let at = 0; at < common; at++) {
    const difference = terms[start + at]! - text.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return length - text.length;
}

/** Compares the end of a term with a text, both read backwards; 0: the term ends with it. */
function compareEnding({ terms, termStarts }: SearchIndex, term: number, ending: string): number {
  const start = termStarts[term]!;
  const end = termStarts[term + 1]!;
  for (let back = 1; back <= ending.length; back++) {
    if (end - back < start) return -1;
    const difference = terms[end - back]! - ending.charCodeAt(ending.length - back);
    if (difference !== 0) return difference;
  }
  return 0;
}

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
  spellingsOf(text).forEach((spelling, at) => {
    const best = at === 0 ? EXACT : SPELLED_OTHERWISE;
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
    const share = text.length / (index.termStarts[term + 1]! - index.termStarts[term]!);
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
