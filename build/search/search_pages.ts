import type { SearchSpans } from "../../src/model/pack.ts";
import { derived, sameList } from "../cache/derived.ts";
import { lazily } from "../cache/lazy_module.ts";
import type { GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { numberFor, type Pages } from "../emit/pages.ts";
import type { Source } from "../read/source.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import type { SearchSource } from "./songs.ts";
import { searchSources } from "./search_sources.ts";
import {
  createTermFinder,
  inSearchOrder,
  type ItemSpans,
  linkNames,
  type NameSpans,
  type TermFinder,
  writeItems,
  writeNames,
} from "./write_search.ts";

/**
 * Adds the pages that a group's search index is: they are made when they are asked for. That of names stays
 * as it is while items are called the same.
 */
export function addSearchPages(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  pages: Pages,
): () => SearchSpans {
  const { source } = content;
  const make = lazily(() => {
    const all = searchSources(content, shows, events);
    const sources = sameList(source, "search", all, areEqual);
    return derived(sources, [source, namesNumber, itemsNumber], writePages);
  });
  const namesNumber = addLazily(pages, "search names", () => make().names[0]);
  const itemsNumber = addLazily(pages, "search items", () => make().items[0]);
  return () => ({ ...make().names[1], ...make().items[1] });
}

/** Whether the index says the same of both. */
function areEqual(one: SearchSource, other: SearchSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The pages of an index, and the places of what is in them. */
interface SearchPages {
  readonly names: readonly [PackPage, NameSpans];
  readonly items: readonly [PackPage, ItemSpans];
}

function writePages(
  sources: readonly SearchSource[],
  source: Source,
  namesNumber: number,
  itemsNumber: number,
): SearchPages {
  const items = inSearchOrder(sources);
  const links = linkNames(items);
  const findTerms = derived(source, [], createTermFinder);
  const names = JSON.stringify([...links.keys()]);
  return {
    names: derived(source, [names, namesNumber, findTerms], writeNamesPage),
    items: makePage(itemsNumber, (blob) => writeItems(items, links, blob)),
  };
}

function writeNamesPage(
  _: Source,
  names: string,
  number: number,
  findTerms: TermFinder,
): [PackPage, NameSpans] {
  return makePage(number, (blob) => writeNames(JSON.parse(names), blob, findTerms));
}

/** Adds a page that is made when somebody reads it; returns its number. */
function addLazily(pages: Pages, name: string, make: () => PackPage): number {
  const number = numberFor(name, pages);
  pages.set(number, {
    get length() {
      return make().length;
    },
    get hash() {
      return make().hash;
    },
    get bytes() {
      return make().bytes;
    },
  });
  return number;
}
