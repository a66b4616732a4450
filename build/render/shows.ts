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
import { createSetlistFinder, setlistsOf, songTitle } from "../derive/setlists.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import type { Bodies, Step } from "../emit/bodies.ts";
import { admissionItem, salesOf } from "../derive/admission.ts";
import { occasionCalendar } from "./calendars.ts";
import { type RenderContext, textOf } from "./context.ts";
import { type Added, beginning, formerSlugs, moreJson } from "./json.ts";
import { type TableKind, writeTable, type WrittenTable } from "./table.ts";

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
  readonly sales?: readonly number[];
}

/** A show with its names and times resolved. */
export interface ResolvedShow extends ShowNames, ResolvedOccasion<ShowFile> {
  readonly title: string;
  /** The songs of its setlist in the detail, opened by a comma. */
  readonly songs: string;
  /** The slugs of the roster members who are in it. */
  readonly members: readonly string[];
}

/** Resolves all shows, newest first; what starts together keeps the order of file names. */
export function resolveShows(context: RenderContext): readonly ResolvedShow[] {
  const { content: { shows } } = context;
  const setlists = setlistsOf(context.content.setlists);
  const find = createSetlistFinder(setlists);
  const texts = new Map(setlists.map((setlist) => [setlist, songsJson(setlist)]));
  const nameEntry = (entry: Entry<ShowFile>) => nameShow(entry, setlists, find, context);
  return shows.map((entry) => resolveShow(entry, nameEntry(entry), texts, context))
    .sort((one, other) => other.occasion.start - one.occasion.start);
}

function resolveShow(
  entry: Entry<ShowFile>,
  names: ShowNames,
  texts: ReadonlyMap<SetlistFile, string>,
  context: RenderContext,
): ResolvedShow {
  const { content: { group } } = context;
  const { timezone: zone, defaults, show_duration: usual } = group;
  const { file, slug } = entry;
  const occasion = occasionOf(file, zone);
  const minutes = file.duration ?? usual;
  const { lineup, setlist, seitansai, graduation } = names;
  const people = [...lineup, ...[...seitansai, ...graduation].map(({ person }) => person)];
  const [id, title] = [file.id ?? slug, file.title ?? file.setlist!];
  return {
    entry,
    madeOf: textOf(entry, people),
    songs: setlist === undefined
      ? songsJson({ name: file.setlist ?? "", songs: [] })
      : texts.get(setlist)!,
    id,
    title,
    occasion,
    minutes,
    get endAt() {
      return endOf(occasion, minutes, zone);
    },
    venue: file.venue ?? defaults.venue,
    admission: admissionItem(file, zone),
    ...salesOf(file, zone),
    members: slugsOf(lineup),
    ...names,
  };
}

/** Renders shows in the order given. */
export function renderShows(shows: readonly ResolvedShow[], context: RenderContext): WrittenTable {
  const written = new Map<string, Span>();
  const kind: TableKind<ResolvedShow, ReturnType<typeof textsOf>, ShowRow> = {
    name: "shows",
    idOf: ({ id }) => id,
    madeOf: ({ madeOf }) => madeOf,
    tell: textsOf,
    write(show, texts, bodies) {
      const songs = written.get(show.songs) ?? bodies.add(show.songs);
      written.set(show.songs, songs);
      const row = renderShow(show, texts, songs, bodies);
      return { row, calendar: bodies.add(texts.calendar) };
    },
  };
  return writeTable(shows, kind, context);
}

function showCalendar(
  { entry: { file }, title, occasion, minutes, venue, lineup }: ResolvedShow,
): string {
  const { state, url } = file;
  const text = file.setlist === title ? undefined : file.setlist;
  return occasionCalendar({ title, state, venue, url, occasion, minutes, text, people: lineup });
}

function renderShow(
  { entry: { slug, file }, id, occasion, members, sales }: ResolvedShow,
  { steps, extra, more, reference }: ReturnType<typeof textsOf>,
  songs: Span,
  bodies: Bodies,
): ShowRow {
  return {
    id,
    slug,
    ...formerSlugs(file),
    open: bodies.addPhases(steps, publishedFrom(file)),
    date: occasion.date,
    start: occasion.start,
    state: file.state,
    ...occasion.untimed,
    ...(file.setlist !== undefined && { setlist: file.setlist }),
    members,
    extra: bodies.add(extra),
    more: bodies.add(more),
    songs,
    reference: bodies.add(reference),
    ...(sales && { sales }),
  };
}

/** What the pack says of a show, but for its songs. */
function textsOf(show: ResolvedShow) {
  const { lineup } = show;
  return {
    steps: stepsOf(show),
    extra: moreJson(
      {
        seitansai: show.seitansai.map(celebratedItem),
        graduation: show.graduation.map(celebratedItem),
      } satisfies Added<PagedShowItem, ShowItem>,
    ),
    more: moreJson({ lineup: lineup.map((person) => personItem(person)) }),
    reference: JSON.stringify(referenceTo(show)),
    calendar: showCalendar(show),
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

/** What the details of shows say of their setlist. */
function songsJson({ name, songs }: Pick<SetlistFile, "name" | "songs">): string {
  const setlist_detail: ShowDetailItem["setlist_detail"] = { name, songs: songs.map(songTitle) };
  return moreJson({ setlist_detail });
}
