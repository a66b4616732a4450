/**
 * This add-on finds items by words. What other rooms use of it is here; the search itself is loaded with
 * its first use.
 *
 * @module
 */

import type { Catalog, Group } from "../../catalog/catalog.ts";
import { optional } from "../../http/parameter.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { SearchQuery } from "./ranking.ts";
import type { ArticleQuery, ArticleResult, SearchResult } from "./search.ts";

export { urlOf } from "./item_url.ts";
export type { SearchQuery } from "./ranking.ts";
export type { ArticleMatch, SearchItem, SearchResult } from "./search.ts";

/** The longest text that is searched for, in code points. */
export const MAX_SEARCH_LENGTH = 100;

/** `q=`: letters or digits of any script, among others. */
export const SEARCH_TEXT = optional(
  `words of a name, title or article, up to ${MAX_SEARCH_LENGTH} characters`,
  { type: "string", minLength: 1, maxLength: MAX_SEARCH_LENGTH, pattern: "\\S" },
  readSearchText,
);

/** The text of a search; undefined if it is too long, or holds nothing that names are made of. */
export function readSearchText(text: string): string | undefined {
  if ([...text].length > MAX_SEARCH_LENGTH) return undefined;
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

const loadSearch = lazily(() => import("./search.ts"));

/** Searches some groups of the catalog. */
export async function searchGroups(
  catalog: Catalog,
  groups: readonly Group[],
  text: string,
  query: SearchQuery,
): Promise<SearchResult> {
  return (await loadSearch()).searchGroups(catalog, groups, text, query);
}

/** The published articles of some groups that have most words of a text, or one of some names. */
export async function searchArticles(
  catalog: Catalog,
  groups: readonly Group[],
  query: ArticleQuery,
): Promise<ArticleResult> {
  return (await loadSearch()).searchArticles(catalog, groups, query);
}
