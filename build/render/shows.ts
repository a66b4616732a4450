import { hash } from "node:crypto";
import type { SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import type { ShowReference } from "../../src/model/item/member.ts";
import type {
  PagedShowItem,
  PersonItem,
  ShowDetailItem,
  ShowItem,
} from "../../src/model/item/occasions.ts";
import type { ShowRow, Span } from "../../src/model/pack.ts";
import type { Entry } from "../check/content.ts";
import { endOf, type Occasion, occasionOf, publishedFrom } from "../derive/instants.ts";
import { type CelebratedPerson, nameShow, type ShowNames } from "../derive/names.ts";
import { slugsOf } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import {
  createSetlistFinder,
  type SetlistFinder,
  setlistsOf,
  songTitle,
} from "../derive/setlists.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import type { Blob, Step } from "../emit/blob.ts";
import { admissionItem, type Sale, salesOf } from "../derive/admission.ts";
import { occasionCalendar, saleRows } from "./calendars.ts";
import { type RenderContext, textOf } from "./context.ts";
import { type Added, beginning, formerSlugs, moreJson } from "./json.ts";
import { addPage, addTable, type PagedTable, type TableKind } from "../emit/pages.ts";
import type { MemberFile } from "../schema/content/member.ts";

/** What takes place, with its times resolved. */
export interface ResolvedOccasion<File> {
  readonly entry: Entry<File>;
  /** All that is told of it is made of this, and of the group. */
  readonly madeOf: string;
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
  /** Undefined if no setlist of the group has the name that it says. */
  readonly detail: SetlistDetail | undefined;
  /** The slugs of the roster members who are in it. */
  readonly members: readonly string[];
}

/** Resolves all shows, newest first; what starts together keeps the order of file names. */
export function resolveShows(context: RenderContext): readonly ResolvedShow[] {
  const { content: { shows, setlists } } = context;
  const finder = createSetlistFinder(setlistsOf(setlists));
  const details = new Map(finder.setlists.map((setlist) => [setlist, detailOf(setlist)]));
  return shows.map((entry) => resolveShow(entry, finder, details, context))
    .sort((one, other) => other.occasion.start - one.occasion.start);
}

function resolveShow(
  entry: Entry<ShowFile>,
  setlists: SetlistFinder,
  details: ReadonlyMap<SetlistFile, SetlistDetail>,
  context: RenderContext,
): ResolvedShow {
  const { content: { group } } = context;
  const { timezone: zone, defaults, show_duration: usual, language } = group;
  const { file, slug } = entry;
  const occasion = occasionOf(file, zone);
  const minutes = file.duration ?? usual;
  const names = nameShow(entry, setlists, context);
  const { lineup, setlist, seitansai, graduation } = names;
  const detail = setlist && details.get(setlist);
  const people = [...lineup, ...[...seitansai, ...graduation].map(({ person }) => person)];
  const [id, title] = [file.id ?? slug, file.title ?? file.setlist!];
  return {
    entry,
    madeOf: `${textOf(entry, people)}\n${detail?.name}`,
    detail,
    id,
    title,
    occasion,
    minutes,
    get endAt() {
      return endOf(occasion, minutes, zone);
    },
    venue: file.venue ?? defaults.venue,
    admission: admissionItem(file, zone),
    sales: salesOf(file, zone),
    language,
    members: slugsOf(lineup),
    ...names,
  };
}

const SHOWS: TableKind<ResolvedShow, ShowRow> = {
  name: "shows",
  idOf: ({ id }) => id,
  write: (show, blob) => ({ row: renderShow(show, blob), calendar: showCalendar(show, blob) }),
  madeOf: ({ madeOf }) => madeOf,
};

/** Renders shows in the order given. */
export function renderShows(shows: readonly ResolvedShow[], context: RenderContext): PagedTable {
  return addTable(shows, SHOWS, context);
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
    lineup: moreJson({ lineup: lineup.map((person) => personItem(person)) }),
    setlist: (show.detail ?? detailOf({ name: file.setlist ?? "", songs: [] })).bytes,
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

/** What shows say of their setlist. */
interface SetlistDetail {
  /** As JSON in UTF-8: titles of songs are seldom plain ASCII, which is encoded in a fraction of the time. */
  readonly bytes: Uint8Array;
  /** Names the bytes. */
  readonly name: string;
}

function detailOf({ name, songs }: Pick<SetlistFile, "name" | "songs">): SetlistDetail {
  const setlist_detail: ShowDetailItem["setlist_detail"] = { name, songs: songs.map(songTitle) };
  const bytes = new TextEncoder().encode(moreJson({ setlist_detail }));
  return { bytes, name: hash("sha256", bytes, "base64url") };
}

/**
 * Adds the page that leads from members to their shows, by places: these shift with every show that comes
 * or goes, and nothing else has to be written again.
 */
export function memberShowsPage(
  members: readonly Entry<MemberFile>[],
  shows: readonly ResolvedShow[],
  { pages }: RenderContext,
): Span {
  const places = new Map(members.map(({ slug }) => [slug, [] as number[]]));
  shows.forEach(({ members }, place) => {
    for (const slug of members) places.get(slug)?.push(place);
  });
  return addPage(pages, "member shows", (blob) => blob.add(JSON.stringify([...places.values()])));
}
