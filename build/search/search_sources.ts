/**
 * This room makes the index by which items are found.
 *
 * @module
 */

import type { MemberFile } from "../../src/model/content/member.ts";
import type { GroupContent } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { releaseInstant } from "../render/releases.ts";
import { articleInstant } from "../render/news.ts";
import { namesIn, type SearchSource } from "./search_source.ts";
import { setlistSources, songSources } from "./songs.ts";

/** Everything of a group that can be found. */
export function searchSources(
  content: GroupContent,
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
): SearchSource[] {
  return [
    ...content.members.map(({ slug, file }) => ({
      kind: "member" as const,
      ...titled(slug, file.name, file),
      names: memberNames(file),
    })),
    ...setlistSources(content),
    ...songSources(content),
    ...shows.map((show) => ({
      kind: "show" as const,
      ...titled(show.id, show.title, show.entry.file, show.occasion.start),
      partOf: show.setlist?.name ?? show.entry.file.setlist,
    })),
    ...content.news.map(({ slug, file }) => ({
      kind: "news" as const,
      ...titled(file.id ?? slug, file.title, file, articleInstant(file, content.group.timezone)),
    })),
    ...events.map(({ id, entry: { file }, occasion }) => ({
      kind: "event" as const,
      ...titled(id, file.title, file, occasion.start),
    })),
    ...content.releases.map(({ slug, file }) => ({
      kind: "release" as const,
      ...titled(file.id ?? slug, file.title, file, releaseInstant(file, content.group.timezone)),
    })),
  ];
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
