import type { Group } from "../catalog/catalog.ts";
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
  /** The day of publication. */
  readonly date: string;
  /** The sentence that says most of it. */
  readonly sentence: string;
}

/** How many articles are found, and in how many of each group, the newest. */
const FOUND = 3;
const SEARCHED = 200;

/** How much of what is looked for a text has, if it is {@linkcode plainWords}. */
type Hits = (text: string) => number;

/** The articles whose texts have more than half of some words: those with most of them, then the newest. */
export function articlesWith(
  lookup: Lookup,
  groups: readonly Group[],
  words: readonly string[],
): readonly FoundArticle[] {
  // A word may have an ending; scripts without spaces have words within others.
  const sought = words.map((word) => /^[\p{Script=Latin}\p{N}]/u.test(word) ? ` ${word}` : word);
  const hits: Hits = (text) => sought.filter((word) => text.includes(word)).length;
  return groups.flatMap((group) => textsOf(lookup, group))
    .map((one) => ({ ...one, hits: hits(one.text) }))
    .filter((one) => one.hits > words.length / 2)
    .sort((one, other) => other.hits - one.hits || other.at - one.at)
    .slice(0, FOUND).map((one) => describe(lookup, one, hits));
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
  const hits: Hits = (text) => names.filter((name) => text.includes(name)).length;
  const distance = (at: number) => start === undefined ? 0 : Math.abs(at - start);
  const found = textsOf(lookup, group)
    .filter(({ text, at }) => distance(at) <= NEAR_MS && hits(text) > 0)
    .sort((one, other) => distance(one.at) - distance(other.at));
  return found.slice(0, FOUND).map((one) => describe(lookup, one, hits));
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

/** What is looked through of an article. */
interface ArticleText {
  readonly text: string;
  /** Its publication, epoch ms. */
  readonly at: number;
}

/** The texts of articles, as long as their content is served. */
const texts = new WeakMap<NewsRow, ArticleText>();

function textsOf(lookup: Lookup, group: Group) {
  return lookup.list(group.table("news")).slice(0, SEARCHED).map((row) => {
    let known = texts.get(row);
    if (known === undefined) {
      const { title, content_text, published_at } = readArticle(lookup, row);
      known = { text: plainWords(`${title} ${content_text}`), at: Date.parse(published_at) };
      texts.set(row, known);
    }
    return { group, row, ...known };
  });
}

/** Reads an article whole. */
export function readArticle(lookup: Lookup, row: NewsRow): NewsDetailItem {
  return lookup.read<NewsDetailItem>({ id: row.id, open: row.detail });
}

function describe(
  lookup: Lookup,
  { group, row }: { readonly group: Group; readonly row: NewsRow },
  hits: Hits,
): FoundArticle {
  const { title, date, content_text } = readArticle(lookup, row);
  const sentences = content_text.split(/(?<=[.!?]["”)]?)\s+|(?<=[。！？])|\n+/);
  const [best = ""] = sentences.map((sentence) => ({ sentence, hits: hits(plainWords(sentence)) }))
    .sort((one, other) => other.hits - one.hits).map(({ sentence }) => sentence);
  return { group, id: row.id, title, date, sentence: shortened(best) };
}
