import type { Group } from "../../catalog/catalog.ts";
import type { MemberDetailItem } from "../../model/item/member.ts";
import type { EventItem, ShowDetailItem, ShowItem } from "../../model/item/occasions.ts";
import type { NewsDetailItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem } from "../../model/item/setlists.ts";
import type { SearchKind } from "../../model/pack.ts";
import { titleId } from "../../model/title_slug.ts";
import { type Reader, timesOf, timesText } from "./reader.ts";
import { shortened } from "./result.ts";
import type { Zoned } from "./schedule.ts";

/** A song: where it is in setlists, and on releases. */
export interface SongItem {
  readonly id: string;
  readonly title: string;
  readonly setlists: readonly {
    readonly setlist: SetlistDetailItem;
    readonly song: SetlistDetailItem["songs"][number];
  }[];
  readonly tracks: readonly {
    readonly release: ReleaseItem;
    readonly track: ReleaseItem["tracks"][number];
  }[];
}

/** The items of the kinds that are found, as the public JSON has them in detail. */
export interface Items {
  readonly member: MemberDetailItem;
  readonly show: ShowDetailItem;
  readonly event: EventItem & Zoned;
  readonly news: NewsDetailItem;
  readonly release: ReleaseItem;
  readonly setlist: SetlistDetailItem;
  readonly song: SongItem;
}

type ReadItem<T> = (reader: Reader, group: Group, id: string) => Promise<T | undefined>;

const READERS: { readonly [Kind in SearchKind]: ReadItem<Items[Kind]> } = {
  member: (reader, group, id) => reader.item(group, "member-detail?url=", id),
  show: (reader, group, id) => reader.item(group, "theater/", id),
  async event(reader, group, id) {
    const event = await reader.item<EventItem>(group, "events/", id);
    if (event === undefined) return undefined;
    // The list alone tells whether the time of day is known.
    const day = event.date.slice(0, 10);
    const query = { from: day, to: day, timezone: group.timezone };
    const listed = await reader.items<EventItem & Zoned>(group, "events", query);
    return listed.find((one) => one.id === event.id);
  },
  news: (reader, group, id) => reader.item(group, "news/", id),
  async release(reader, group, id) {
    return (await reader.items<ReleaseItem>(group, "releases")).find((one) => one.id === id);
  },
  setlist: (reader, group, id) => reader.item(group, "setlists/", id),
  async song(reader, group, id) {
    const [all, releases] = await Promise.all([
      reader.items<SetlistDetailItem>(group, "setlists"),
      reader.items<ReleaseItem>(group, "releases"),
    ]);
    const setlists = all.flatMap((setlist) =>
      setlist.songs.filter(({ title }) => titleId(title) === id).map((song) => ({ setlist, song }))
    );
    const tracks = releases.flatMap((release) =>
      release.tracks.filter(({ title }) => titleId(title) === id).map((track) => ({
        release,
        track,
      }))
    );
    const title = (tracks[0]?.track ?? setlists[0]?.song)?.title;
    return title === undefined ? undefined : { id, title, setlists, tracks };
  },
};

/** Reads an item by its id or a former one; undefined if there is none. */
export async function readItem<Kind extends SearchKind>(
  reader: Reader,
  group: Group,
  kind: Kind,
  id: string,
): Promise<Items[Kind] | undefined> {
  return await READERS[kind](reader, group, id);
}

/** A show or event that begins: its instant, as far as it is known. */
export function showTimes({ start_at, time }: Pick<ShowItem, "start_at" | "time">, group: Group) {
  return timesOf(start_at, group, time !== "");
}

export function eventTimes({ date, local_start_at }: Items["event"], group: Group) {
  return timesOf(date, group, local_start_at !== "");
}

type LineOf<T> = (item: T, group: Group, matched: string | undefined) => string;

const LINES: { readonly [Kind in SearchKind]: LineOf<Items[Kind]> } = {
  member({ status, generation, nicknames }, { name }) {
    const called = nicknames.length > 0 ? `. Also called ${nicknames.join(", ")}` : "";
    return `Member of ${name}: ${joined(status, generation)}${called}`;
  },
  show: (show, group) =>
    `Show of ${group.name}: ` +
    joined(timesText(showTimes(show, group)), show.venue, changedState(show)),
  event: (event, group) =>
    `Event of ${group.name} (${event.type}): ` +
    joined(timesText(eventTimes(event, group)), event.venue, changedState(event)),
  news: ({ date, content_text }, { name }, matched) =>
    `Article of ${name}, ${date}: ${shortened(matched ?? content_text)}`,
  release: ({ type, release_date: date }, { name }) =>
    `Release of ${name}: ${joined(type, date && `out ${date}`)}`,
  setlist: ({ songs }, { name }) => `Setlist of ${name}: ${songs.length} songs`,
  song: ({ setlists }, { name }) =>
    `Song of ${name}${setlists.map(({ setlist }) => `, in the setlist ${setlist.name}`).join("")}`,
};

function changedState({ state }: { readonly state: string }): string {
  return state === "scheduled" ? "" : state;
}

/** The texts that are there, in a line. */
function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text).join(", ");
}

/** What an item is, in a line; `matched`: the sentence of an article that was looked for. */
export function lineOf<Kind extends SearchKind>(
  group: Group,
  kind: Kind,
  item: Items[Kind] | undefined,
  matched: string | undefined,
): string {
  return item === undefined ? "" : LINES[kind](item, group, matched);
}
