import type { SearchSpans } from "../../src/model/search/search_layout.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import type { PageList } from "../emit/page_list.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { searchSources } from "./search_sources.ts";
import type { SearchSource } from "./search_source.ts";
import { writeSearch } from "./write_search.ts";

const writeOnce = createRemember<[PackPage, SearchSpans]>();

/** Adds the page that a group's search index is. It stays as it is for as long as names and times do. */
export function addSearchPage(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  { pages, memory }: PageList,
): SearchSpans {
  const sources = searchSources(content, shows, events);
  const number = pages.length;
  const [page, spans] = writeOnce(
    memory,
    content.source,
    [number, ...sources.flatMap(valuesOf)],
    REPORTS_NOTHING,
    () => makePage(number, (blob) => writeSearch(sources, blob)),
  );
  pages.push(page);
  return spans;
}

/** What the index has of a source. Instants are texts: NaN is no equal of itself. */
function valuesOf(source: SearchSource): (string | undefined)[] {
  const { kind, id, title, names, partOf, published, start, setlists = [] } = source;
  return [kind, id, title, partOf, `${published} ${start}`, ...names, "", ...setlists, ""];
}
