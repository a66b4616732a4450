import type { SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import type { GroupFile } from "../schema/content/group.ts";
import type { ShowReference } from "../../src/model/item/member.ts";
import type {
  PagedShowItem,
  PersonItem,
  ShowDetailItem,
  ShowItem,
} from "../../src/model/item/occasions.ts";
import type { ShowRow, Span } from "../../src/model/pack.ts";
import { derived, once, sameList } from "../cache/derived.ts";
import type { Entry } from "../check/content.ts";
import { endOf, type Occasion, occasionOf, publishedFrom } from "../derive/instants.ts";
import {
  type CelebratedPerson,
  nameShow,
  namesInShow,
  setlistFinder,
  type ShowNames,
} from "../derive/names.ts";
import { slugsOf } from "../derive/people.ts";
import { type Person, type Roster, rosterFor } from "../derive/roster.ts";
import { type SetlistFinder, songTitle } from "../derive/setlists.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import type { Blob, Step } from "../emit/blob.ts";
import { admissionItem, type Sale, salesOf } from "../derive/admission.ts";
import { movedSales, occasionCalendar, saleRows } from "./calendars.ts";
import type { RenderContext } from "./context.ts";
import { type Added, beginning, formerSlugs, moreJson } from "./json.ts";
import {
  addPage,
  addTable,
  movedPhases,
  movedSpan,
  type PagedTable,
  type TableKind,
} from "../emit/pages.ts";
import type { MemberFile } from "../schema/content/member.ts";

/** What takes place, with its times resolved. */
export interface ResolvedOccasion<File> {
  readonly entry: Entry<File>;
  readonly id: string;
  readonly occasion: Occasion;
  /** How long calendars say that it takes, where content says it. */
  readonly minutes: number | undefined;
  readonly endAt: string | undefined;
  readonly venue: string | undefined;
  readonly admission: ReturnType<typeof admissionItem>;
  readonly sales: readonly Sale[];
  /** The language in which calendars call a sale. */
  readonly language: string;
}

/** A show with its names and times resolved. */
export interface ResolvedShow extends ShowNames, ResolvedOccasion<ShowFile> {
  readonly title: string;
  /** The slugs of the roster members who are in it. */
  readonly members: readonly string[];
}

/** Resolves all shows, newest first; what starts together keeps the order of file names. */
export function resolveShows(context: RenderContext): readonly ResolvedShow[] {
  const { report, content: { source, group, shows } } = context;
  const setlists = setlistFinder(context.content);
  const resolved = shows.map((entry) => {
    const roster = rosterFor(entry, () => namesInShow(entry.file), context.roster);
    return derived(entry, [roster, setlists, group], resolveShow, report);
  });
  resolved.sort((one, other) => other.occasion.start - one.occasion.start);
  return sameList(source, "shows", resolved);
}

function resolveShow(
  entry: Entry<ShowFile>,
  roster: Roster,
  setlists: SetlistFinder,
  group: GroupFile,
  report: ReportDiagnostic,
): ResolvedShow {
  const { timezone: zone, defaults, show_duration: usual, language } = group;
  const { file, slug } = entry;
  const occasion = occasionOf(file, zone);
  const minutes = file.duration ?? usual;
  const names = nameShow(entry, setlists, { roster, report });
  const [id, title] = [file.id ?? slug, file.title ?? file.setlist!];
  return {
    entry,
    id,
    title,
    occasion,
    minutes,
    endAt: endOf(occasion, minutes, zone),
    venue: file.venue ?? defaults.venue,
    admission: admissionItem(file, zone),
    sales: salesOf(file, zone),
    language,
    members: slugsOf(names.lineup),
    ...names,
  };
}

const SHOWS: TableKind<ResolvedShow, ShowRow> = {
  name: "shows",
  idOf: ({ id }) => id,
  write: (show, blob) => ({ row: renderShow(show, blob), calendar: showCalendar(show, blob) }),
  move: (row, by) => ({
    ...row,
    open: movedPhases(row.open, by),
    extra: movedSpan(row.extra, by),
    more: movedSpan(row.more, by),
    reference: movedSpan(row.reference, by),
    ...movedSales(row, by),
  }),
};

/** Renders shows in the order given. */
export function renderShows(shows: readonly ResolvedShow[], { pages }: RenderContext): PagedTable {
  return addTable(pages, shows, SHOWS);
}

function showCalendar(
  { entry: { file }, title, occasion, minutes, venue, lineup }: ResolvedShow,
  blob: Blob,
): Span {
  const { state, url } = file;
  const text = file.setlist === title ? undefined : file.setlist;
  return occasionCalendar(
    { title, state, venue, url, occasion, minutes, text, people: lineup },
    blob,
  );
}

function renderShow(show: ResolvedShow, blob: Blob): ShowRow {
  const { entry: { slug, file }, id, occasion, members } = show;
  const { extra, lineup: lineupJson, setlist, reference } = textsOf(show);
  return {
    id,
    slug,
    ...formerSlugs(file),
    open: blob.addPhases(stepsOf(show), publishedFrom(file)),
    date: occasion.date,
    start: occasion.start,
    state: file.state,
    ...occasion.untimed,
    members,
    extra: blob.add(extra),
    more: blob.add(lineupJson, setlist),
    reference: blob.add(reference),
    ...saleRows(show, file, blob),
  };
}

/** What the pack says of a show beside its item, as JSON; its setlist in UTF-8. */
function textsOf(show: ResolvedShow) {
  const { entry: { file }, lineup } = show;
  return {
    extra: moreJson(
      {
        seitansai: show.seitansai.map(celebratedItem),
        graduation: show.graduation.map(celebratedItem),
      } satisfies Added<PagedShowItem, ShowItem>,
    ),
    lineup: `,"lineup":[${lineup.map((person) => personJson(person)).join()}]`,
    setlist: show.setlist === undefined
      ? setlistBytes({ name: file.setlist ?? "", songs: [] })
      : setlistBytes(show.setlist),
    reference: JSON.stringify(referenceTo(show)),
  };
}

function stepsOf(
  { entry, id, title, occasion, endAt, venue, lineup, admission }: ResolvedShow,
): Step[] {
  const { file } = entry;
  const head = {
    title,
    setlist: file.setlist ?? "",
    date: occasion.date,
    time: file.time ?? "",
    venue: venue ?? "",
    members: lineup.map(({ name }) => name),
  } satisfies Partial<ShowItem>;
  const tail: Omit<ShowItem, keyof typeof head | "is_upcoming"> = {
    id,
    start_at: occasion.startAt,
    state: file.state,
    member_count: lineup.length,
    team: file.team,
    poster: file.poster,
    banner: file.banner,
    url: file.url,
    end_at: endAt,
    ...admission,
    ...pictureSize("poster", file.poster, entry),
  };
  return beginning(occasion.start, head, tail);
}

function referenceTo({ entry: { file }, id, title, occasion }: ResolvedShow): ShowReference {
  return { id, name: title, date: occasion.timestamp, ...(file.url && { url: file.url }) };
}

function celebratedItem({ person, id }: CelebratedPerson): PersonItem {
  return personItem(person, id);
}

/** What is not known of somebody, as of every guest, is left out. */
function personItem(
  { name, slug, img }: Person,
  id: string | number | undefined = slug,
): PersonItem {
  return { id, name, img, url_key: slug };
}

const personJson = once((person: Person) => JSON.stringify(personItem(person)));
/** Titles of songs are seldom plain ASCII, which is encoded in a fraction of the time. */
const setlistBytes = once(({ name, songs }: Pick<SetlistFile, "name" | "songs">) => {
  const detail: ShowDetailItem["setlist_detail"] = { name, songs: songs.map(songTitle) };
  return new TextEncoder().encode(`,"setlist_detail":${JSON.stringify(detail)}`);
});

/**
 * Adds the page that leads from members to their shows, by places: these shift with every show that comes
 * or goes, and nothing else has to be written again.
 */
export function memberShowsPage(
  members: readonly Entry<MemberFile>[],
  shows: readonly ResolvedShow[],
  { pages }: RenderContext,
): Span {
  const slugs = JSON.stringify(members.map(({ slug }) => slug));
  const places = derived(shows, [slugs], placesByMember);
  return addPage(pages, "member shows", (blob) => blob.add(places));
}

function placesByMember(shows: readonly ResolvedShow[], slugs: string): string {
  const places = new Map<string, number[]>(JSON.parse(slugs).map((slug: string) => [slug, []]));
  shows.forEach(({ members }, place) => {
    for (const slug of members) places.get(slug)?.push(place);
  });
  return JSON.stringify([...places.values()]);
}
