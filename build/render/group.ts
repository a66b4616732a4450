/**
 * This room renders items into the bytes that the runtime answers with.
 *
 * @module
 */

import { hash } from "node:crypto";
import { aliasName, type GroupFile } from "../schema/content/group.ts";
import type { SetlistFile } from "../schema/content/occasions.ts";
import { setlistIds, setlistsOf } from "../derive/setlists.ts";
import type { CalendarTable, TableName } from "../../src/model/pack.ts";
import type { GroupIndex } from "../../src/model/pack_index.ts";
import { renderEvents, resolveEvents } from "./events.ts";
import { renderSetlists } from "./setlists.ts";
import { renderShows, resolveShows } from "./shows.ts";
import { renderMembers, sortMembers } from "./members.ts";
import { renderNews, renderReleases } from "./publications.ts";
import { type RenderContext, textOf } from "./context.ts";
import { renderSchedule } from "./schedule.ts";
import type { WrittenTable } from "./table.ts";
import { renderVideocalls } from "./videocalls.ts";

/** Writes everything of a group; the index holds the places. */
export function renderGroup(around: Omit<RenderContext, "madeOf">): GroupIndex {
  const context = {
    ...around,
    madeOf: hash(
      "sha256",
      textOf({ source: around.content.source, pictures: around.content.ownPictures ?? [] }),
    ),
  };
  const { content, bodies, pictures } = context;
  const { group } = content;
  const shows = resolveShows(context);
  const events = resolveEvents(context);
  const members = sortMembers(context);
  const written: Readonly<Record<TableName, WrittenTable>> = {
    members: renderMembers(members, context),
    shows: renderShows(shows, context),
    news: renderNews(context),
    events: renderEvents(events, context),
    schedule: renderSchedule([...shows, ...events], context),
    releases: renderReleases(context),
    videocalls: renderVideocalls(context),
  };
  const tables = Object.keys(written) as TableName[];
  return {
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
    calendars: eachTable(CALENDARS, written, ({ calendar }) => calendar),
    showsComplete: group.shows_complete,
    setlists: renderSetlists(context),
    ...formerSetlists(setlistsOf(content.setlists)),
    tables: eachTable(tables, written, ({ rows }) => rows),
    ...(pictures && { pictures: bodies.add(JSON.stringify(pictures)) }),
  };
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

/** The ids of setlists by those that they had. */
function formerSetlists(setlists: readonly SetlistFile[]): Pick<GroupIndex, "formerSetlists"> {
  const ids = setlistIds(setlists);
  const former = setlists.flatMap(({ former_slugs: slugs }, place) =>
    slugs.map((slug) => [slug, ids[place]!] as const)
  );
  return former.length === 0 ? {} : { formerSetlists: Object.fromEntries(former) };
}

const CALENDARS: readonly CalendarTable[] = ["shows", "events", "members"];

function eachTable<Name extends TableName, T>(
  names: readonly Name[],
  tables: Readonly<Record<Name, WrittenTable>>,
  make: (table: WrittenTable) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(tables[name])])) as Record<Name, T>;
}
