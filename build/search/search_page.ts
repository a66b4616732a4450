import type { SearchSpans } from "../../src/model/search/search_layout.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { lazily } from "../cache/lazily.ts";
import type { PageList } from "../emit/page_list.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { searchSources } from "./search_sources.ts";
import { createTermFinder, type TermFinder } from "./term_finder.ts";
import { writeSearch } from "./write_search.ts";

const findOnce = createRemember<TermFinder>();
const writeOnce = createRemember<[PackPage, SearchSpans]>();

/** Adds the page that a group's search index is: it is made when it is asked for. It stays as it is for as long as names and times do. */
export function addSearchPage(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  { pages, memory }: PageList,
): () => SearchSpans {
  const number = pages.length;
  const make = lazily(() => {
    const sources = searchSources(content, shows, events, memory);
    const findTerms = findOnce(memory, content.source, [], REPORTS_NOTHING, createTermFinder);
    const write = () => makePage(number, (blob) => writeSearch(sources.flat(), blob, findTerms));
    return writeOnce(memory, content.source, [number, ...sources], REPORTS_NOTHING, write);
  });
  pages.push({
    get length() {
      return make()[0].length;
    },
    get hash() {
      return make()[0].hash;
    },
    get bytes() {
      return make()[0].bytes;
    },
  });
  return () => make()[1];
}
