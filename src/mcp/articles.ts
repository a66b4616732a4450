import type { Group } from "../catalog/catalog.ts";
import { listPresent } from "../catalog/phases.ts";
import { foldText } from "../model/fold_text.ts";
import type { NewsDetailItem } from "../model/item/publications.ts";
import type { NewsRow } from "../model/pack.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import type { Lookup } from "./lookup.ts";
import { shortened } from "./tool.ts";

/** An article that says what was looked for. */
export interface FoundArticle {
  readonly group: Group;
  readonly id: string;
  readonly title: string;
  readonly date: string;
  /** The sentence that says most of it. */
  readonly sentence: string;
}

const FOUND = 3;

/** In how many articles of each group words are looked for, the newest. */
export const SEARCHED = 200;

/** The articles whose texts have more than half of some words: those with most of them, then the newest. */
export function articlesWith(
  lookup: Lookup,
  groups: readonly Group[],
  words: readonly string[],
): readonly FoundArticle[] {
  const hits = new Map<ArticleText, number>();
  for (const group of groups) {
    const index = indexOf(lookup, group);
    for (const word of words) {
      for (const article of index.having(word)) hits.set(article, (hits.get(article) ?? 0) + 1);
    }
  }
  return [...hits].filter(([, count]) => count > words.length / 2)
    .sort(([one, count], [other, otherCount]) => otherCount - count || other.at - one.at)
    .slice(0, FOUND).map(([article]) => describe(article, words.map(sought)));
}

/** How far from a show or event an article about it is published at most. */
const NEAR_MS = 120 * DAY_MS;

/**
 * The articles that name something of a group: the newest; if it begins at an instant (epoch ms), those of
 * the days nearest to that.
 */
export function articlesNaming(
  lookup: Lookup,
  group: Group,
  title: string,
  start: number | undefined,
): readonly FoundArticle[] {
  const names = namesIn(title).map(plainWords);
  const index = indexOf(lookup, group);
  const distance = ({ at }: ArticleText) => Math.abs(at - (start ?? at));
  const found = names.flatMap((name) => index.naming(name))
    .filter((article) => distance(article) <= NEAR_MS)
    .sort((one, other) => distance(one) - distance(other) || other.at - one.at);
  return [...new Set(found)].slice(0, FOUND).map((article) => describe(article, names));
}

/** A title, and the names of several words that it has in quotes, in brackets, or beside them. */
function namesIn(title: string): string[] {
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  return [title, ...parts].filter((name) => /[\p{L}\p{N}]/u.test(name));
}

/** The words of a text, folded, each between spaces. */
function plainWords(text: string): string {
  return ` ${foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}

/** What a word is in {@linkcode plainWords}: it may have an ending; scripts without spaces have it within others. */
function sought(word: string): string {
  if (!/^[\p{Script=Latin}\p{N}]/u.test(word)) return word;
  return word.length < 3 ? ` ${word} ` : ` ${word}`;
}

/** An article, and its text sentence by sentence, the title first. */
interface ArticleText extends Omit<FoundArticle, "sentence"> {
  /** Its publication, epoch ms. */
  readonly at: number;
  readonly sentences: readonly string[];
  /** The {@linkcode plainWords} of each. */
  readonly plain: readonly string[];
}

/** The words of the newest articles of a group that are published at an instant. */
class ArticleIndex {
  readonly #byWord = new Map<string, ArticleText[]>();
  readonly #words: readonly string[];

  constructor(
    articles: readonly ArticleText[],
    readonly madeAt: number,
    readonly validUntil: number,
  ) {
    for (const article of articles) {
      for (const word of article.plain.join("").split(" ")) {
        const known = this.#byWord.get(word);
        if (known === undefined) this.#byWord.set(word, [article]);
        else if (known.at(-1) !== article) known.push(article);
      }
    }
    this.#byWord.delete("");
    this.#words = [...this.#byWord.keys()].sort();
  }

  having(word: string): ReadonlySet<ArticleText> {
    const found = new Set<ArticleText>();
    for (const known of this.#wordsLike(word)) {
      for (const article of this.#byWord.get(known) ?? []) found.add(article);
    }
    return found;
  }

  #wordsLike(word: string): readonly string[] {
    const wanted = sought(word);
    if (!wanted.startsWith(" ")) return this.#words.filter((known) => known.includes(word));
    if (wanted.endsWith(" ")) return [word];
    let [from, until] = [0, this.#words.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      if (this.#words[middle]! < word) from = middle + 1;
      else until = middle;
    }
    while (this.#words[until]?.startsWith(word)) until++;
    return this.#words.slice(from, until);
  }

  /** The articles that have the words of a name one after the other. */
  naming(name: string): readonly ArticleText[] {
    const lists = name.trim().split(" ").map((word) => this.#byWord.get(word) ?? []);
    const [rarest = []] = lists.sort((one, other) => one.length - other.length);
    return rarest.filter(({ plain }) => plain.some((sentence) => sentence.includes(name)));
  }
}

/** The indexes of groups, as long as their content is served: about 1 MB each where there are 200 long articles. */
const indexes = new WeakMap<Group, ArticleIndex>();

function indexOf(lookup: Lookup, group: Group): ArticleIndex {
  const { now } = lookup;
  let index = indexes.get(group);
  if (index === undefined || now < index.madeAt || now >= index.validUntil) {
    const { rows, validUntil } = listPresent(group.table("news"), now);
    const articles = rows.slice(0, SEARCHED).map((row) => textOf(lookup, group, row));
    indexes.set(group, index = new ArticleIndex(articles, now, validUntil));
  }
  lookup.holdUntil(index.validUntil);
  return index;
}

function textOf(lookup: Lookup, group: Group, row: NewsRow): ArticleText {
  const { title, date, content_text, published_at } = readArticle(lookup, row);
  const sentences = [title, ...content_text.split(/(?<=[.!?]["”)]?)\s+|(?<=[。！？])|\n+/)];
  return {
    group,
    id: row.id,
    title,
    date,
    sentences,
    at: Date.parse(published_at),
    plain: sentences.map(plainWords),
  };
}

/** Reads an article whole. */
export function readArticle(lookup: Lookup, row: NewsRow): NewsDetailItem {
  return lookup.read<NewsDetailItem>({ id: row.id, open: row.detail });
}

/** An article, and the sentence behind its title that has most of some texts, or else the first. */
function describe(
  { group, id, title, date, sentences, plain }: ArticleText,
  texts: readonly string[],
): FoundArticle {
  let [best, most] = [1, 0];
  plain.forEach((sentence, place) => {
    const hits = place === 0 ? 0 : texts.filter((text) => sentence.includes(text)).length;
    if (hits > most) [best, most] = [place, hits];
  });
  return { group, id, title, date, sentence: shortened(sentences[best] ?? "") };
}
