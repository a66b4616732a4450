/**
 * This room makes the index by which items are found.
 *
 * @module
 */

import type { MemberFile } from "../schema/content/member.ts";
import type { NewsFile, ReleaseFile } from "../schema/content/publications.ts";
import { derived } from "../cache/derived.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { releaseInstant } from "../render/releases.ts";
import { articleInstant } from "../article/article_texts.ts";
import { namesIn, type SearchSource, setlistSources, songSources } from "./songs.ts";

/** Everything of a group that can be found. */
export function searchSources(
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

function memberNames({ name, fullname, nicknames }: MemberFile): string[] {
  return [...new Set([name, ...nicknames, ...(fullname === undefined ? [] : namesIn(fullname))])];
}
