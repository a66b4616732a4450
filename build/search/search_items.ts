/**
 * This room makes the index by which items are found.
 *
 * @module
 */

import type { MemberFile } from "../../src/model/content/member.ts";
import type { SearchKind } from "../../src/model/search/search_layout.ts";
import type { GroupContent } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { ResolvedEvent } from "../render/events.ts";
import type { ResolvedShow } from "../render/shows.ts";
import { releaseInstant } from "../render/releases.ts";
import { publishedAt } from "../render/news.ts";
import { setlistItems, songItems } from "./songs.ts";

/** A thing that can be found, and what it is called. */
export interface SearchSource {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  /** Its title and other names of its own. */
  readonly names: readonly string[];
  /** The name of what it belongs to, by which it is found behind others. */
  readonly partOf?: string | undefined;
  /** Epoch ms; -Infinity: always there. */
  readonly published: number;
  /** Epoch ms; NaN where it has no time. */
  readonly start: number;
  /** The names of the setlists that it is, or is in. */
  readonly setlists?: readonly string[];
}

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
    ...setlistItems(content),
    ...songItems(content),
    ...shows.map((show) => ({
      kind: "show" as const,
      ...titled(show.id, show.title, show.entry.file, show.occasion.start),
      partOf: show.setlist?.name ?? show.entry.file.setlist,
    })),
    ...content.news.map(({ slug, file }) => ({
      kind: "news" as const,
      ...titled(file.id ?? slug, file.title, file, publishedAt(file, content.group.timezone)),
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

/** A title, and the names that it holds: what stands in brackets, before them, and between dots. */
export function namesIn(title: string): string[] {
  const parts = title.split(/[()（）·]/).map((part) => part.trim()).filter((part) => part !== "");
  return [...new Set([title, ...parts])];
}
