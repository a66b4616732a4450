/**
 * This room renders items into the bytes that the runtime answers with.
 *
 * @module
 */

import { aliasName, type GroupFile } from "../../src/model/content/group.ts";
import type { CalendarTable, GroupIndex, TableName } from "../../src/model/pack.ts";
import { hashGroup } from "../changes/hash_group.ts";
import { hashedPages } from "../changes/write_hashed.ts";
import { renderMarkdown } from "../article/markdown.ts";
import type { BuildCache } from "../cache/build_cache.ts";
import { lazily } from "../cache/lazily.ts";
import { areSame, createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { namingOf } from "../derive/names.ts";
import { type Naming, slugsOf } from "../derive/people.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { renderEvents, resolveEvents } from "./events.ts";
import { type FindShows, renderMembers } from "./members.ts";
import { renderNews } from "./news.ts";
import type { PackPage } from "../emit/blob.ts";
import { pagesOf } from "../emit/known_pages.ts";
import type { PageList } from "../emit/page_list.ts";
import type { RenderArticle, RenderContext } from "./context.ts";
import type { PagedTable } from "../emit/paged_table.ts";
import { renderReleases } from "./releases.ts";
import { renderSchedule } from "./schedule.ts";
import { renderShows, type ResolvedShow, resolveShows } from "./shows.ts";
import { renderSetlists } from "./setlists.ts";
import { addSearchPage } from "../search/search_page.ts";
import { renderVideocalls } from "./videocalls.ts";

/** What a group is rendered with. */
export interface RenderOptions {
  readonly cache: BuildCache;
  readonly renderArticle?: RenderArticle | undefined;
}

/**
 * Renders everything of a group into pages; the index holds the places. `naming`: what names mean, where
 * that is more than the group's own.
 */
export function renderGroup(
  content: GroupContent,
  list: PageList,
  report: ReportDiagnostic,
  { cache, renderArticle = renderMarkdown }: RenderOptions,
  naming: Naming = namingOf(content, report, list.memory),
): GroupIndex {
  const { group } = content;
  const { memory } = list;
  const pages = { ...list, known: pagesOf(list.known, () => sharedKey(content)) };
  const context = {
    content,
    pages,
    cache,
    renderArticle,
    memory,
    zone: group.timezone,
    ...naming,
  };
  const shows = resolveShows(context);
  const events = resolveEvents(context);
  const showTable = renderShows(shows, context);
  const tables = {
    shows: showTable,
    members: renderMembers(context, showFinder(shows, showTable.pages, context), showTable.pages),
    events: renderEvents(events, context),
    schedule: renderSchedule(shows, events, context),
    releases: renderReleases(context),
    videocalls: renderVideocalls(context),
  };
  const hashed = hashedPages(hashGroup(content, context.roster, memory), pages);
  const search = addSearchPage(content, shows, events, pages);
  // Articles come last: meanwhile another thread renders them.
  const paged = { ...tables, news: renderNews(context) };
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
    calendars: eachTable(CALENDARS, paged, ({ calendars }) => calendars),
    setlists: renderSetlists(context),
    get search() {
      return search();
    },
    tables: eachTable(TABLES, paged, ({ pieces }) => pieces),
    counts: eachTable(TABLES, paged, ({ count }) => count),
    hashed,
  };
}

/** Names what all pages of a group are made of: its own file, setlists, and what members are called. */
function sharedKey({ slug, group, setlists, members }: GroupContent): string {
  const names = members.map((
    { slug, file: { name, img, nicknames, former_slugs } },
  ) => [slug, name, img, nicknames, former_slugs]);
  return JSON.stringify([slug, group, setlists.file, names]);
}

const TABLES: readonly TableName[] = [
  ...["members", "shows", "news", "events", "schedule", "releases", "videocalls"] as const,
];

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

const findOnce = createRemember<FindShows>();

function showFinder(
  shows: readonly ResolvedShow[],
  pages: readonly PackPage[],
  { content, memory }: RenderContext,
): FindShows {
  return findOnce(memory, content.source, pages, REPORTS_NOTHING, () => {
    const last = lastOnce(memory, content.source, [], REPORTS_NOTHING, () => ({}));
    if (last.found === undefined || !haveSameMembers(last.found.shows, shows)) {
      const places = lazily(() => placesByMember(shows));
      last.found = { shows, find: (slug) => places().get(slug) ?? [] };
    }
    return last.found.find;
  });
}

/** What finds the shows of members, and in what. */
interface LastFinder {
  found?: { readonly shows: readonly ResolvedShow[]; readonly find: FindShows };
}

const lastOnce = createRemember<LastFinder>();

/** Whether shows that stand in the same places have the same members. */
function haveSameMembers(some: readonly ResolvedShow[], others: readonly ResolvedShow[]): boolean {
  return some.length === others.length && some.every((one, place) => {
    const other = others[place]!;
    return one === other || areSame(slugsOf(one.lineup), slugsOf(other.lineup));
  });
}

/** The places of each member's shows. */
function placesByMember(shows: readonly ResolvedShow[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  shows.forEach(({ lineup }, place) => {
    for (const { slug } of lineup) {
      if (slug === undefined) continue;
      const known = places.get(slug);
      if (known === undefined) places.set(slug, [place]);
      else if (known.at(-1) !== place) known.push(place);
    }
  });
  return places;
}

const CALENDARS: readonly CalendarTable[] = ["shows", "events", "members"];

function eachTable<Name extends TableName, T>(
  names: readonly Name[],
  tables: Readonly<Record<Name, PagedTable>>,
  make: (table: PagedTable) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(tables[name])])) as Record<Name, T>;
}
