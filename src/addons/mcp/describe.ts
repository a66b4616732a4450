import type { Group } from "../../catalog/catalog.ts";
import type { MemberDetailItem, ShowStats } from "../../model/item/member.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { SearchKind } from "../../model/pack.ts";
import { type LiveType, PLATFORMS } from "../../model/platforms.ts";
import { eventTimes, type Items, showTimes } from "./items.ts";
import { idOf, type Reader, timesOf, timesText } from "./reader.ts";
import { countText } from "./result.ts";

/** A line of a text: what it is about, and what there is to say; what is empty is left out. */
export type Line = readonly [
  label: string,
  value: string | number | undefined | readonly (string | undefined)[],
];

/** All about an item. */
export interface Description {
  /** Names it within its group and kind. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Lines that may be long. */
  readonly longLines?: readonly Line[];
  /** Text behind the lines. */
  readonly body?: string | undefined;
  readonly metadata?: object;
  /** The setlist that it is, or is in, by its id. */
  readonly setlist?: string | undefined;
  /** When it begins, epoch ms. */
  readonly start?: number;
}

/** Says in lines all about an item. */
export async function describeItem<Kind extends SearchKind>(
  reader: Reader,
  group: Group,
  kind: Kind,
  item: Items[Kind],
): Promise<Description> {
  return await DESCRIBERS[kind](item, group, reader);
}

type Describe<T> = (
  item: T,
  group: Group,
  reader: Reader,
) => Description | Promise<Description>;

/** How many of the most frequent are named. */
const NAMED = 5;
/** How many shows are named before and after now. */
const SHOWS = 4;

const DESCRIBERS: { readonly [Kind in SearchKind]: Describe<Items[Kind]> } = {
  member: describeMember,
  show(show, group) {
    const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
    const times = showTimes(show, group);
    return {
      id: show.id,
      title: show.title,
      lines: [
        ["Begins", timesText(times)],
        ["Ends", instantText(show.end_at, group)],
        ["State", show.state],
        ["Place", show.venue],
        ["Team", show.team],
        ["Setlist", show.setlist],
        ["Celebrates the birthday of", names(show.seitansai)],
        ["Last show of", names(show.graduation)],
        [
          "Milestones",
          show.milestones.map(({ name, count, setlist }) =>
            `show ${count} of ${name}${setlist === undefined ? "" : ` in ${setlist}`}`
          ),
        ],
        ...admissionLines(show, group),
        ["Page", show.url],
      ],
      longLines: [["Members", show.members], ["Songs", show.setlist_detail.songs]],
      metadata: { ...times, state: show.state },
      start: Date.parse(show.start_at),
    };
  },
  event(event, group) {
    const times = eventTimes(event, group);
    return {
      id: event.id,
      title: event.title,
      lines: [
        ["Begins", timesText(times)],
        ["Ends", instantText(event.end_at, group)],
        ["State", event.state],
        ["Type", event.type],
        ["Place", event.venue],
        ...admissionLines(event, group),
        ["Page", event.url],
      ],
      longLines: [["Members", event.members]],
      body: event.description,
      metadata: { ...times, state: event.state },
      start: Date.parse(event.date),
    };
  },
  news({ id, title, published_at, category, content_text, date }, group) {
    const times = timesOf(published_at, group);
    return {
      id,
      title,
      lines: [["Published", timesText(times)], ["Category", category]],
      body: content_text,
      metadata: { date, ...times },
    };
  },
  release: ({ id, title, type, number, release_date, label, tracks, links, description }) => ({
    id,
    title,
    lines: [
      ["Type", number === undefined ? type : `${type} ${number}`],
      ["Date", release_date],
      ["Label", label],
      ...tracks.map(({ number, title, members }): Line => [
        `Track ${number}`,
        members.length > 0 ? `${title}, sung by ${members.join(", ")}` : title,
      ]),
      ...links.map(({ title, url }): Line => [title, url]),
    ],
    body: description,
    metadata: { date: release_date },
  }),
  async setlist(
    { id, name, name_native, name_reading, songs, performed, by_member },
    group,
    reader,
  ) {
    const { count, first, last, since } = performed;
    return {
      id,
      title: name,
      lines: [
        ["In its own script", [name_native, name_reading]],
        ["Performed", [countText(count, "time"), ...daysText(first, last, since)]],
        ...await stageLines(reader, group, name),
      ],
      longLines: [
        [
          "Most often in it",
          by_member.slice(0, NAMED).map(({ name, count }) => `${name} (${count})`),
        ],
        [
          "Songs",
          songs.map(({ title, center }, n) =>
            `${n + 1}. ${title}${center.length > 0 ? ` (center ${center.join(", ")})` : ""}`
          ),
        ],
      ],
      metadata: { performed: count },
      setlist: id,
    };
  },
  async song({ id, title, setlists, tracks }, group, reader) {
    const name = setlists[0]?.setlist.name;
    return {
      id,
      title,
      lines: [
        [
          "Setlists",
          setlists.map(({ setlist: { id, name } }) => `${name} (${idOf(group, "setlist", id)})`),
        ],
        ["Center", setlists.flatMap(({ song }) => song.center)],
        ["Sung on stage by", setlists.flatMap(({ song }) => song.unit)],
        [
          "Releases",
          tracks.map(({ release: { id, title } }) => `${title} (${idOf(group, "release", id)})`),
        ],
        ["Sung on record by", tracks.find(({ track }) => track.members.length > 0)?.track.members],
        ...(name === undefined ? [] : await stageLines(reader, group, name)),
      ],
      setlist: setlists[0]?.setlist.id,
    };
  },
};

