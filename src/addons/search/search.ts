import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { SearchKind } from "../../model/pack.ts";
import {
  articlesWith,
  type IndexedArticle,
  plainWords,
  sentenceWith,
  soughtWords,
} from "./articles.ts";
import { indexOf, type SearchIndex, type StagedSetlist } from "./search_index.ts";
import type { Thing } from "./things.ts";
import { type Word, wordsOf } from "./words.ts";

/** What is asked of a search. */
export interface SearchQuery {
  readonly kind: SearchKind | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** The most items that are wanted. */
  readonly limit: number;
}

/** An item that a search found. */
export interface FoundItem {
  readonly kind: SearchKind;
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** The name or title that answers the search; of an article that is found by its text, the sentence. */
  readonly matched: string;
  /** Of a song: the id of the setlist that is next on stage, or else was last. */
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

/** What two names alike are worth more if they are such a thing's. */
const KIND_WEIGHTS: Readonly<Record<SearchKind, number>> = {
  member: 0.1,
  setlist: 0.08,
  song: 0.06,
  release: 0.05,
  event: 0.03,
  show: 0.02,
  news: 0.01,
};

/** What is still to come is worth more, and what is only part of a thing of that name less. */
const UPCOMING = 0.005;
const PART = -0.1;

/** What an article is worth that has all words in its text: less than any name with all of them. */
const IN_TEXT = 0.2;

/** How many words of a text are looked for: more is no name. */
const MAX_WORDS = 12;

/** The greatest instant that there is (ECMA-262, 21.4.1.1), epoch ms. */
const LAST_INSTANT = 8.64e15;

interface RankedThing {
  readonly index: SearchIndex;
  readonly thing: Thing;
  readonly score: number;
  readonly matched: string | IndexedArticle;
}

/**
 * Finds the items whose names have all words of a text, and articles that have them in theirs. Where no
 * name has all, a typo in a word is forgiven, and words written together or apart; where still none has,
 * what has most of the words is found, but no less than half of them.
 */
export async function searchGroups(
  catalog: Catalog,
  groups: readonly Group[],
  text: string,
  { kind, now, limit }: SearchQuery,
): Promise<Findings> {
  const indexes = await Promise.all(groups.map((group) => indexOf(catalog, group)));
  const best = new Map<Thing, RankedThing>();
  let validUntil = Infinity;

  const isThere = (thing: Thing, from: number) => {
    if (kind !== undefined && thing.kind !== kind) return false;
    if (from > now) validUntil = Math.min(validUntil, from);
    return from <= now;
  };
  const note = (ranked: RankedThing) => {
    const known = best.get(ranked.thing);
    if (known === undefined || ranked.score > known.score) best.set(ranked.thing, ranked);
  };
  const noteNames = (least: number, isLenient: boolean) => {
    for (const index of indexes) {
      for (const { name, score } of index.names.find(words, least, isLenient)) {
        for (const { thing, from, isPart } of name.things) {
          if (!isThere(thing, from)) continue;
          const { kind, start } = thing;
          if (start > now) validUntil = Math.min(validUntil, start);
          const more = KIND_WEIGHTS[kind] + (start > now ? UPCOMING : 0) + (isPart ? PART : 0);
          note({ index, thing, score: score + more, matched: name.text });
        }
      }
    }
  };

  const words = uniqueWords(text);
  noteNames(words.length, false);
  const isExact = best.size > 0;
  if (!isExact) noteNames(words.length, true);
  for (let hits = words.length - 1; hits >= words.length / 2 && best.size === 0; hits--) {
    noteNames(hits, true);
  }
  const sought = soughtWords(text);
  const least = isExact ? sought.length : mostOf(sought);
  for (const index of indexes) {
    for (const { article, hits } of articlesWith(index.articles, sought, least)) {
      const { thing, from } = article;
      if (!isThere(thing, from)) continue;
      note({ index, thing, score: IN_TEXT * hits / sought.length, matched: article });
    }
  }
  const ranked = [...best.values()].sort((one, other) =>
    other.score - one.score || orderOf(one.thing, now) - orderOf(other.thing, now)
  );
  const found = ranked.slice(0, limit).map(({ index, thing, matched }): FoundItem => {
    const { group, id, title } = thing;
    const setlist = thing.kind === "song" ? setlistOf(index, thing, now) : undefined;
    const shown = typeof matched === "string"
      ? matched
      : sentenceWith(matched.text, sought) ?? title;
    return {
      ...{ kind: thing.kind, group, id, title, matched: shown },
      ...(setlist !== undefined && { setlist }),
    };
  });
  return { total: best.size, found, validUntil };
}

/** More than half of some words. */
function mostOf(words: readonly string[]): number {
  return Math.floor(words.length / 2) + 1;
}

/** An article that has some words or names in its text. */
export interface FoundArticle {
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** Epoch ms of its publication. */
  readonly start: number;
  /** The sentence that has most of them; undefined: only the title has any. */
  sentence(): string | undefined;
}

/** What articles are looked for by: most of the words of a text, or one of some names. */
export type ArticleQuery =
  & { readonly now: number }
  & ({ readonly text: string } | { readonly names: readonly string[] });

/** The published articles that have what is looked for, those with most of it first, then the newest. */
export async function searchArticles(
  catalog: Catalog,
  groups: readonly Group[],
  { now, ...sought }: ArticleQuery,
): Promise<{ readonly found: readonly FoundArticle[]; readonly validUntil: number }> {
  const isText = "text" in sought;
  const parts = isText ? soughtWords(sought.text) : sought.names.map(plainWords);
  const indexes = await Promise.all(groups.map((group) => indexOf(catalog, group)));
  const all = indexes.flatMap((index) =>
    articlesWith(index.articles, parts, isText ? mostOf(parts) : 1)
  );
  const later = all.map(({ article }) => article.from).filter((from) => from > now);
  const found = all.filter(({ article }) => article.from <= now)
    .sort((one, other) =>
      other.hits - one.hits || other.article.thing.start - one.article.thing.start
    );
  return {
    found: found.map(({ article: { thing: { group, id, title, start }, text } }) => ({
      ...{ group, id, title, start },
      sentence: () => sentenceWith(text, parts),
    })),
    validUntil: Math.min(...later),
  };
}

/** Each word once, in order. */
function uniqueWords(text: string): readonly Word[] {
  const words = new Map(wordsOf(text).map((word) => [word.text, word]));
  return [...words.values()].slice(0, MAX_WORDS);
}

/** What is next first, then what was last; what has no time behind both. */
function orderOf({ start }: Pick<Thing, "start">, now: number): number {
  if (Number.isNaN(start)) return Infinity;
  return start > now ? start : LAST_INSTANT - start;
}

/** The id of the song's setlist whose next show, or else whose last one, is nearest; else of the first. */
function setlistOf({ setlists }: SearchIndex, song: Thing, now: number): string | undefined {
  const all = [...song.setlists ?? []].flatMap((name) => setlists.get(name) ?? []);
  const nearest = ({ shows }: StagedSetlist) =>
    Math.min(...shows.filter(({ from }) => from <= now).map((show) => orderOf(show, now)));
  return all.toSorted((one, other) => nearest(one) - nearest(other) || 0)[0]?.id;
}
