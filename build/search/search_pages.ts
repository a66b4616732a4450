/**
 * This room makes the index by which items are found.
 *
 * @module
 */

import type { SearchSpans } from "../../src/model/pack.ts";
import { derived, sameList } from "../cache/derived.ts";
import { lazily } from "../cache/lazy_module.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { numberFor, type Pages } from "../emit/pages.ts";
import type { Source } from "../read/source.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { namesIn, nativeNames, type SearchSource, setlistSources, songSources } from "./songs.ts";
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
import type { MemberFile } from "../schema/content/member.ts";
import type { NewsFile, ReleaseFile } from "../schema/content/publications.ts";
import { publishedFrom } from "../derive/instants.ts";
import { releaseInstant } from "../render/publications.ts";
import { articleInstant } from "../article/article_texts.ts";

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
    pictures: 0,
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

/** Everything of a group that can be found. */
function searchSources(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
): readonly SearchSource[] {
  const { members, news, releases, group: { timezone: zone } } = content;
  return [
    ...members.map((entry) => derived(entry, [], memberSource)),
    ...setlistSources(content),
    ...songSources(content),
    ...derived(shows, [], showSources),
    ...derived(news, [zone], articleSources),
    ...events.map((event) => derived(event, [], eventSource)),
    ...releases.map((entry) => derived(entry, [zone], releaseSource)),
  ];
}

function memberSource({ slug, file }: Entry<MemberFile>): SearchSource {
  return { kind: "member", ...titled(slug, file.name, file), names: memberNames(file) };
}

function showSource({ id, title, entry: { file }, occasion, setlist }: ResolvedShow): SearchSource {
  return {
    kind: "show",
    ...titled(id, title, file, occasion.start),
    partOf: setlist?.name ?? file.setlist,
  };
}

function showSources(shows: readonly ResolvedShow[]): readonly SearchSource[] {
  return shows.map((show) => derived(show, [], showSource));
}

function articleSources(news: readonly Entry<NewsFile>[], zone: string): readonly SearchSource[] {
  return news.map((entry) => derived(entry, [zone], articleSource));
}

function articleSource({ slug, file }: Entry<NewsFile>, zone: string): SearchSource {
  return { kind: "news", ...titled(file.id ?? slug, file.title, file, articleInstant(file, zone)) };
}

function eventSource({ id, entry: { file }, occasion }: ResolvedEvent): SearchSource {
  return { kind: "event", ...titled(id, file.title, file, occasion.start) };
}

function releaseSource({ slug, file }: Entry<ReleaseFile>, zone: string): SearchSource {
  const at = releaseInstant(file, zone);
  return { kind: "release", ...titled(file.id ?? slug, file.title, file, at) };
}

function titled(
  id: string,
  title: string,
  file: { readonly publish_at?: string | undefined },
  start = NaN,
): Omit<SearchSource, "kind"> {
  return { id, title, names: namesIn(title), published: publishedFrom(file), start };
}

function memberNames({ name, fullname, nicknames, ...file }: MemberFile): string[] {
  const further = fullname === undefined ? [] : namesIn(fullname);
  return [...new Set([name, ...nicknames, ...further, ...nativeNames(file)])];
}
