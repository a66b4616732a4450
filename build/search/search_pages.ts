import type { SearchSpans } from "../../src/model/pack.ts";
import { lazily } from "../cache/lazily.ts";
import { createKeepSame, createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { numberFor, type PageList } from "../emit/page_list.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import type { SearchSource } from "./search_source.ts";
import { searchSources } from "./search_sources.ts";
import { createTermFinder, type TermFinder } from "./term_finder.ts";
import {
  inSearchOrder,
  type ItemSpans,
  linkNames,
  type NameSpans,
  writeItems,
  writeNames,
} from "./write_search.ts";

const findOnce = createRemember<TermFinder>();
const keepNames = createKeepSame<string>();
const writeNamesOnce = createRemember<readonly [PackPage, NameSpans]>();
const writeOnce = createRemember<SearchPages>();

/** The pages of an index, and the places of what is in them. */
interface SearchPages {
  readonly names: readonly [PackPage, NameSpans];
  readonly items: readonly [PackPage, ItemSpans];
}

/**
 * Adds the pages that a group's search index is: they are made when they are asked for. Both stay as they
 * are for as long as names and times do; that of names also while other items are called the same.
 */
export function addSearchPages(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  list: PageList,
): () => SearchSpans {
  const { source } = content;
  const { memory } = list;
  const addPage = (name: string, made: () => PackPage) => {
    const number = numberFor(name, list);
    list.pages.set(number, lazyPage(made));
    return number;
  };
  const namesNumber = addPage("search names", () => make().names[0]);
  const itemsNumber = addPage("search items", () => make().items[0]);
  const make = lazily(() => {
    const sources = searchSources(content, shows, events, memory);
    const write = () => writePages(sources.flat());
    const deps = [namesNumber, itemsNumber, ...sources];
    return writeOnce(memory, source, deps, REPORTS_NOTHING, write);
  });
  const writePages = (sources: readonly SearchSource[]): SearchPages => {
    const items = inSearchOrder(sources);
    const links = linkNames(items);
    const names = keepNames(memory, source, [...links.keys()]);
    const findTerms = findOnce(memory, source, [], REPORTS_NOTHING, createTermFinder);
    const write = () => makePage(namesNumber, (blob) => writeNames(names, blob, findTerms));
    return {
      names: writeNamesOnce(memory, names, [namesNumber], REPORTS_NOTHING, write),
      items: makePage(itemsNumber, (blob) => writeItems(items, links, blob)),
    };
  };
  return () => ({ ...make().names[1], ...make().items[1] });
}

function lazyPage(make: () => PackPage): PackPage {
  return {
    get length() {
      return make().length;
    },
    get hash() {
      return make().hash;
    },
    get bytes() {
      return make().bytes;
    },
  };
}
