/**
 * This add-on finds items by words. What other rooms use of it is here; the search itself is loaded with
 * its first use.
 *
 * @module
 */

import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { SearchQuery, SearchResult } from "../../core/search_service.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { ArticleQuery, ArticleResult } from "./search.ts";

export { urlOf } from "./item_url.ts";
export type { ArticleMatch } from "./search.ts";

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
