import { SEARCH_KINDS } from "../model/enums.ts";
import type { SearchIndex } from "./search_index.ts";
import type { SearchKind } from "../model/pack.ts";
import type { NameScores } from "./score_names.ts";

const SHOW = SEARCH_KINDS.indexOf("show");

const SETLIST = SEARCH_KINDS.indexOf("setlist");

/** The id of the setlist whose next show, or else whose last one, is nearest; else of the first. */
export function nextSetlist(
  index: SearchIndex,
  names: readonly number[],
  now: number,
): string | undefined {
  const { starts } = index;
  const shows = names.flatMap((name) =>
    showsNear(index, name, now).map((show) => ({ name, start: starts[show]! }))
  );
  const [chosen] = [
    ...shows.filter(({ start }) => start > now).toSorted((one, other) => one.start - other.start),
    ...shows.toSorted((one, other) => other.start - one.start),
  ];
  const name = chosen?.name ?? names[0];
  return name === undefined ? undefined : setlistCalled(index, name);
}

/** The id of the setlist that has a name as a name of its own. */
function setlistCalled(index: SearchIndex, name: number): string | undefined {
  const { links, linkStarts, kinds } = index;
  const own = links.subarray(linkStarts[name], linkStarts[name + 1]).find((link) =>
    (link & 1) === 0 && kinds[link >>> 1] === SETLIST
  );
  return own === undefined ? undefined : index.item(own >>> 1).id;
}

/** The first show of a name after `now` and the last one before it, of those that are there. */
function showsNear(index: SearchIndex, name: number, now: number): number[] {
  const { links, linkStarts, kinds, starts, published } = index;
  const [from, until] = [linkStarts[name]!, linkStarts[name + 1]!];
  const itemAt = (at: number) => links[at]! >>> 1;
  const isThere = (at: number) => kinds[itemAt(at)] === SHOW && published[itemAt(at)]! <= now;
  // Links are in the order of items: by kind, then by time.
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    const kind = kinds[itemAt(middle)]!;
    if (kind > SHOW || kind === SHOW && starts[itemAt(middle)]! > now) high = middle;
    else low = middle + 1;
  }
  let next = low;
  while (next < until && kinds[itemAt(next)] === SHOW && !isThere(next)) next++;
  let last = low - 1;
  while (last >= from && kinds[itemAt(last)] === SHOW && !isThere(last)) last--;
  return [
    ...(next < until && isThere(next) ? [itemAt(next)] : []),
    ...(last >= from && isThere(last) ? [itemAt(last)] : []),
  ];
}

/** An item that was found. */
export interface RankedItem {
  readonly index: SearchIndex;
  readonly item: number;
  /** The name that answers best. */
  readonly name: number;
  readonly score: number;
  /** Orders what answers equally well: next first, then newest first. */
  readonly order: number;
}

/** The best score of each item of an index; reused from one search to the next. */
export class ItemScores {
  /** The items that have a score, each once. */
  readonly touched: number[] = [];
  /** 0: none. */
  readonly scores: Float64Array;
  /** The name that has it. */
  readonly names: Uint32Array;

  constructor(items: number) {
    this.scores = new Float64Array(items);
    this.names = new Uint32Array(items);
  }

  clear(): void {
    for (const item of this.touched) this.scores[item] = 0;
    this.touched.length = 0;
  }

  note(item: number, name: number, score: number): void {
    const known = this.scores[item]!;
    if (known === 0) this.touched.push(item);
    if (score <= known) return;
    this.scores[item] = score;
    this.names[item] = name;
  }
}

/** What of an index is looked at. */
export interface RankOptions {
  readonly kind: SearchKind | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** The most items that are wanted. */
  readonly limit: number;
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

/** The greatest instant that there is (ECMA-262, 21.4.1.1), epoch ms. */
const LAST_INSTANT = 8.64e15;

/** Finds the best items over some indexes. */
export class ItemRanking {
  /** The best so far, best first. */
  readonly best: RankedItem[] = [];
  total = 0;
  /** Epoch ms from which another ranking may hold. */
  validUntil = Infinity;

  constructor(readonly options: RankOptions) {}

  /** Adds the items whose names have as many of the words as are asked for. */
  add(scores: NameScores, items: ItemScores, hits: number): void {
    const { index } = scores;
    items.clear();
    for (const name of scores.touched) {
      if (scores.hits(name) >= hits) this.#addName(scores, items, name);
    }
    this.total += items.touched.length;
    for (const item of items.touched) {
      const { [item]: score } = items.scores;
      const { best, options: { limit } } = this;
      if (best.length >= limit && score! < best.at(-1)!.score) continue;
      const name = items.names[item]!;
      this.#insert({ index, item, name, score: score!, order: this.#orderOf(index, item) });
    }
  }

  #addName(scores: NameScores, items: ItemScores, name: number): void {
    const { index } = scores;
    const { links, linkStarts, same } = index;
    const nameScore = scores.score(name);
    for (let at = linkStarts[name]!; at < linkStarts[name + 1]!; at++) {
      const item = links[at]! >>> 1;
      if (!this.#isThere(index, item)) continue;
      const part = (links[at]! & 1) * PART;
      items.note(same[item]!, name, nameScore + this.#weightOf(index, item) + part);
    }
  }

  #isThere({ kinds, published }: SearchIndex, item: number): boolean {
    const { kind, now } = this.options;
    if (kind !== undefined && SEARCH_KINDS[kinds[item]!] !== kind) return false;
    const from = published[item]!;
    if (from > now) this.validUntil = Math.min(this.validUntil, from);
    return from <= now;
  }

  #weightOf({ kinds, starts }: SearchIndex, item: number): number {
    const { now } = this.options;
    const start = starts[item]!;
    const weight = KIND_WEIGHTS[SEARCH_KINDS[kinds[item]!]!];
    if (!(start > now)) return weight;
    this.validUntil = Math.min(this.validUntil, start);
    return weight + UPCOMING;
  }

  #orderOf({ starts }: SearchIndex, item: number): number {
    const start = starts[item]!;
    if (Number.isNaN(start)) return -Infinity;
    return start > this.options.now ? LAST_INSTANT - start : start - LAST_INSTANT;
  }

  #insert(found: RankedItem): void {
    const { best, options: { limit } } = this;
    const last = best.at(-1);
    if (best.length >= limit && last !== undefined && !isBetter(found, last)) return;
    let at = best.length;
    while (at > 0 && isBetter(found, best[at - 1]!)) at--;
    best.splice(at, 0, found);
    if (best.length > limit) best.pop();
  }
}

/** What is equal stays in the order of the index. */
function isBetter(one: RankedItem, other: RankedItem): boolean {
  return one.score > other.score || one.score === other.score && one.order > other.order;
}
