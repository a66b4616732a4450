/**
 * This room makes the index by which items are found.
 *
 * @module
 */

import type { MemberFile } from "../../src/model/content/member.ts";
import type { NewsFile, ReleaseFile } from "../../src/model/content/publications.ts";
import {
  areSame,
  createKeepSame,
  createRemember,
  type KeepSame,
  type MadeMemory,
  type Remember,
  REPORTS_NOTHING,
} from "../cache/remember.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { releaseInstant } from "../render/releases.ts";
import { articleInstant } from "../article/article_texts.ts";
import { namesIn, type SearchSource } from "./search_source.ts";
import { setlistSources, songSources } from "./songs.ts";

/** Everything of a group that can be found, a list for each kind. */
export function searchSources(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  memory: MadeMemory,
): readonly (readonly SearchSource[])[] {
  const { source, members, setlists, news, releases, group: { timezone: zone } } = content;
  const kept = <Item extends object>(
    sort: MakeSources,
    items: readonly Item[],
    make: (item: Item) => SearchSource,
    ...deps: unknown[]
  ) => {
    const makeOne = (item: Item) =>
      sort.makeOnce(memory, item, deps, REPORTS_NOTHING, () => make(item));
    const list = () => items.map(makeOne);
    return sort.keepSame(
      memory,
      source,
      sort.listOnce(memory, items, deps, REPORTS_NOTHING, list),
    );
  };
  const findSongs = () => songSources(content);
  return [
    kept(MEMBERS, members, memberSource),
    SETLISTS.keepSame(memory, source, setlistSources(content)),
    SONGS.keepSame(
      memory,
      source,
      SONGS.listOnce(memory, releases, [setlists.file], REPORTS_NOTHING, findSongs),
    ),
    kept(SHOWS, shows, showSource),
    kept(NEWS, news, (entry) => articleSource(entry, zone), zone),
    kept(EVENTS, events, eventSource),
    kept(RELEASES, releases, (entry) => releaseSource(entry, zone), zone),
  ];
}

/** Remembers the sources of one kind. */
interface MakeSources {
  readonly makeOnce: Remember<SearchSource>;
  readonly listOnce: Remember<readonly SearchSource[]>;
  /** Gives the list of the last time where all that the index has of it is the same. */
  readonly keepSame: KeepSame<SearchSource>;
}

function createSort(): MakeSources {
  return {
    makeOnce: createRemember(),
    listOnce: createRemember(),
    keepSame: createKeepSame(areEqualSources),
  };
}

const [MEMBERS, SETLISTS, SONGS, SHOWS] = [createSort(), createSort(), createSort(), createSort()];
const [NEWS, EVENTS, RELEASES] = [createSort(), createSort(), createSort()];

function areEqualSources(one: SearchSource, other: SearchSource): boolean {
  return areSame(valuesOf(one), valuesOf(other));
}

/** What the index has of a source. Instants are texts: NaN is no equal of itself. */
function valuesOf(source: SearchSource): (string | undefined)[] {
  const { kind, id, title, names, partOf, published, start, setlists = [] } = source;
  return [kind, id, title, partOf, `${published} ${start}`, ...names, "", ...setlists, ""];
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

function memberNames({ name, fullname, nicknames }: MemberFile): string[] {
  return [...new Set([name, ...nicknames, ...(fullname === undefined ? [] : namesIn(fullname))])];
}
