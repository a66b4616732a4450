import type { SEARCH_KINDS } from "../enums.ts";

export type SearchKind = (typeof SEARCH_KINDS)[number];

/**
 * The shortest word in which a typo is looked for: shorter ones have too many neighbours. A typo may
 * add a letter, so that `backwards` also has the terms that are one letter shorter.
 */
export const MIN_TYPO_LENGTH = 5;

/** What is read of an item that was found. */
export interface SearchItem {
  readonly id: string;
  /** Numbers of the names of the setlists that it is, or is in; shows are found by them. */
  readonly setlists?: readonly number[];
}
