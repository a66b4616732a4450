import { type ArticleMatch, searchArticles } from "../addons/search/searching.ts";
import type { Group } from "../catalog/catalog.ts";
import { findByAddress } from "../catalog/phases.ts";
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

/** The articles that have more than half of a text's words: those with most of them, then the newest. */
export async function articlesWith(
  lookup: Lookup,
  groups: readonly Group[],
  text: string,
): Promise<readonly FoundArticle[]> {
  const { ctx: { catalog }, now } = lookup;
  const { articles, validUntil } = await searchArticles(catalog, groups, { text, now });
  lookup.holdUntil(validUntil);
  return articles.slice(0, FOUND).map((article) => describe(lookup, article));
}

/** How far from a show or event an article about it is published at most. */
const NEAR_MS = 120 * DAY_MS;

/**
 * The articles that name something of a group: the newest; if it begins at an instant (epoch ms), those of
 * the days nearest to that.
 */
export async function articlesNaming(
  lookup: Lookup,
  group: Group,
  title: string,
  start: number | undefined,
): Promise<readonly FoundArticle[]> {
  const { ctx: { catalog }, now } = lookup;
  const query = { names: namesIn(title), now };
  const { articles, validUntil } = await searchArticles(catalog, [group], query);
  lookup.holdUntil(validUntil);
  const distance = (article: ArticleMatch) => Math.abs(article.start - (start ?? article.start));
  return articles.filter((article) => distance(article) <= NEAR_MS)
    .sort((one, other) => distance(one) - distance(other) || other.start - one.start)
    .slice(0, FOUND).map((article) => describe(lookup, article));
}

/** A title, and the names of several words that it has in quotes, in brackets, or beside them. */
function namesIn(title: string): string[] {
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  return [title, ...parts].filter((name) => /[\p{L}\p{N}]/u.test(name));
}

/** Reads an article whole. */
export function readArticle(lookup: Lookup, row: NewsRow): NewsDetailItem {
  return lookup.read<NewsDetailItem>({ id: row.id, open: row.detail });
}

function describe(lookup: Lookup, article: ArticleMatch): FoundArticle {
  const { id, title } = article;
  const group = lookup.ctx.catalog.group(article.group)!;
  const { date, content_text } = readArticle(lookup, findByAddress(group.table("news"), id)!);
  return { group, id, title, date, sentence: shortened(article.sentence() ?? content_text) };
}
