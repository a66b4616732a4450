import { foldText } from "../../model/fold_text.ts";
import type { ArticleText } from "./things.ts";

/** A sentence that is longer is cut at a word. */
const MAX_SENTENCE = 200;

/** The words of a text, folded, each between spaces. */
function plainWords(text: string): string {
  return ` ${foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}

/** An article, with its title and text as {@linkcode plainWords}. */
export interface IndexedArticle extends ArticleText {
  readonly words: string;
}

/** Makes an article ready to be searched. */
export function indexedArticle(article: ArticleText): IndexedArticle {
  return { ...article, words: plainWords(`${article.thing.title}\n${article.text}`) };
}

/**
 * The words of a search as {@linkcode plainWords} of an article have them: a word may have an ending, a
 * short one is whole; scripts without spaces have it within others.
 */
export function soughtWords(text: string): readonly string[] {
  return [...new Set(plainWords(text).trim().split(" "))].map((word) => {
    if (!/^[\p{Script=Latin}\p{N}]/u.test(word)) return word;
    return word.length < 3 ? ` ${word} ` : ` ${word}`;
  });
}

/** An article, and how many of some parts of a text it has. */
export interface ArticleHit {
  readonly article: IndexedArticle;
  readonly parts: number;
}

/** The articles that have `least` of some parts of {@linkcode plainWords} or more. */
export function articlesWith(
  articles: readonly IndexedArticle[],
  parts: readonly string[],
  least: number,
): readonly ArticleHit[] {
  return articles.flatMap((article) => {
    const count = countIn(article.words, parts, least);
    return count > 0 && count >= least ? [{ article, parts: count }] : [];
  });
}

/** The sentences of a text; each line is one at least. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]["”)]?)\s+|(?<=[。！？])|\n+/);
}

/** The sentence of a text that has most of some parts, the first of these; undefined: none has any. */
export function sentenceWith(text: string, parts: readonly string[]): string | undefined {
  const sentences = sentencesOf(text);
  const counts = sentences.map((sentence) => countIn(plainWords(sentence), parts));
  const most = Math.max(...counts);
  if (most === 0) return undefined;
  const best = sentences[counts.indexOf(most)]!.trim();
  if (best.length <= MAX_SENTENCE) return best;
  return `${best.slice(0, MAX_SENTENCE).replace(/\s+\S*$/, "")}…`;
}

/** How many of some parts a text has; it is not read to its end if it can no longer have `least`. */
function countIn(words: string, parts: readonly string[], least = 0): number {
  let count = 0;
  for (const [at, part] of parts.entries()) {
    if (count + parts.length - at < least) return 0;
    if (words.includes(part)) count++;
  }
  return count;
}
