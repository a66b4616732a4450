import type { Group } from "../../catalog/catalog.ts";
import type { EventItem, ScheduleItem, ShowItem } from "../../model/item/occasions.ts";
import type { ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem } from "../../model/item/setlists.ts";
import { titleId } from "../../model/title_slug.ts";
import {
  idOf,
  type Kind,
  type NamedMember,
  type Reader,
  type Times,
  timesOf,
  timesText,
} from "./reader.ts";
import { shortened } from "./result.ts";
import { lastDay, readRoster } from "./roster.ts";
import { isNameOf, sessionsOf } from "./occasions.ts";
import { inWords, sayPart } from "./say.ts";

/** An item of any kind, as the public JSON has it in detail: a field means the same in all kinds. */
// deno-lint-ignore no-explicit-any
export type Fields = Readonly<Record<string, any>>;

type ReadItem = (reader: Reader, group: Group, id: string) => Promise<Fields | undefined>;

const READERS: Readonly<Record<Kind, ReadItem>> = {
  async member(reader, group, id) {
    const found = await reader.item<Fields>(group, "member-detail?url=", id);
    if (found === undefined) return undefined;
    const { team, graduated, ...others } = found;
    const end = graduated === undefined ? undefined : lastDay(graduated);
    const member: Fields = found.is_graduate
      ? { ...others, last_team: team, graduated: end }
      : { ...others, team, graduates: end };
    const path = `/v1/birthdays/${member.id}`;
    const { body, status } = await reader.ask(path, { timezone: group.timezone });
    if (status !== 200) return member;
    const { birthday, current_age, next_birthday, age_on_next_birthday } = body;
    return { ...member, birthday, current_age, next_birthday, age_on_next_birthday };
  },
  show: (reader, group, id) => reader.item(group, "theater/", id),
  async event(reader, group, id) {
    const event = await reader.item<EventItem>(group, "events/", id);
    if (event === undefined) return undefined;
    // The schedule alone tells whether the time of day is known, and what is television or radio.
    const { time = "", type } = (await reader.items<ScheduleItem>(group, "schedule"))
      .find((one) => one.id === event.id && one.type !== "theater") ?? {};
    const start = { start_at: event.date, time };
    return { ...event, ...start, type: type === "media" ? type : event.type };
  },
  news: (reader, group, id) => reader.item(group, "news/", id),
  async release(reader, group, id) {
    return (await reader.items<ReleaseItem>(group, "releases")).find((one) => one.id === id);
  },
  async setlist(reader, group, id) {
    const found = await reader.item<SetlistDetailItem>(group, "setlists/", id);
    if (found === undefined) return undefined;
    const { by_member, ...setlist } = found;
    return { ...setlist, by_member_including_before_the_records: by_member };
  },
  async song(reader, group, id) {
    const isMeant = ({ title }: { readonly title: string }) => titleId(title) === id;
    const [releases, setlists] = await Promise.all([
      reader.items<ReleaseItem>(group, "releases"),
      reader.items<SetlistDetailItem>(group, "setlists"),
    ]);
    const tracks = releases.flatMap(({ id, title: release, type, number, release_date, tracks }) =>
      tracks.filter(isMeant).map(({ title, number: track, members: sung_by }) => ({
        title,
        entry: {
          release,
          id: idOf(group, "release", id),
          type,
          number,
          date: release_date,
          track,
          sung_by,
        },
      }))
    );
    const songs = setlists.flatMap(({ id, name: setlist, songs, performed }) =>
      songs.filter(isMeant).map(({ title, center, unit }) => ({
        title,
        entry: {
          setlist,
          id: idOf(group, "setlist", id),
          ...{ center: center.length > 0 ? center : "not recorded", unit, performed },
        },
      }))
    );
    const [first] = [...tracks, ...songs];
    if (first === undefined) return undefined;
    const [onRecord, onStage] = [tracks, songs].map((all) => all.map(({ entry }) => entry));
    return { id, title: first.title, setlists: onStage, releases: onRecord };
  },
  members: readRoster,
  async videocall(reader, group, date) {
    const sessions = await sessionsOf(reader, group, { date });
    const title = `Video calls of ${group.name} on ${date}`;
    return sessions.length === 0 ? undefined : { id: date, title, sessions };
  },
};

