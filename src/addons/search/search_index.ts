import type { Catalog, Group } from "../../catalog/catalog.ts";
import { type IndexedArticle, indexedArticle } from "./articles.ts";
import { NameIndex } from "./name_index.ts";
import { findableIn, type Thing } from "./things.ts";

/** A setlist by whose name shows are found. */
export interface StagedSetlist {
  readonly id: string;
  readonly shows: readonly { readonly start: number; readonly from: number }[];
}

/** All of a group that is searched, what is not published yet included. */
export interface SearchIndex {
  readonly names: NameIndex;
  readonly articles: readonly IndexedArticle[];
  /** By name. */
  readonly setlists: ReadonlyMap<string, StagedSetlist>;
}

/** How long others wait while an index is made, in milliseconds. */
const SLICE_MS = 10;

const indexes = new WeakMap<Group, Promise<SearchIndex>>();

/** The index of a group of the catalog: it is made when it is first asked for, and goes with the catalog. */
export function indexOf(catalog: Catalog, group: Group): Promise<SearchIndex> {
  let index = indexes.get(group);
  if (index === undefined) indexes.set(group, index = makeIndex(catalog, group));
  return index;
}

/** Takes 0.1 s for 1,000 things, in slices. */
async function makeIndex(catalog: Catalog, group: Group): Promise<SearchIndex> {
  const names = new NameIndex();
  const articles: IndexedArticle[] = [];
  const setlists = new Map<string, { id: string; shows: { start: number; from: number }[] }>();
  let sliceEnd = performance.now() + SLICE_MS;
  for (const { names: own, article } of findableIn(catalog, group)) {
    for (const name of own) names.add(name);
    if (article !== undefined) articles.push(indexedArticle(article));
    if (own[0] !== undefined) note(own[0].thing, own[0].from);
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { names, articles, setlists };

  function note({ kind, id, start, setlists: named = new Set() }: Thing, from: number): void {
    for (const name of named) {
      if (kind === "setlist") setlists.set(name, { id, shows: [] });
      else if (kind === "show") setlists.get(name)?.shows.push({ start, from });
    }
  }
}
