import { SEARCH_KINDS } from "../model/enums.ts";
import type { SearchKind } from "../model/search/search_layout.ts";
import { type SearchWord, searchWords } from "../model/search/search_words.ts";
import { nextShow } from "./next_show.ts";
import { ItemRanking, ItemScores, type RankedItem, type RankOptions } from "./rank_items.ts";
import { NameScores, splitWords } from "./score_names.ts";
import type { SearchIndex } from "./search_index.ts";

/** A group that is searched: its index, and what a search writes on. */
export interface SearchedGroup {
  readonly slug: string;
  readonly index: SearchIndex;
  readonly names: NameScores;
  readonly items: ItemScores;
}

/** Makes a group searchable. */
export function searchedGroup(slug: string, index: SearchIndex): SearchedGroup {
  const items = new ItemScores(index.kinds.length);
  return { slug, index, names: new NameScores(index), items };
}

/** An item that a search found. */
export interface FoundItem {
  readonly kind: SearchKind;
  /** The slug of its group. */
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** The name or title that answers the search. */
  readonly matched: string;
  /** Of a setlist or song: the id of the next show that has it, or else of the last. */
  readonly show?: string | undefined;
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

/** The words of a longer text that are looked for. */
const MAX_WORDS = 12;

/**
 * Finds the items whose names have all words of a text. Where none has, a typing mistake in a word is
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
  if (ranking.total === 0) findMistaken(groups, words, ranking);
  return {
    total: ranking.total,
    found: ranking.best.map((found) => describe(groups, found, options.now)),
    validUntil: ranking.validUntil,
  };
}

/** Each word once, in order. */
function wordsOf(text: string): SearchWord[] {
  const words = new Map(searchWords(text).map((word) => [word.text, word]));
  return [...words.values()].slice(0, MAX_WORDS);
}

function findMistaken(
  groups: readonly SearchedGroup[],
  asked: readonly SearchWord[],
  ranking: ItemRanking,
): void {
  const words = splitWords(groups.map(({ index }) => index), asked).slice(0, MAX_WORDS);
  for (const { names } of groups) names.match(words, "mistaken");
  const least = Math.max(1, Math.ceil(words.length / 2));
  for (let hits = words.length; hits >= least && ranking.total === 0; hits--) {
    for (const { names, items } of groups) ranking.add(names, items, hits);
  }
}

function describe(
  groups: readonly SearchedGroup[],
  { index, item, name }: RankedItem,
  now: number,
): FoundItem {
  const { id, title, setlists } = index.item(item);
  const { slug } = groups.find((group) => group.index === index)!;
  const kind = SEARCH_KINDS[index.kinds[item]!]!;
  const show = setlists && nextShow(index, setlists, now);
  const matched = index.name(name);
  return { kind, group: slug, id, title, matched, ...(show !== undefined && { show }) };
}
