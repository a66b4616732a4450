import { isOneEditAway } from "./one_edit.ts";
import type { SearchIndex } from "./search_index.ts";

/** Terms from one place to before another. */
export type TermRange = readonly [from: number, until: number];

/** The term that is this text; -1: there is none. */
export function findTerm(index: SearchIndex, text: string): number {
  const place = firstFrom(index, text);
  return place < termCount(index) && compareTerm(index, place, text) === 0 ? place : -1;
}

/** The terms that begin with this text, itself included. */
export function termsFrom(index: SearchIndex, text: string): TermRange {
  return [firstFrom(index, text), firstFrom(index, `${text}\uffff`)];
}

/** The letters of a term. */
export function termLength({ termStarts }: SearchIndex, term: number): number {
  return termStarts[term + 1]! - termStarts[term]!;
}

/**
 * The terms that are this text but for one letter too many, too few, another, or two that changed places.
 * One typo leaves either the first letters or the last ones as they are, so that it is enough to look
 * at the terms that share these.
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
  for (let place = firstEnding(index, ending); place < backwards.length; place++) {
    const term = backwards[place]!;
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
  return lowest(backwards.length, (place) => compareEnding(index, backwards[place]!, ending) >= 0);
}

/** The lowest number for which something holds that holds for all above it too. */
function lowest(end: number, holds: (place: number) => boolean): number {
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
