import type { Span } from "../pack.ts";
import type { SEARCH_KINDS } from "../enums.ts";

export type SearchKind = (typeof SEARCH_KINDS)[number];

/**
 * Where the search index of a group lies in the pack. Numbers are little-endian, and each part begins at
 * a multiple of 8 bytes. A _name_ is one text, however many items are called so; a _term_ is a word of
 * names. `…Starts` hold, for each place, where its part begins, and behind the last where it ends.
 */
export interface SearchSpans {
  /** UTF-16 code units of all terms, in order. */
  readonly terms: Span;
  /** Uint32 places in `terms`. */
  readonly termStarts: Span;
  /** Uint32 numbers of the terms in which a typo is looked for, by their letters read backwards. */
  readonly backwards: Span;
  /** Uint32 numbers of the names that have a term. */
  readonly postings: Span;
  /** Uint32 places in `postings`, by term. */
  readonly postingStarts: Span;
  /** UTF-8. */
  readonly names: Span;
  /** Uint32 places in `names`. */
  readonly nameStarts: Span;
  /** Uint8: how many words a name has. */
  readonly nameWords: Span;
  /** Uint32: twice the number of an item that is called so, and 1 more where it is no title of its own. */
  readonly links: Span;
  /** Uint32 places in `links`, by name. */
  readonly linkStarts: Span;
  /** Uint8: an item's place in the list of kinds. Items are ordered by kind, then by when they are. */
  readonly kinds: Span;
  /** Uint32: the first item that is the same thing, of which this one has further names. */
  readonly same: Span;
  /** Float64: epoch ms from which it is there; -Infinity: always. */
  readonly published: Span;
  /** Float64: epoch ms at which it starts or came out; NaN where it has no time. */
  readonly starts: Span;
  /** Uint32: the name that is an item's title. */
  readonly titles: Span;
  /** UTF-8: JSON of each item, a {@linkcode SearchItem}. */
  readonly items: Span;
  /** Uint32 places in `items`. */
  readonly itemStarts: Span;
}

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
