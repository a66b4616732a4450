import { foldText } from "../../model/fold_text.ts";
import { romajiKey, romajiOf } from "./romaji.ts";

/** A word as search compares it: folded, kana in Latin letters. */
export interface Word {
  readonly text: string;
  /** A run of Chinese characters, which holds words that nothing divides. */
  readonly isHan: boolean;
  /** Itself, and how it is spelled where all romanisations are one. */
  readonly spellings: readonly string[];
}

const HAN = "[\\p{Script=Han}々〆]+";
const HIRAGANA = "\\p{Script=Hiragana}[\\p{Script=Hiragana}ー]*";
const KATAKANA = "\\p{Script=Katakana}[\\p{Script=Katakana}ー]*";
const LETTERS =
  "(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々〆ー])[\\p{L}\\p{M}\\p{N}])+";
const TOKEN = new RegExp(`(${HAN})|(${HIRAGANA}|${KATAKANA})|${LETTERS}`, "gu");

/** The words of a text, in order. */
export function wordsOf(text: string): readonly Word[] {
  return [...foldText(text).matchAll(TOKEN)]
    .map(([whole, han, kana]) => wordOf(kana ? romajiOf(kana) : whole, han !== undefined))
    .filter(({ text }) => text !== "");
}

function wordOf(text: string, isHan: boolean): Word {
  const key = isHan ? undefined : romajiKey(text);
  return { text, isHan, spellings: key === undefined || key === text ? [text] : [text, key] };
}

/** Neighbours as one word, as people may write them: family name and given name, `ka yan` and `kayan`. */
export function joinedWords(words: readonly Word[]): readonly Word[] {
  return words.slice(1).flatMap(({ text, isHan }, index) => {
    const before = words[index]!;
    return before.isHan === isHan ? [wordOf(before.text + text, isHan)] : [];
  });
}
