import type { SearchWord } from "../model/search/search_words.ts";
import {
  findTerm,
  matchJoined,
  matchTypos,
  matchWord,
  type NoteName,
  termsFrom,
} from "./match_words.ts";
import type { SearchIndex } from "./search_index.ts";

/**
 * How forgivingly names are looked at: `exact` and `fuzzy` find those that have all words, `partial`
 * those that have one, words with a typo included.
 */
type Fuzziness = "exact" | "fuzzy" | "partial";

/** How well each name of an index answers the words; reused from one search to the next. */
export class NameScores {
  /** The names that have had one of the words, each once. */
  readonly touched: number[] = [];
  readonly #hits: Uint8Array;
  readonly #lastWord: Uint8Array;
  readonly #lastQuality: Float32Array;
  readonly #sums: Float32Array;
  #words = 0;

  constructor(readonly index: SearchIndex) {
    const names = index.nameWords.length;
    this.#hits = new Uint8Array(names);
    this.#lastWord = new Uint8Array(names);
    this.#lastQuality = new Float32Array(names);
    this.#sums = new Float32Array(names);
  }

  /** Looks for the words; {@linkcode touched} and scores are of them from then on. */
  match(words: readonly SearchWord[], fuzziness: Fuzziness): void {
    this.#clear();
    this.#words = words.length;
    rarestFirst(this.index, words).forEach((at, before) => {
      const note: NoteName = fuzziness === "partial"
        ? (name, quality) => this.#note(name, at + 1, quality)
        : (name, quality) => this.#noteIfAll(name, at + 1, quality, before);
      matchWord(this.index, words[at]!, isPrefix(words, at), note);
      if (fuzziness !== "exact") this.#matchTypos(words, at, note);
    });
  }

  #matchTypos(words: readonly SearchWord[], at: number, note: NoteName): void {
    const word = words[at]!;
    matchTypos(this.index, word, note);
    const [before, after] = [words[at - 1], words[at + 1]];
    if (before !== undefined) matchJoined(this.index, before.text + word.text, note);
    if (after !== undefined) matchJoined(this.index, word.text + after.text, note);
  }

  /** How many of the words a name has. */
  hits(name: number): number {
    return this.#hits[name]!;
  }

  /** From 0 to 1: how well a name has the words, and how much of it they are. */
  score(name: number): number {
    const hits = this.#hits[name]!;
    const coverage = Math.min(1, hits / this.index.nameWords[name]!);
    return 0.7 * this.#sums[name]! / this.#words + 0.3 * coverage;
  }

  #clear(): void {
    for (const name of this.touched) this.#hits[name] = this.#lastWord[name] = this.#sums[name] = 0;
    this.touched.length = 0;
  }

  /** Leaves out what had not all of the words before. */
  #noteIfAll(name: number, word: number, quality: number, before: number): void {
    const hits = this.#hits[name]!;
    if (hits === before || hits === before + 1 && this.#lastWord[name] === word) {
      this.#note(name, word, quality);
    }
  }

  /** A name counts each word once, as well as it has it. */
  #note(name: number, word: number, quality: number): void {
    if (this.#lastWord[name] === word) {
      const better = quality - this.#lastQuality[name]!;
      if (better <= 0) return;
      this.#sums[name]! += better;
    } else {
      if (this.#hits[name] === 0) this.touched.push(name);
      this.#lastWord[name] = word;
      this.#hits[name]!++;
      this.#sums[name]! += quality;
    }
    this.#lastQuality[name] = quality;
  }
}

/** The shortest word that may be the prefix of a longer one if others follow it. */
const MIN_PREFIX_LENGTH = 3;

/** The last word may be one that is being typed. */
function isPrefix(words: readonly SearchWord[], at: number): boolean {
  const { text, isHan } = words[at]!;
  return at === words.length - 1 || isHan || text.length >= MIN_PREFIX_LENGTH;
}

/** Places of the words, that which the fewest names have first. */
function rarestFirst(index: SearchIndex, words: readonly SearchWord[]): number[] {
  const { postingStarts } = index;
  const counts = words.map(({ text }) => {
    const [from, until] = termsFrom(index, text);
    return postingStarts[until]! - postingStarts[from]!;
  });
  return [...words.keys()].sort((one, other) => counts[one]! - counts[other]!);
}

/** The words; one that no name has is taken for two that were written together. */
export function splitWords(
  indexes: readonly SearchIndex[],
  words: readonly SearchWord[],
): SearchWord[] {
  return words.flatMap((word) => splitWord(indexes, word));
}

const MIN_PART_LENGTH = 2;

function splitWord(indexes: readonly SearchIndex[], word: SearchWord): SearchWord[] {
  const { text, isHan } = word;
  if (isHan || indexes.some((index) => findTerm(index, text) >= 0)) return [word];
  for (let at = MIN_PART_LENGTH; at <= text.length - MIN_PART_LENGTH; at++) {
    const parts = [text.slice(0, at), text.slice(at)];
    const isKnown = indexes.some((index) => parts.every((part) => findTerm(index, part) >= 0));
    if (isKnown) return parts.map((part) => ({ text: part, isHan }));
  }
  return [word];
}
