/** Reads what content says of its items from a pack, to compare it with another. */
import { hash } from "node:crypto";
import { MINUTE_MS } from "../toolbox/durations.ts";
import type { ContentItem, FieldValue, ItemList } from "./content_items.ts";
import type { ItemKind } from "./enums.ts";
import type { MemberDetailItem } from "./item/member.ts";
import type { EventItem, PagedShowItem, PersonItem } from "./item/occasions.ts";
import type { NewsDetailItem, NewsItem, ReleaseItem } from "./item/publications.ts";
import type { SetlistItem } from "./item/setlists.ts";
import type { SessionItem } from "./item/videocalls.ts";
import type {
  EventRow,
  MemberRow,
  NewsRow,
  Phases,
  ReleaseRow,
  ShowRow,
  Span,
  VideocallDay,
} from "./pack.ts";
import type { GroupIndex } from "./pack_index.ts";

/** A pack whose spans are read as they lie in it: with the paths of pictures, whatever the address. */
interface ItemSource {
  text(span: Span): string;
  json<T>(span: Span): T;
}

/** The fields that are compared, by the names that files use, in the order of the files. */
const FIELDS: Readonly<Record<ItemKind, readonly string[]>> = {
  member: words(
    "name fullname name_native name_reading nicknames generation status team img img_alt birth_date " +
      "birthplace blood_type zodiac height hobby description jikosokai joined graduated history " +
      "idn_username room_id showroom_url_key sr_exists youtube socials shows_before",
  ),
  show: words(
    "title setlist date time duration venue team state members seitansai graduation poster banner " +
      "url tickets stream start_at",
  ),
  news: words("title date category label image url summary content"),
  event: words(
    "title type date time duration venue description label url tickets stream members state start_at",
  ),
  release: words("title type number release_date cover tracks label links description"),
  videocall: words("date sessions"),
  setlist: words("songs image name_native name_reading"),
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

/**
 * The items of a group: of each kind there is a list, be it without items. `isWanted` picks
 * rows. Whom line-ups name is named by her slug: her other name changes no show; by `renamed`, if that has
 * another one for it.
 */
export function* readItems(
  { text, json }: ItemSource,
  { slug: group, tables, calendars, setlists, formerSetlists = {} }: GroupIndex,
  isWanted: (kind: ItemKind, id: string) => boolean = () => true,
  renamed: ReadonlyMap<string, string> = new Map(),
): Generator<ItemList> {
  const slugs = new Map(
    json<MemberRow[]>(tables.members).map(({ name, id }) => [name, id]),
  );
  const current = (slug: string) => renamed.get(slug) ?? slug;
  const slugOf = (name: string) => current(slugs.get(name) ?? name);
  const slugsOf = (names: readonly string[] = []) => names.map(slugOf);

  /** All that content says, which is in the last of an item's texts. */
  const read = <T>(phases: Phases, ...further: Span[]): T => {
    const last: Span = [phases.at(-2)!, phases.at(-1)!];
    return JSON.parse(`${[last, ...further].map(text).join("")}}`);
  };

  function listOf<R extends { readonly id: string } | { readonly date: string }>(
    kind: ItemKind,
    table: Span,
    itemsOf: (row: R) => ContentItem[],
    calendar?: Span,
  ): ItemList {
    const lines = calendar && json<(Span | null)[]>(calendar);
    const items = json<R[]>(table).flatMap((row, place) => {
      if (!isWanted(kind, "id" in row ? row.id : row.date)) return [];
      const shown = lines?.[place];
      return itemsOf(row).map((item) => shown ? { ...item, ...inCalendar(text(shown)) } : item);
    });
    return { group, kind, fields: FIELDS[kind], items };
  }

  yield listOf("member", tables.members, (row: MemberRow) => {
    const said = read<MemberDetailItem>(row.open, row.more);
    return [item("member", row, {
      ...said,
      fullname: said.fullname === row.name ? undefined : said.fullname,
      name_native: row.nameNative,
      name_reading: row.nameReading,
      // What she is until the day of her graduation, which is another field.
      status: row.status,
      img: row.img,
      img_alt: row.imgAlt,
      birth_date: row.birthDate,
      blood_type: said.bloodType,
      sr_exists: row.roomId !== undefined && said.sr_exists ? undefined : said.sr_exists,
      youtube: row.youtube,
    })];
  }, calendars.members);

  yield listOf("show", tables.shows, (row: ShowRow) => {
    const said = read<PagedShowItem>(row.open, row.extra);
    return [item("show", row, {
      ...said,
      duration: minutesOf(row, said),
      members: slugsOf(said.members),
      seitansai: said.seitansai.map((one) => celebrated(one, current)),
      graduation: said.graduation.map((one) => celebrated(one, current)),
      start_at: row.start,
    })];
  }, calendars.shows);

  yield listOf("news", tables.news, (row: NewsRow) => {
    const said = read<NewsDetailItem>(row.detail);
    const { content: summary } = read<NewsItem>(row.open);
    const isCut = said.content_text.replace(/\s+/g, " ").trim().startsWith(summary);
    const content = said.content === "" ? "" : shortHash(said.content);
    return [item("news", row, { ...said, content, summary: isCut ? undefined : summary })];
  });

  yield listOf("event", tables.events, (row: EventRow) => {
    const said = read<EventItem>(row.open);
    return [item("event", row, {
      ...said,
      type: row.isMedia ? "media" : said.type,
      date: row.date,
      time: row.isUntimed ? undefined : said.date.slice(11, 19).replace(/:00$/, ""),
      duration: minutesOf(row, said),
      members: slugsOf(said.members),
      start_at: row.start,
    })];
  }, calendars.events);

  yield listOf("release", tables.releases, (row: ReleaseRow) => {
    const said = read<ReleaseItem>(row.open);
    const tracks = said.tracks.map((one) => ({ ...one, members: slugsOf(one.members) }));
    return [item("release", row, { ...said, tracks })];
  });

  yield listOf("videocall", tables.videocalls, ({ date, sessions }: VideocallDay) => {
    const files = [...Map.groupBy(sessions, ({ slug }) => slug)];
    return files.map(([id, some]) =>
      item("videocall", { id, open: some[0]!.open }, {
        date,
        sessions: some.map(({ open }) => {
          const { status: _, date: __, ...said } = read<SessionItem>(open);
          return { ...said, members: slugsOf(said.members) };
        }),
      })
    );
  });

  const items = setlists.map((span) => {
    const { id, ...said } = JSON.parse(`${text(span)}}`) as SetlistItem;
    const songs = said.songs.map(({ center, unit, ...song }) => {
      return { ...song, center: slugsOf(center), unit: slugsOf(unit) };
    });
    const former = Object.keys(formerSetlists).filter((slug) => formerSetlists[slug] === id);
    return {
      ...item("setlist", { id: said.name, slug: id, open: ALWAYS }, { ...said, songs }),
      former: [...former, id],
    };
  });
  yield { group, kind: "setlist", fields: FIELDS.setlist, items };
}

const ALWAYS: Phases = [0, 1];

/** What names an item, and when it is published. */
interface NamedRow {
  readonly id: string;
  readonly slug?: string;
  readonly formerSlugs?: readonly string[];
  readonly open: Phases;
}

/** An id of its own an item has kept, whatever its file was called. */
function item(
  kind: ItemKind,
  { id, slug = id, formerSlugs = [], open }: NamedRow,
  values: Readonly<Record<string, unknown>>,
): ContentItem {
  return {
    id,
    ...(slug === id ? formerSlugs.length > 0 && { former: formerSlugs } : { slug }),
    ...(open[1] === 0 && { from: open[2]! }),
    fields: Object.fromEntries(
      FIELDS[kind].flatMap((name) => {
        const value = fieldValue(values[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

/** An empty text or list is as good as none. */
function fieldValue(value: unknown): FieldValue | undefined {
  if (value === undefined || value === "" || Array.isArray(value) && value.length === 0) {
    return undefined;
  }
  return typeof value === "object" ? JSON.stringify(value) : value as FieldValue;
}

/** A guest has no slug; an id of its own comes from the content. */
function celebrated({ id, name, url_key: slug }: PersonItem, current: (slug: string) => string) {
  return { member: slug === undefined ? name : current(slug), ...(id !== slug && { id }) };
}

function minutesOf(
  { start }: { readonly start: number },
  { end_at: end }: { readonly end_at?: string | undefined },
): number | undefined {
  return end === undefined ? undefined : (Date.parse(end) - start) / MINUTE_MS;
}

/** The lines of a VEVENT: they name people, and a length of time that only calendars give to some. */
function inCalendar(lines: string): Pick<ContentItem, "calendar" | "minutes"> {
  const [length, hours = 0, minutes = 0] = /^DURATION:PT(?:(\d+)H)?(?:(\d+)M)?/m.exec(lines) ?? [];
  return {
    calendar: shortHash(lines),
    ...(length !== undefined && { minutes: 60 * Number(hours) + Number(minutes) }),
  };
}

/** 72 bits of the SHA-256 of a text, in base64url. */
function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 12);
}