async function describeMember(
  member: MemberDetailItem,
  group: Group,
  reader: Reader,
): Promise<Description> {
  const { id, stats: { last_live: last, total_live, shows } } = member;
  const [onAir, birthday, next, past] = await Promise.all([
    reader.items<LiveItem>(group, "live", { member: id }),
    reader.ask(`/v1/birthdays/${id}`, { timezone: group.timezone }),
    stageShows(reader, group, { status: "upcoming", member: id }),
    stageShows(reader, group, { status: "past", member: id }),
  ]);
  const named = (shows: readonly ShowItem[]) =>
    shows.slice(0, SHOWS).map((show) => showText(show, group));
  const isLater = member.graduated !== undefined && !member.is_graduate;
  return {
    id,
    title: member.name,
    lines: [
      ["In her own script", [member.name_native, member.name_reading]],
      ["Full name", member.fullname === member.name ? "" : member.fullname],
      ["Also called", member.nicknames],
      ["Status", member.status],
      ["Team", member.team],
      ["Generation", member.generation],
      ["Joined", member.joined],
      [isLater ? "Graduates" : "Graduated", member.graduated],
      ...(birthday.status === 200 ? birthdayLines(birthday.body) : []),
      ["Birthplace", member.birthplace],
      ["Height", member.height],
      ["Blood type", member.bloodType],
      ["Zodiac", member.zodiac],
      ["Hobby", member.hobby],
      ["Introduces herself", member.jikosokai],
      ["About her", member.description],
      ...onAir.map(({ type, started_at }): Line => [
        "On air now",
        `${PLATFORMS[type].title} since ${instantText(started_at, group)}`,
      ]),
      [
        "Last broadcast",
        last && `${PLATFORMS[last.type].title} began ${instantText(last.date.start, group)}`,
      ],
      [
        "Broadcasts counted",
        Object.entries(total_live).filter(([, count]) => count > 0)
          .map(([type, count]) => `${PLATFORMS[type as LiveType].title} ${count}`),
      ],
      ...statsLines(shows),
      ...member.history.map(({ from, to, team, role, generation }): Line => [
        "Career",
        [`${from} to ${to ?? "now"}`, role, team && `team ${team}`, generation],
      ]),
      ["Next shows", named(next)],
      ["Last shows", named(past)],
      ...member.socials.map(({ title, url }): Line => [title, url]),
    ],
    metadata: { status: member.status, shows: shows.total },
  };
}

/** What `/v1/birthdays/{member_id}` says of a member. */
interface Birthday {
  readonly birth_date: string;
  readonly birthday: string;
  readonly current_age?: number;
  readonly next_birthday: string;
  readonly age_on_next_birthday?: number;
}

function birthdayLines(
  { birth_date, birthday, current_age, next_birthday, age_on_next_birthday: turns }: Birthday,
): readonly Line[] {
  return [
    ["Born", birth_date || birthday],
    ["Age", current_age],
    ["Next birthday", [next_birthday, turns === undefined ? undefined : `turns ${turns}`]],
  ];
}

function statsLines({ total, first, last, since, by_setlist }: ShowStats): readonly Line[] {
  return [
    ["Shows", [String(total), ...daysText(first, last, since)]],
    [
      "Most often in",
      by_setlist.slice(0, NAMED).map(({ setlist, count }) => `${setlist} (${count})`),
    ],
  ];
}

/** Of what is counted: the days of the first and the last, and since when it is. */
function daysText(first?: string, last?: string, since?: string) {
  return [
    first && `the first on ${first}`,
    last && `the last on ${last}`,
    since && `counted since ${since}`,
  ];
}

/** Where tickets are sold and from when on, and where it is broadcast. */
function admissionLines(
  { tickets = [], stream }: Pick<EventItem, "tickets" | "stream">,
  group: Group,
): readonly Line[] {
  return [
    ...tickets.map(({ type, price, sale_from: from, url }): Line => [
      "Tickets",
      [type, price, from && `on sale from ${instantText(from, group)}`, url],
    ]),
    ["Stream", [stream?.url, stream?.price]],
  ];
}

function instantText(timestamp: string | undefined, group: Group): string | undefined {
  return timestamp && timesText(timesOf(timestamp, group));
}

/** Shows that take place. */
async function stageShows(
  reader: Reader,
  group: Group,
  query: { readonly status: "upcoming" | "past"; readonly member?: string },
): Promise<readonly ShowItem[]> {
  const shows = await reader.items<ShowItem>(group, "theater", query);
  return shows.filter(({ state }) => state === "scheduled");
}

/** The next show that has a setlist, and the last one. */
async function stageLines(
  reader: Reader,
  group: Group,
  setlist: string,
): Promise<readonly Line[]> {
  const [next, last] = await Promise.all((["upcoming", "past"] as const).map(async (status) => {
    const shows = await stageShows(reader, group, { status });
    return shows.find((show) => show.setlist === setlist);
  }));
  return [
    ["Next show", next && showText(next, group)],
    ["Last show", last && showText(last, group)],
  ];
}

/** A show as others name it. */
function showText(show: ShowItem, group: Group): string {
  return `${show.title}, ${timesText(showTimes(show, group))}, ${idOf(group, "show", show.id)}`;
}
