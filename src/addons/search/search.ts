/**
 * This add-on finds items by words.
 *
 * @module
 */

import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { SearchItem, SearchQuery, SearchResult } from "../../core/search_service.ts";
import { SEARCH } from "../../core/services.ts";
import { articlesWith, sentenceWith, soughtWords } from "./articles.ts";
import { type RankedThing, Ranking, timeOrder } from "./ranking.ts";
import { indexOf, type SearchIndex, type StagedSetlist } from "./search_index.ts";
import type { Thing } from "./things.ts";
import { type Word, wordsOf } from "./words.ts";

/** Provides the search, for the core's pages and for other add-ons too. */
export function openSearch({ services }: Pick<Core, "services">): Opened {
  services.provide(SEARCH, searchGroups);
  return {};
}

/** How many words of a text are looked for: more is no name. */
const MAX_WORDS = 12;

/**
 * Finds the items whose names have all words of a text, and articles that have them in theirs. Where no
 * name has all, a typo in a word is forgiven, and words written together or apart; where still none has,
 * what has most of the words is found, but no less than half of them.
 */
async function searchGroups(
  catalog: Catalog,
  groups: readonly Group[],
  text: string,
  query: SearchQuery,
): Promise<SearchResult> {
  const indexes = await Promise.all(groups.map((group) => indexOf(catalog, group)));
  const ranking = new Ranking(query);
  const words = uniqueWords(text);
  for (const index of indexes) {
    ranking.addNames(index, index.names.find(words, "exact"), words.length);
  }
  const isExact = ranking.total > 0;
  if (!isExact) {
    const lenient = indexes.map((index) => ({ index, hits: index.names.find(words, "lenient") }));
    for (let least = words.length; least >= words.length / 2 && ranking.total === 0; least--) {
      for (const { index, hits } of lenient) ranking.addNames(index, hits, least);
    }
  }
  const parts = soughtWords(text);
  const least = isExact ? parts.length : mostOf(parts);
  for (const index of indexes) {
    const hits = articlesWith(index.articles, parts, least);
    ranking.addArticles(index, hits, { words: parts.length, isExact });
  }
  const items = ranking.best().map((ranked) => itemOf(ranked, parts, ranking));
  return { total: ranking.total, items, validUntil: ranking.validUntil };
}

/** Each word once, in order. */
function uniqueWords(text: string): readonly Word[] {
  const words = new Map(wordsOf(text).map((word) => [word.text, word]));
  return [...words.values()].slice(0, MAX_WORDS);
}

/** More than half of some words. */
function mostOf(words: readonly string[]): number {
  return Math.floor(words.length / 2) + 1;
}

function itemOf(
  { thing, index, by }: RankedThing,
  parts: readonly string[],
  ranking: Ranking,
): SearchItem {
  const { kind, group, id, title } = thing;
  const matched = typeof by === "string" ? by : sentenceWith(by.text, parts) ?? title;
  const setlist = kind === "song" ? setlistOf(index, thing, ranking) : undefined;
  return { kind, group, id, title, matched, ...(setlist !== undefined && { setlist }) };
}

/** The id of the song's setlist whose next show, or else whose last one, is nearest; else of the first. */
function setlistOf({ setlists }: SearchIndex, song: Thing, ranking: Ranking): string | undefined {
  const { now } = ranking.query;
  const all = [...song.setlists ?? []].flatMap((name) => setlists.get(name) ?? []);
  const changes = all.flatMap(({ shows }) => shows.flatMap(({ from, start }) => [from, start]));
  ranking.validUntil = Math.min(ranking.validUntil, ...changes.filter((at) => at > now));
  const nearest = ({ shows }: StagedSetlist) =>
    Math.min(...shows.filter(({ from }) => from <= now).map((show) => timeOrder(show, now)));
  return all.toSorted((one, other) => nearest(one) - nearest(other) || 0)[0]?.id;
}
