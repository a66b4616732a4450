import type { Catalog, Group } from "../catalog/catalog.ts";
import { optional } from "../http/parameter.ts";
import type { SearchKind } from "../model/pack.ts";

/** Searches some groups of the catalog. */
export type SearchGroups = (
  catalog: Catalog,
  groups: readonly Group[],
  text: string,
  query: SearchQuery,
) => Promise<SearchResult>;

/** What is asked of a search. */
export interface SearchQuery {
  readonly kind: SearchKind | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** The most items that are wanted. */
  readonly limit: number;
}

/** What a search finds. */
export interface SearchResult {
  /** How many items, over all groups. */
  readonly total: number;
  /** The best of them, best first. */
  readonly items: readonly SearchItem[];
  /** Epoch ms until when the clock changes nothing of it. */
  readonly validUntil: number;
}

/** An item that answers a search. */
export interface SearchItem {
  readonly kind: SearchKind;
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** The name or title that answers the search; of what its text finds, the sentence. */
  readonly matched: string;
  /** Of a song: the id of the setlist that is next on stage, or else was last. */
  readonly setlist?: string | undefined;
}

/** The longest text that is searched for, in code points. */
export const MAX_SEARCH_LENGTH = 100;

/** `q=`: letters or digits of any script, among others. */
export const SEARCH_TEXT = optional(
  `words of a name, title or article, up to ${MAX_SEARCH_LENGTH} characters`,
  { type: "string", minLength: 1, maxLength: MAX_SEARCH_LENGTH, pattern: "\\S" },
  readSearchText,
);

/** The text of a search; undefined if it is too long, or holds nothing that names are made of. */
function readSearchText(text: string): string | undefined {
  if ([...text].length > MAX_SEARCH_LENGTH) return undefined;
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}
