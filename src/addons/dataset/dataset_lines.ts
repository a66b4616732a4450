/**
 * This room makes datasets: whole groups as content says them, in files that only content changes.
 *
 * @module
 */

import type { Group } from "../../catalog/catalog.ts";
import type { Pack } from "../../catalog/pack.ts";
import type { ItemKind } from "../../model/enums.ts";
import type { Phases, Span } from "../../model/pack.ts";

/**
 * The fields of each kind of item in a dataset, in their order: the columns of a table. They are those of
 * the item's detail but for what the clock or the store decides, then those that only content has.
 */
export const DATASET_FIELDS: Readonly<Record<ItemKind, readonly string[]>> = {
  member: names(
    "name img generation status is_graduate id url_key url nicknames img_alt group team socials " +
      "room_id sr_exists idn_username showroom_url_key birthplace height hobby name_native name_reading " +
      "img_width img_height nickname fullname description jikosokai birthdate bloodType zodiac joined " +
      "graduated history shows_before birthday youtube status_before former_slugs",
  ),
  show: names(
    "title setlist date time venue members id start_at state member_count team poster " +
      "banner url end_at tickets stream poster_width poster_height seitansai graduation lineup " +
      "setlist_detail slug former_slugs",
  ),
  news: names(
    "title content date image url id slug category label published_at image_width image_height " +
      "content_text summary former_slugs",
  ),
  event: names(
    "id title date venue description label url members type state end_at tickets stream time slug " +
      "former_slugs",
  ),
  release: names(
    "id title type number release_date cover tracks label links description cover_width cover_height slug " +
      "former_slugs",
  ),
  setlist: names("id name name_native name_reading image songs former_slugs"),
  videocall: names("session title category date preparation_start start_time end_time members"),
};

function names(text: string): readonly string[] {
  return text.split(" ");
}

/** An item as a dataset has it: the fields of its kind that it has, in their order. */
export type DatasetItem = Readonly<Record<string, unknown>>;

/** The items of a kind at an instant, in the order of their list. */
export interface DatasetLines {
  readonly kind: ItemKind;
  readonly items: readonly DatasetItem[];
  /** The next instant at which an item is published, in epoch ms; Infinity: never. */
  readonly validUntil: number;
}

/** Reads the items of a kind that are published at `now`, epoch ms. */
export function readLines(
  { pack, group }: { readonly pack: Pack; readonly group: Group },
  kind: ItemKind,
  now: number,
): DatasetLines {
  const items: DatasetItem[] = [];
  let validUntil = Infinity;
  for (const row of rowsOf(group, kind)) {
    const from = publishedFrom(row.phases);
    if (from > now) {
      validUntil = Math.min(validUntil, from);
      continue;
    }
    items.push(read(row, kind, pack));
  }
  return { kind, items, validUntil };
}

/** How many items of a kind are published at `now`. */
export function countLines(group: Group, kind: ItemKind, now: number): number {
  return rowsOf(group, kind).filter(({ phases }) => publishedFrom(phases) <= now).length;
}

/** An item: its texts in the pack, the spans behind them, and what its row alone has. */
interface DatasetRow {
  readonly phases: Phases;
  readonly further?: readonly Span[];
  readonly own?: (item: DatasetItem, pack: Pack) => DatasetItem;
}

function rowsOf(group: Group, kind: ItemKind): readonly DatasetRow[] {
  switch (kind) {
    case "member":
      return group.table("members").map((
        { open, more, status, birthDate, youtube, formerSlugs },
      ) => ({
        phases: open,
        further: [more],
        own: ({ graduated }) => ({
          // The day decides it, and a dataset is of no day.
          ...(graduated !== undefined &&
            { status: undefined, is_graduate: undefined, status_before: status }),
          birthday: birthDate?.slice(-5),
          youtube,
          ...former(formerSlugs),
        }),
      }));
    case "show":
      return group.table("shows").map(({ open, extra, more, songs, slug, formerSlugs }) => ({
        phases: open,
        further: [extra, more, songs],
        own: () => ({ slug, ...former(formerSlugs) }),
      }));
    case "news":
      return group.table("news").map(({ open, detail, formerSlugs }) => ({
        phases: detail,
        own: (_, pack) => ({
          summary: readTexts(pack, [lastOf(open)])["content"],
          ...former(formerSlugs),
        }),
      }));
    case "event":
      return group.table("events").map(({ open, isUntimed, isMedia, slug, formerSlugs }) => ({
        phases: open,
        own: ({ date }) => ({
          // Answers of events call it other.
          ...(isMedia && { type: "media" }),
          time: isUntimed ? undefined : clockOf(date),
          slug,
          ...former(formerSlugs),
        }),
      }));
    case "release":
      return group.table("releases").map(({ id, open, slug = id, formerSlugs }) => ({
        phases: open,
        own: () => ({ slug, ...former(formerSlugs) }),
      }));
    case "setlist":
      return group.setlists.map((span) => ({
        phases: span,
        own({ id }) {
          const { formerSetlists = {} } = group;
          return former(Object.keys(formerSetlists).filter((slug) => formerSetlists[slug] === id));
        },
      }));
    case "videocall":
      return group.table("videocalls").flatMap(({ sessions }) =>
        sessions.map(({ open }) => ({ phases: open }))
      );
  }
}

function former(slugs: readonly string[] = []): DatasetItem {
  return slugs.length === 0 ? {} : { former_slugs: slugs };
}

/** The instant (epoch ms) from which an item is there; -Infinity: it always was. */
function publishedFrom(phases: Phases): number {
  let from = -Infinity;
  for (let at = 0; at < phases.length; at += 3) {
    if (phases[at + 1]! > 0) return from;
    from = phases[at + 2] ?? Infinity;
  }
  return from;
}

const decoder = new TextDecoder();

/** Of the texts that an item has over time the last one says all that content says. */
function read(
  { phases, further = [], own }: DatasetRow,
  kind: ItemKind,
  pack: Pack,
): DatasetItem {
  const detail = readTexts(pack, [lastOf(phases), ...further]);
  const item = { ...detail, ...own?.(detail, pack) };
  return Object.fromEntries(
    DATASET_FIELDS[kind].flatMap((field) =>
      item[field] === undefined ? [] : [[field, item[field]]]
    ),
  );
}

function lastOf(phases: Phases): Span {
  return [phases.at(-2)!, phases.at(-1)!];
}

/** The item whose open JSON is in these spans. */
function readTexts(pack: Pack, spans: readonly Span[]): DatasetItem {
  return JSON.parse(`${spans.map((span) => decoder.decode(pack.bytes(span))).join("")}}`);
}

/** The time of day of a timestamp, without the seconds of a whole minute. */
function clockOf(timestamp: unknown): string {
  return String(timestamp).slice(11, 19).replace(/:00$/, "");
}
