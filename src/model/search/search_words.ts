/**
 * This room takes texts apart into the words under which they are found.
 *
 * @module
 */

import { foldText } from "../fold_text.ts";
import { romajiKey, romajiOf } from "./romaji.ts";

/** A word of a text as search compares it: folded, kana in Latin letters. */
export interface SearchWord {
  readonly text: string;
  /** A run of Chinese characters, which holds words that nothing divides. */
  readonly isHan: boolean;
}

/** What a name is found by. */
interface IndexedName {
  readonly terms: ReadonlySet<string>;
  readonly words: number;
}

/** Begins the terms that are one or two characters from within a run of Chinese characters. */
const NGRAM = "\u0001";

interface Token extends SearchWord {
  readonly isKana: boolean;
  readonly length: number;
  /** What stands between it and the token before. */
  readonly gap: string;
}

const HAN = "[\\p{Script=Han}々〆]+";
const HIRAGANA = "\\p{Script=Hiragana}[\\p{Script=Hiragana}ー]*";
const KATAKANA = "\\p{Script=Katakana}[\\p{Script=Katakana}ー]*";
const LETTERS =
  "(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々〆ー])[\\p{L}\\p{M}\\p{N}])+";
const TOKEN = new RegExp(`(${HAN})|(${HIRAGANA}|${KATAKANA})|${LETTERS}`, "gu");
const APOSTROPHES = /['’‘ʼ`]/g;

/** The words of a text, in order. */
export function searchWords(text: string): SearchWord[] {
  return tokensOf(text).map(({ text, isHan }) => ({ text, isHan }));
}

/**
 * The terms of a name: its words, other spellings of them, and words that it writes together. `spell` is
 * {@linkcode spellingsOf}, or remembers what that has said.
 */
export function searchTerms(
  name: string,
  spell: (word: string) => readonly string[] = spellingsOf,
): IndexedName {
  const tokens = tokensOf(name);
  const terms = new Set<string>();
  for (const { text, isHan } of tokens) {
    for (const term of isHan ? hanTerms(text) : spell(text)) terms.add(term);
  }
  for (const joined of joinedWords(tokens)) {
    for (const term of spell(joined)) terms.add(term);
  }
  for (const joined of joinedRuns(tokens)) {
    for (const term of hanTerms(joined)) terms.add(term);
  }
  return { terms, words: new Set(tokens.map(({ text }) => text)).size };
}

/** A word, and how it is spelled where all romanisations are one. */
export function spellingsOf(word: string): string[] {
  const key = romajiKey(word);
  return key === undefined || key === word ? [word] : [word, key];
}

/** The terms that a name has all of if it has this run within a longer one. */
export function hanBigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters.map((character) => NGRAM + character);
  return characters.slice(1).map((character, index) => NGRAM + characters[index] + character);
}

function hanTerms(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  const single = characters.map((character) => NGRAM + character);
  return [run, ...single, ...(characters.length > 2 ? hanBigrams(run) : [])];
}

function tokensOf(text: string): Token[] {
  const folded = foldText(text).replace(APOSTROPHES, "");
  const tokens: Token[] = [];
  let end = 0;
  for (const match of folded.matchAll(TOKEN)) {
    const [whole, han, kana] = match;
    tokens.push({
      text: kana === undefined ? whole : romajiOf(kana),
      isHan: han !== undefined,
      isKana: kana !== undefined,
      length: whole.length,
      gap: folded.slice(end, match.index),
    });
    end = match.index + whole.length;
  }
  return tokens.filter((token, index) =>
    token.text !== "" && !isParticle(token, tokens[index - 1], tokens[index + 1])
  );
}

/** A single kana that is written together with others is an ending or a particle. */
function isParticle(
  { isKana, length, gap }: Token,
  before: Token | undefined,
  after: Token | undefined,
): boolean {
  if (!isKana || length > 1) return false;
  return isJapanese(before) && gap === "" || isJapanese(after) && after?.gap === "";
}

function isJapanese(token: Token | undefined): boolean {
  return token !== undefined && (token.isHan || token.isKana);
}

/** What is written together, or with hyphens, as one word. */
function joinedWords(tokens: readonly Token[]): string[] {
  const joined: string[] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 1) joined.push(run.join(""));
    run = [];
  };
  for (const { text, isHan, gap } of tokens) {
    if (isHan || !(gap === "" || gap === "-")) end();
    if (!isHan) run.push(text);
  }
  end();
  return joined;
}

/** Chinese characters with a space between them, as family name and given name have, as one run. */
function joinedRuns(tokens: readonly Token[]): string[] {
  return tokens.slice(1).flatMap(({ text, isHan, gap }, index) => {
    const before = tokens[index]!;
    return isHan && before.isHan && /^[\s・]*$/.test(gap) ? [before.text + text] : [];
  });
}
