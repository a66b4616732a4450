/**
 * This room renders items into the bytes that the runtime answers with.
 *
 * @module
 */

import { aliasName, type GroupFile } from "../../src/model/content/group.ts";
import type { GroupIndex, TableName, Tables } from "../../src/model/pack.ts";
import { hashGroup } from "../changes/hash_group.ts";
import { writeHashed } from "../changes/write_hashed.ts";
import type { BuildCache } from "../cache/build_cache.ts";
import type { GroupContent } from "../check/content.ts";
import { namingOf } from "../derive/names.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Blob } from "../emit/blob.ts";
import { renderCalendars } from "./calendars.ts";
import { renderEvents, resolveEvents } from "./events.ts";
import { renderMembers } from "./members.ts";
import { renderNews } from "./news.ts";
import { renderReleases } from "./releases.ts";
import { renderSchedule } from "./schedule.ts";
import { renderShows, resolveShows } from "./shows.ts";
import { renderVideocalls } from "./videocalls.ts";

/** A group's part of the index, and the tables that it names the places of. */
export interface RenderedGroup {
  readonly index: GroupIndex;
  readonly tables: Tables;
}

/** Renders everything of a group into the blob; the index holds the places. */
export function renderGroup(
  content: GroupContent,
  blob: Blob,
  report: ReportDiagnostic,
  cache: BuildCache,
): RenderedGroup {
  const { group } = content;
  const context = {
    content,
    blob,
    cache,
    zone: group.timezone,
    ...namingOf(content, report),
  };
  const shows = resolveShows(context);
  const events = resolveEvents(context);
  const showRows = renderShows(shows, context);
  const tables: Tables = {
    members: renderMembers(context, showFinder(showRows)),
    shows: showRows,
    news: renderNews(context),
    events: renderEvents(events, context),
    schedule: renderSchedule(shows, events, context),
    releases: renderReleases(context),
    videocalls: renderVideocalls(context),
  };
  const hashed = writeHashed(hashGroup(content, context.roster), blob);
  const index: GroupIndex = {
    slug: content.slug,
    ...aliasesOf(group),
    name: group.name,
    family: group.family,
    timezone: group.timezone,
    language: group.language,
    leapDay: group.leap_day,
    public: group.public,
    ...(group.image && { image: group.image }),
    accounts: group.accounts,
    calendars: blob.add(JSON.stringify(renderCalendars(shows, events, tables.members, context))),
    tables: eachTable(tables, (rows) => blob.add(JSON.stringify(rows))),
    counts: eachTable(tables, (rows) => rows.length),
    hashed,
  };
  return { index, tables };
}

/** Names of all aliases, and which of them serve another service's programs. */
function aliasesOf({ aliases }: GroupFile): Pick<GroupIndex, "aliases" | "profiles"> {
  const profiled = aliases.filter((alias) => typeof alias !== "string");
  return {
    aliases: aliases.map(aliasName),
    ...(profiled.length > 0 && {
      profiles: Object.fromEntries(profiled.map(({ name, as }) => [name, as])),
    }),
  };
}

/** Finds the places of a member's shows in the table. */
function showFinder(rows: Tables["shows"]): (slug: string) => readonly number[] {
  const places = new Map<string, number[]>();
  rows.forEach(({ members }, place) => {
    for (const slug of members) {
      const known = places.get(slug);
      if (known === undefined) places.set(slug, [place]);
      else known.push(place);
    }
  });
  return (slug) => places.get(slug) ?? [];
}

function eachTable<T>(tables: Tables, make: (rows: readonly unknown[]) => T): Record<TableName, T> {
  const made = Object.entries(tables).map(([name, rows]) => [name, make(rows)]);
  return Object.fromEntries(made) as Record<TableName, T>;
}