/** Reads an item by its id or a former one; undefined if there is none. */
export async function readItem(
  reader: Reader,
  group: Group,
  kind: Kind,
  id: string,
): Promise<Fields | undefined> {
  return await READERS[kind](reader, group, id);
}

/**
 * A member with what her counts of shows begin with, since not all that she had may be on record, and with
 * the shows of other groups that she was or is a guest of, the latest first.
 */
export async function withShows(reader: Reader, group: Group, member: Fields): Promise<Fields> {
  const { id, name, shows_before: before, stats: { shows, ...stats } } = member;
  const { total, first, since: counted_since, ...others } = shows;
  const day = { member: id, from: first, to: first };
  const onDay = first === undefined ? [] : await reader.items<ShowItem>(group, "theater", day);
  const show = onDay.findLast(({ state }) => state === "scheduled");
  const first_on_record = {
    date: first,
    title: show?.title,
    id: show && idOf(group, "show", show.id),
  };
  const said = {
    total,
    including_before_the_records: before?.total,
    first_on_record,
    counted_since,
  };
  const guest_of_other_groups = await guestShows(reader, { group, id, name });
  return { ...member, stats: { ...stats, shows: { ...said, ...others } }, guest_of_other_groups };
}

/** The latest shows of other groups in which a member is. */
async function guestShows(reader: Reader, member: NamedMember) {
  const others = reader.groups.filter((group) => group !== member.group);
  const all = await Promise.all(others.map(async (group) => {
    const shows = await reader.items<ShowItem>(group, "theater");
    return shows.filter(({ members }) => members.some((name) => isNameOf(member, name)))
      .map(({ id, title, date, state }) => ({
        date,
        title: `${title} (${group.name})`,
        id: idOf(group, "show", id),
        state: state === "scheduled" ? undefined : state,
      }));
  }));
  return all.flat().sort((one, other) => one.date < other.date ? 1 : -1).slice(0, GUEST_SHOWS);
}

const GUEST_SHOWS = 5;

/**
 * The address at which a person may open an item: its page, or the address that content gives it; "" if it
 * has neither. The addresses of the API need a key, which nobody's browser has.
 */
export function addressOf(reader: Reader, group: Group, kind: Kind, item: Fields): string {
  const setlist = kind === "song" ? item.setlists[0]?.id.split("/")[2] : undefined;
  const page = kind === "members" || kind === "videocall"
    ? reader.pageOf(group)
    : reader.pageOf(group, { kind, id: item.id, setlist });
  if (page !== undefined) return `${reader.base}${page}`;
  return kind !== "member" && URL.canParse(item.url) ? item.url : "";
}

/** When an item begins or is published. */
export function itemTimes(item: Fields, group: Group): Times | undefined {
  const { start_at, time, published_at } = item;
  if (start_at !== undefined) return timesOf(start_at, group, time !== "");
  if (published_at === undefined) return undefined;
  // It is midnight if only the day is known.
  return timesOf(published_at, group, !published_at.includes("T00:00:00"));
}

/** What is said of an item beside its name in a line. */
const IN_LINE = [
  ...["type", "status", "generation", "nicknames", "release_date", "venue", "state"],
];

/** What an item is, in a line; `sentence`: what of its text was looked for, or "". */
export function lineOf(
  item: Fields,
  kind: Kind,
  group: Group,
  sentence: string,
): string {
  const times = itemTimes(item, group);
  const said = [
    ...times === undefined ? [] : [timesText(times)],
    ...IN_LINE.filter((name) => item[name] !== "scheduled").map((name) =>
      sayPart(name, item[name], group)
    ),
    ...["team", "last_team", "birthplace"].filter((name) => item[name] !== undefined)
      .map((name) => `${inWords(name)} ${item[name]}`),
    shortened(sentence === "" && kind === "news" ? item.content_text : sentence),
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
    const isUnsaid = UNSAID.test(name) || value === item.id || value === "scheduled";
    const said = isUnsaid ? "" : sayPart(name, value, group);
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
