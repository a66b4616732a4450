import { SEARCH_KINDS } from "../model/enums.ts";
import type { SearchKind, SearchSpans } from "../model/pack.ts";
import { type SearchWord, searchWords } from "../model/search/search_words.ts";
import {
  ItemRanking,
  ItemScores,
  nextSetlist,
  type RankedItem,
  type RankOptions,
} from "./rank_items.ts";
import { NameScores, splitWords } from "./score_names.ts";
import { type BytesAt, openSearchIndex, type SearchIndex } from "./search_index.ts";

/** A group that is searched: its index, and what a search writes on. */
export interface SearchedGroup {
  readonly slug: string;
  readonly index: SearchIndex;
  readonly names: NameScores;
  readonly items: ItemScores;
}

/** Makes a group searchable: its index is opened in place. */
export function searchedGroup(slug: string, bytes: BytesAt, spans: SearchSpans): SearchedGroup {
  const index = openSearchIndex(bytes, spans);
  const items = new ItemScores(index.kinds.length);
  return { slug, index, names: new NameScores(index), items };
}

/** An item that a search found. */
export interface FoundItem {
  readonly kind: SearchKind;
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** The name or title that answers the search. */
  readonly matched: string;
  /** Of a setlist its id, of a song that of the setlist that is next on stage, or else was last. */
  readonly setlist?: string | undefined;
}

/** What a search found. */
export interface Findings {
  /** How many items, over all groups. */
  readonly total: number;
  /** The best of them, best first. */
  readonly found: readonly FoundItem[];
  /** Epoch ms until when the clock changes nothing of it. */
  readonly validUntil: number;
}

/** How many words of a text are looked for, and how much of each: more is no name. */
const MAX_WORDS = 12;
const MAX_LETTERS = 64;

/**
 * Finds the items whose names have all words of a text. Where none has, a typo in a word is
 * forgiven, and words written together or apart; where still none has, what has most of the words is
 * found, but no less than half of them.
 */
export function search(
  groups: readonly SearchedGroup[],
  text: string,
  options: RankOptions,
): Findings {
  const words = wordsOf(text);
  const ranking = new ItemRanking(options);
  for (const { names, items } of groups) {
    names.match(words, "exact");
    ranking.add(names, items, words.length);
  }
  if (ranking.total === 0) searchLeniently(groups, words, ranking);
  return {
    total: ranking.total,
    found: ranking.best.map((found) => describe(groups, found, options.now)),
    validUntil: ranking.validUntil,
  };
}

/** Each word once, in order. */
function wordsOf(text: string): SearchWord[] {
  const words = new Map(
    searchWords(text).map((
      word,
    ) => [word.text, { ...word, text: word.text.slice(0, MAX_LETTERS) }]),
  );
  return [...words.values()].slice(0, MAX_WORDS);
}

function searchLeniently(
  groups: readonly SearchedGroup[],
  asked: readonly SearchWord[],
  ranking: ItemRanking,
): void {
  const words = splitWords(groups.map(({ index }) => index), asked).slice(0, MAX_WORDS);
  for (const { names, items } of groups) {
    names.match(words, "fuzzy");
    ranking.add(names, items, words.length);
  }
  if (ranking.total > 0 || words.length === 1) return;
  for (const { names } of groups) names.match(words, "partial");
  for (let hits = words.length - 1; hits >= words.length / 2 && ranking.total === 0; hits--) {
    for (const { names, items } of groups) ranking.add(names, items, hits);
  }
}

function describe(
  groups: readonly SearchedGroup[],
  { index, item, name }: RankedItem,
  now: number,
): FoundItem {
  const { id, setlists } = index.item(item);
  const { slug } = groups.find((group) => group.index === index)!;
  const kind = SEARCH_KINDS[index.kinds[item]!]!;
  const [title, matched] = [index.name(index.titles[item]!), index.name(name)];
  const setlist = setlists && nextSetlist(index, setlists, now);
  return { kind, group: slug, id, title, matched, ...(setlist !== undefined && { setlist }) };
}
