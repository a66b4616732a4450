import type { ThingName } from "./things.ts";
import { joinedWords, type Word, wordsOf } from "./words.ts";

interface IndexedName {
  readonly text: string;
  /** How many different words it has. */
  readonly words: number;
  readonly things: ThingName[];
}

/** A name that has some of the words of a search. */
export interface NameHit {
  readonly name: IndexedName;
  /** How many of the words it has. */
  readonly words: number;
  /** From 0 to 1: how well it has them, and how much of it they are. */
  readonly score: number;
}

/** Whether a typo in a word is forgiven, and two words for what a name writes as one. */
type Leniency = "exact" | "lenient";

/** How well a term answers a word: itself, another romanisation, two words as one, and so on. */
const SPELLED_OTHERWISE = 0.95;
const JOINED = 0.85;
const WITHIN_RUN = 0.8;
const PREFIX = 0.6;
const TYPO = 0.45;

/** The shortest word in which a typo is looked for: shorter ones have too many neighbours. */
const MIN_TYPO_LENGTH = 5;

/** The names of things by their words. A search looks at every word once: 5,000 take 1 ms. */
export class NameIndex {
  readonly #names = new Map<string, IndexedName>();
  /** The names that have a term, and how well they have it. */
  readonly #terms = new Map<string, Map<IndexedName, number>>();

  add(thing: ThingName): void {
    let name = this.#names.get(thing.text);
    if (name === undefined) {
      const words = wordsOf(thing.text);
      const count = new Set(words.map(({ text }) => text)).size;
      this.#names.set(thing.text, name = { text: thing.text, words: count, things: [] });
      for (const word of words) this.#addTerms(name, word, 1);
      const joined = thing.isWhole ? [] : joinedWords(words);
      for (const word of joined) this.#addTerms(name, word, word.isHan ? 1 : JOINED);
    }
    name.things.push(thing);
  }

  #addTerms(name: IndexedName, word: Word, quality: number): void {
    for (const term of word.spellings) {
      let names = this.#terms.get(term);
      if (names === undefined) this.#terms.set(term, names = new Map());
      names.set(name, Math.max(quality, names.get(name) ?? 0));
    }
  }

  /** The names that have one of the words or more. */
  find(words: readonly Word[], leniency: Leniency): readonly NameHit[] {
    const sums = new Map<IndexedName, { words: number; quality: number }>();
    words.forEach((word, at) => {
      const qualities = new Map<IndexedName, number>();
      this.#rate(qualities, (term) => fitOf(term, word, leniency));
      const joined = leniency === "exact"
        ? []
        : joinedWords(words.slice(Math.max(0, at - 1), at + 2));
      for (const both of joined) {
        this.#rate(qualities, (term) => JOINED * fitOf(term, both, "exact"));
      }
      for (const [name, quality] of qualities) {
        const sum = sums.get(name) ?? { words: 0, quality: 0 };
        sums.set(name, { words: sum.words + 1, quality: sum.quality + quality });
      }
    });
    return [...sums].map(([name, sum]) => {
      const coverage = Math.min(1, sum.words / name.words);
      const score = 0.7 * sum.quality / words.length + 0.3 * coverage;
      return { name, words: sum.words, score };
    });
  }

  #rate(qualities: Map<IndexedName, number>, fit: (term: string) => number): void {
    for (const [term, names] of this.#terms) {
      const termFit = fit(term);
      if (termFit === 0) continue;
      for (const [name, quality] of names) {
        if (termFit * quality > (qualities.get(name) ?? 0)) qualities.set(name, termFit * quality);
      }
    }
  }
}

/** How well a term answers a word, from 0 to 1; 0: not at all. */
function fitOf(
  term: string,
  { text, isHan, spellings }: Word,
  leniency: Leniency,
): number {
  for (const spelling of spellings) {
    if (!term.startsWith(spelling)) continue;
    const share = spelling.length / term.length;
    const best = spelling === text ? 1 : SPELLED_OTHERWISE;
    if (share === 1) return best;
    return best * (PREFIX + (0.9 - PREFIX) * share);
  }
  if (isHan) return term.includes(text) ? WITHIN_RUN : 0;
  return leniency === "lenient" && text.length >= MIN_TYPO_LENGTH && isOneEditAway(term, text)
    ? TYPO
    : 0;
}

/** Whether one letter too many, too few, another, or two that changed places make one text of the other. */
function isOneEditAway(one: string, other: string): boolean {
  const longer = one.length - other.length;
  if (longer > 1 || longer < -1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = (from: number, otherFrom: number) => one.slice(from) === other.slice(otherFrom);
  if (longer === 1) return rest(at + 1, at);
  if (longer === -1) return rest(at, at + 1);
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at];
  return rest(at + 1, at + 1) || isSwapped && rest(at + 2, at + 2);
}
