import type { SearchQuery } from "../../core/search_service.ts";
import type { SearchKind } from "../../model/pack.ts";
import type { ArticleHit, IndexedArticle } from "./articles.ts";
import type { NameHit } from "./name_index.ts";
import type { SearchIndex } from "./search_index.ts";
import type { Thing } from "./things.ts";

/** A thing, and what of it answers the search best: a name, or the text of an article. */
export interface RankedThing {
  readonly thing: Thing;
  /** The index that it is from. */
  readonly index: SearchIndex;
  readonly score: number;
  readonly by: string | IndexedArticle;
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

/** What is only of a thing or sort of that name is worth less. */
const PART = -0.15;
const WHOLE = -0.3;

/** What an article is worth that has all words in its text: less than any name with all, more than with some. */
const IN_TEXT = { besideAll: 0.2, besideSome: 1 };

/** The greatest instant that there is (ECMA-262, 21.4.1.1), epoch ms. */
const LAST_INSTANT = 8.64e15;

/** Ranks what is there at an instant, each thing by the best of its names. */
export class Ranking {
  readonly #best = new Map<Thing, RankedThing>();
  /** Epoch ms from which another ranking may hold. */
  validUntil = Infinity;

  constructor(readonly query: SearchQuery) {}

  get total(): number {
    return this.#best.size;
  }

  /** Adds the things whose names have `least` words or more. */
  addNames(index: SearchIndex, hits: readonly NameHit[], least: number): void {
    const { now } = this.query;
    for (const { name, words, score } of hits) {
      if (words < least) continue;
      for (const { thing, from, isPart, isWhole } of name.things) {
        if (!this.#isThere(thing, from)) continue;
        // The order of time is another when it begins.
        if (thing.start > now) this.validUntil = Math.min(this.validUntil, thing.start);
        const part = isWhole ? WHOLE : isPart ? PART : 0;
        const more = KIND_WEIGHTS[thing.kind] + part;
        this.#add({ thing, index, score: score + more, by: isWhole ? thing.title : name.text });
      }
    }
  }

  /** Adds articles that have some of so many words in their text; `isExact`: beside names that have all. */
  addArticles(
    index: SearchIndex,
    hits: readonly ArticleHit[],
    { words, isExact }: { readonly words: number; readonly isExact: boolean },
  ): void {
    for (const { article, parts } of hits) {
      const { thing, from } = article;
      if (!this.#isThere(thing, from)) continue;
      const best = parts === words && !isExact ? IN_TEXT.besideSome : IN_TEXT.besideAll;
      this.#add({ thing, index, score: best * parts / words, by: article });
    }
  }

  /**
   * The best, best first; what answers equally well is in the order of time. Shows and events keep their
   * places among the others, but among themselves the order of time is theirs: who names one means the next.
   */
  best(): readonly RankedThing[] {
    const { limit, now } = this.query;
    const byTime = (one: RankedThing, other: RankedThing) =>
      timeOrder(one.thing, now) - timeOrder(other.thing, now);
    const all = [...this.#best.values()].sort((one, other) =>
      other.score - one.score || byTime(one, other)
    );
    const isStaged = ({ thing: { kind } }: RankedThing) => kind === "show" || kind === "event";
    const staged = all.filter(isStaged).sort(byTime).values();
    return all.map((one) => isStaged(one) ? staged.next().value! : one).slice(0, limit);
  }

  #isThere(thing: Thing, from: number): boolean {
    const { kind, now } = this.query;
    if (kind !== undefined && thing.kind !== kind) return false;
    if (from > now) this.validUntil = Math.min(this.validUntil, from);
    return from <= now;
  }

  #add(ranked: RankedThing): void {
    const before = this.#best.get(ranked.thing);
    if (before === undefined || ranked.score > before.score) this.#best.set(ranked.thing, ranked);
  }
}

/** Orders what is next first, then what was last; what has no time is behind both. */
export function timeOrder({ start }: Pick<Thing, "start">, now: number): number {
  if (Number.isNaN(start)) return Infinity;
  return start > now ? start : LAST_INSTANT - start;
}
