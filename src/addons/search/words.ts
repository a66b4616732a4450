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

interface Token {
  readonly text: string;
  readonly isHan: boolean;
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

/** The words of a text, in order. */
export function wordsOf(text: string): readonly Word[] {
  const folded = foldText(text);
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
  ).map(({ text, isHan }) => wordOf(text, isHan));
}

function wordOf(text: string, isHan: boolean): Word {
  const key = isHan ? undefined : romajiKey(text);
  return { text, isHan, spellings: key === undefined || key === text ? [text] : [text, key] };
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

/** Neighbours as one word, as people may write them: family name and given name, `ka yan` and `kayan`. */
export function joinedWords(words: readonly Word[]): readonly Word[] {
  return words.slice(1).flatMap(({ text, isHan }, index) => {
    const before = words[index]!;
    return before.isHan === isHan ? [wordOf(before.text + text, isHan)] : [];
  });
}
