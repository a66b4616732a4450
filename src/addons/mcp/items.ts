import type { Group } from "../../catalog/catalog.ts";
import type { ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem } from "../../model/item/setlists.ts";
import type { SearchKind } from "../../model/pack.ts";
import { titleId } from "../../model/title_slug.ts";
import { idOf, type Reader, type Times, timesOf, timesText } from "./reader.ts";
import { shortened } from "./result.ts";
import { inWords, say } from "./say.ts";

/** An item of any kind, as the public JSON has it in detail: a field means the same in all kinds. */
// deno-lint-ignore no-explicit-any
export type Fields = Readonly<Record<string, any>>;

type ReadItem = (reader: Reader, group: Group, id: string) => Promise<Fields | undefined>;

const READERS: Readonly<Record<SearchKind, ReadItem>> = {
  async member(reader, group, id) {
    const member = await reader.item<Fields>(group, "member-detail?url=", id);
    if (member === undefined) return undefined;
    const path = `/v1/birthdays/${member.id}`;
    const { body, status } = await reader.ask(path, { timezone: group.timezone });
    if (status !== 200) return member;
    const { birthday, current_age, next_birthday, age_on_next_birthday } = body;
    return { ...member, birthday, current_age, next_birthday, age_on_next_birthday };
  },
  show: (reader, group, id) => reader.item(group, "theater/", id),
  async event(reader, group, id) {
    const event = await reader.item<Fields>(group, "events/", id);
    if (event === undefined) return undefined;
    // The list alone tells whether the time of day is known.
    const day = event.date.slice(0, 10);
    const query = { from: day, to: day, timezone: group.timezone };
    return (await reader.items<Fields>(group, "events", query)).find((one) => one.id === event.id);
  },
  news: (reader, group, id) => reader.item(group, "news/", id),
  async release(reader, group, id) {
    return (await reader.items<ReleaseItem>(group, "releases")).find((one) => one.id === id);
  },
  setlist: (reader, group, id) => reader.item(group, "setlists/", id),
  async song(reader, group, id) {
    const isMeant = ({ title }: { readonly title: string }) => titleId(title) === id;
    const setlists = (await reader.items<SetlistDetailItem>(group, "setlists"))
      .flatMap(({ songs, name, performed, ...setlist }) =>
        songs.filter(isMeant).map(({ title, center, unit }) => ({
          title,
          entry: { setlist: name, id: idOf(group, "setlist", setlist.id), center, unit, performed },
        }))
      );
    const releases = (await reader.items<ReleaseItem>(group, "releases"))
      .flatMap(({ tracks, ...release }) =>
        tracks.filter(isMeant).map(({ title, members: sung_by }) => ({
          title,
          entry: { release: release.title, id: idOf(group, "release", release.id), sung_by },
        }))
      );
    const [first] = [...releases, ...setlists];
    return first && {
      id,
      title: first.title,
      setlists: setlists.map(({ entry }) => entry),
      releases: releases.map(({ entry }) => entry),
    };
  },
};

/** Reads an item by its id or a former one; undefined if there is none. */
export async function readItem(
  reader: Reader,
  group: Group,
  kind: SearchKind,
  id: string,
): Promise<Fields | undefined> {
  return await READERS[kind](reader, group, id);
}

/** When an item begins or is published. */
export function itemTimes(item: Fields, group: Group): Times | undefined {
  const { id, start_at, time, local_start_at, date, published_at } = item;
  if (start_at !== undefined) return timesOf(start_at, group, time !== "");
  if (local_start_at !== undefined) return timesOf(date, group, local_start_at !== "");
  if (published_at === undefined) return undefined;
  // The public JSON says midnight if only the day is known; what has an instant has no text before it.
  const row = group.table("news").find((row) => row.id === id);
  return timesOf(published_at, group, row?.detail[1] === 0);
}

/** What is said of an item beside its name in a line. */
const IN_LINE = [
  ...["type", "status", "generation", "nicknames", "release_date", "venue", "state"],
];

/** What an item is, in a line; `matched`: the sentence of an article that was looked for. */
export function lineOf(
  item: Fields,
  kind: SearchKind,
  group: Group,
  matched: string | undefined,
): string {
  const times = itemTimes(item, group);
  const { team } = item;
  const said = [
    ...times === undefined ? [] : [timesText(times)],
    ...IN_LINE.filter((name) => item[name] !== "scheduled").map((name) => say(item[name], group)),
    team === undefined ? "" : `team ${team}`,
    kind === "news" ? shortened(matched ?? item.content_text) : "",
    ...(kind === "song" ? item.setlists.map((one: Fields) => `in ${one.setlist}`) : []),
  ];
  const what = `${capitalized(kind)} of ${group.name}`;
  const text = said.filter((part) => part !== "").join(", ");
  return text === "" ? what : `${what}: ${text}`;
}

/** Fields for programs, and those that are said elsewhere. */
const UNSAID =
  /^(id|title|name|date|time|start_at|local_start_at|published_at|content|content_text|description|slug|url_key|sr_exists|room_id|lineup|label|member_count|nickname|group|members_count|image|img.*|.*_width|.*_height|is_.*|poster|banner|cover)$/;

/** All that an item says, a field a line; those that are long last. */
export function linesOf(item: Fields, group: Group): readonly string[] {
  const times = itemTimes(item, group);
  const lines = Object.entries(item).flatMap(([name, value]) => {
    const said = UNSAID.test(name) || value === item.id ? "" : say(value, group);
    return said === "" ? [] : [`${capitalized(inWords(name))}: ${said}`];
  });
  const isLong = (line: string) => line.length > LONG;
  return [
    ...times === undefined ? [] : [`When: ${timesText(times)}`],
    ...lines.filter((line) => !isLong(line)),
    ...lines.filter(isLong),
  ];
}

const LONG = 300;

function capitalized(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
