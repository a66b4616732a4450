import type { SearchSpans } from "../../src/model/search/search_layout.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import type { PageList } from "../emit/page_list.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { searchSources } from "./search_sources.ts";
import { writeSearch } from "./write_search.ts";

const writeOnce = createRemember<[PackPage, SearchSpans]>();

/** Adds the page that a group's search index is. It stays as it is for as long as names and times do. */
export function addSearchPage(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  { pages, memory }: PageList,
): SearchSpans {
  const sources = searchSources(content, shows, events, memory);
  const number = pages.length;
  const [page, spans] = writeOnce(
    memory,
    content.source,
    [number, ...sources],
    REPORTS_NOTHING,
    () => makePage(number, (blob) => writeSearch(sources.flat(), blob)),
  );
  pages.push(page);
  return spans;
}
