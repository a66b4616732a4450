import type { Group } from "../catalog/catalog.ts";
import { celebrantOf, hasBirthDate } from "../catalog/birthdays.ts";
import { findMember, foundUntil, showsAround, statusUntil } from "../catalog/members.ts";
import { findByAddress } from "../catalog/phases.ts";
import type { MemberFields } from "../group_pages/page_group.ts";
import type { ShowReference, ShowStats } from "../model/item/member.ts";
import type { EventItem, ShowDetailItem } from "../model/item/occasions.ts";
import type { ReleaseItem } from "../model/item/publications.ts";
import type { MemberRow, SearchKind, ShowRow } from "../model/pack.ts";
import { type LiveType, PLATFORMS } from "../model/platforms.ts";
import { MAX_SEARCH_LENGTH } from "../routes/resources/search.ts";
import { readArticle } from "./articles.ts";
import { idOf, type Lookup, timesAt, timesOf, timesText } from "./lookup.ts";
import { countText } from "./tool.ts";

/** A line of a text: what it is about, and what there is to say; what is empty is left out. */
export type Line = readonly [
  label: string,
  value: string | number | undefined | readonly (string | undefined)[],
];

/** All about an item. */
interface Item {
  /** Names it within its group and kind. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Lines that may be long. */
  readonly longLines?: readonly Line[];
  /** Text behind the lines. */
  readonly body?: string;
  readonly metadata?: object;
  /** The setlist that it is, or is in, by its id. */
  readonly setlist?: string | undefined;
  /** When it begins, epoch ms. */
  readonly start?: number;
}

type ReadItem = (
  lookup: Lookup,
  group: Group,
  address: string,
) => Item | undefined | Promise<Item | undefined>;

/** Reads an item of a kind, by its id or a former one; undefined if there is none. */
export const READERS: Readonly<Record<SearchKind, ReadItem>> = {
  member: readMember,
  show: readShow,
  event(lookup, group, address) {
    const row = findByAddress(group.table("events"), address);
    if (!row || !lookup.isPresent(row)) return undefined;
    const event = lookup.read<EventItem>(row);
    const times = timesOf(row, group.timezone);
    return {
      id: row.id,
      title: event.title,
      lines: [
        ["Begins", timesText(times)],
        ["Ends", instantText(group, event.end_at)],
        ["State", event.state],
        ["Type", event.type],
        ["Place", event.venue],
        ...admissionLines(group, event),
        ["Page", event.url],
      ],
      longLines: [["Members", event.members]],
      body: event.description,
      metadata: { ...times, state: event.state },
      start: row.start,
    };
  },
  news(lookup, group, address) {
    const row = findByAddress(group.table("news"), address);
    if (!row || !lookup.isPresent(row)) return undefined;
    const { title, published_at, category, content_text, date } = readArticle(lookup, row);
    const times = timesAt(Date.parse(published_at), group.timezone);
    return {
      id: row.id,
      title,
      lines: [["Published", timesText(times)], ["Category", category]],
      body: content_text,
      metadata: { date, ...times },
    };
  },
  release(lookup, group, address) {
    const row = group.table("releases").find((one) => one.id === address);
    if (!row || !lookup.isPresent(row)) return undefined;
    const { title, type, number, release_date, label, tracks, links, description = "" } = lookup
      .read<ReleaseItem>(row);
    return {
      id: row.id,
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
    };
  },
  setlist(lookup, group, address) {
    const setlists = lookup.shown(group).setlists();
    const id = group.formerSetlists?.[address] ?? address;
    const setlist = setlists.find((one) => one.id === id);
    if (setlist === undefined) return undefined;
    const { name, name_native, name_reading, songs } = setlist.fields;
    const { count, first, last, since } = lookup.shown(group).performedOf(setlist);
    const members = lookup.shown(group).membersOfSetlist(setlist).slice(0, NAMED);
    return {
      id,
      title: name,
      lines: [
        ["In its own script", [name_native, name_reading]],
        ["Performed", [countText(count, "time"), ...daysText(first, last, since)]],
        ...stageLines(lookup, group, name),
      ],
      longLines: [
        ["Most often in it", members.map(({ member, count }) => `${member.row.name} (${count})`)],
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
  song: readSong,
};

/** How many of the most frequent are named. */
const NAMED = 5;

/** All about a member. */
function readMember(lookup: Lookup, group: Group, address: string): Item | undefined {
  const { now, ctx: { live: { view, recents, sums } } } = lookup;
  const row = findMember(group, address, now);
  lookup.holdUntil(foundUntil(group, address, now));
  if (row === undefined) return undefined;
  const member = lookup.read<MemberFields>(row, row.more);
  const { recent, upcoming, validUntil } = showsAround(group, row, now);
  lookup.holdUntil(Math.min(validUntil, statusUntil(row, now)));
  lookup.holdUntil(Math.min(recents.validUntil(), view.validUntil()));
  const stats = lookup.shown(group).showStatsOf(lookup.shown(group).member(row.id)!);
  const onAir = view.list(group.slug).find(({ url }) => url === row.id);
  const last = recents.last(group.slug, row.id);
  const broadcasts = Object.entries(sums.totals(group.slug, [row.id, ...row.formerSlugs]))
    .filter(([, count]) => count > 0);
  const shows = (rows: readonly ShowRow[]) => rows.map((show) => showText(lookup, group, show));
  return {
    id: row.id,
    title: member.name,
    lines: [
      ["In her own script", [member.name_native, member.name_reading]],
      ["Full name", member.fullname === member.name ? "" : member.fullname],
      ["Also called", member.nicknames],
      ["Status", member.status],
      ["Team", member.team],
      ["Generation", member.generation],
      ["Joined", member.joined],
      [(row.graduatedFrom ?? 0) > now ? "Graduates" : "Graduated", member.graduated],
      ...birthdayLines(lookup, group, row),
      ["Birthplace", member.birthplace],
      ["Height", member.height],
      ["Blood type", member.bloodType],
      ["Zodiac", member.zodiac],
      ["Hobby", member.hobby],
      ["Introduces herself", member.jikosokai],
      ["About her", member.description],
      ["On air now", onAir && broadcastText(onAir.type, "since", onAir.started_at, group)],
      ["Last broadcast", last && broadcastText(last.type, "began", last.date.start, group)],
      [
        "Broadcasts counted",
        broadcasts.map(([type, count]) => `${PLATFORMS[type as LiveType].title} ${count}`),
      ],
      ...(stats === undefined ? [] : statsLines(stats)),
      ...member.history.map(({ from, to, team, role, generation }): Line => [
        "Career",
        [`${from} to ${to ?? "now"}`, role, team && `team ${team}`, generation],
      ]),
      ["Next shows", shows(upcoming)],
      ["Last shows", shows(recent)],
      ...member.socials.map(({ title, url }): Line => [title, url]),
    ],
    metadata: { status: member.status, shows: stats?.total },
  };
}

function birthdayLines(lookup: Lookup, group: Group, row: MemberRow): readonly Line[] {
  if (!hasBirthDate(row)) return [];
  const today = lookup.today(group.timezone);
  const { birthday } = celebrantOf(group, row, today, lookup.now);
  const { currentAge, ageOnNextBirthday: turns, nextBirthday } = birthday;
  return [
    ["Born", row.birthDate.replace(/^--/, "")],
    ["Age", currentAge],
    ["Next birthday", [nextBirthday, turns === undefined ? undefined : `turns ${turns}`]],
  ];
}

function broadcastText(type: LiveType, verb: string, start: string, { timezone }: Group): string {
  return `${PLATFORMS[type].title} ${verb} ${timesText(timesAt(Date.parse(start), timezone))}`;
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

function readShow(lookup: Lookup, group: Group, address: string): Item | undefined {
  const row = findByAddress(group.table("shows"), address);
  if (!row || !lookup.isPresent(row)) return undefined;
  const show = lookup.read<ShowDetailItem>(row, row.extra, row.more);
  const milestones = lookup.shown(group).milestonesOf(lookup.shown(group).show(row));
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  const times = timesOf(row, group.timezone);
  return {
    id: row.id,
    title: show.title,
    lines: [
      ["Begins", timesText(times)],
      ["Ends", instantText(group, show.end_at)],
      ["State", row.state],
      ["Place", show.venue],
      ["Team", show.team],
      ["Setlist", show.setlist],
      ["Celebrates the birthday of", names(show.seitansai)],
      ["Last show of", names(show.graduation)],
      [
        "Milestones",
        milestones.map(({ name, count, setlist }) =>
          `show ${count} of ${name}${setlist === undefined ? "" : ` in ${setlist}`}`
        ),
      ],
      ...admissionLines(group, show),
      ["Page", show.url],
    ],
    longLines: [["Members", show.members], ["Songs", show.setlist_detail.songs]],
    metadata: { ...times, state: row.state },
    start: row.start,
  };
}

/** Where tickets are sold and from when on, and where it is broadcast. */
function admissionLines(
  group: Group,
  { tickets = [], stream }: Pick<ShowDetailItem, "tickets" | "stream">,
): readonly Line[] {
  return [
    ...tickets.map(({ type, price, sale_from: from, url }): Line => [
      "Tickets",
      [type, price, from && `on sale from ${instantText(group, from)}`, url],
    ]),
    ["Stream", [stream?.url, stream?.price]],
  ];
}

/** An instant as items write it, in the group's zone and in UTC. */
function instantText({ timezone }: Group, timestamp: string | undefined): string | undefined {
  return timestamp && timesText(timesAt(Date.parse(timestamp), timezone));
}

/** A show as others name it. */
function showText({ ctx }: Lookup, group: Group, row: ShowRow): string {
  const { name } = ctx.catalog.pack.json<ShowReference>(row.reference);
  return `${name}, ${timesText(timesOf(row, group.timezone))}, ${idOf(group, "show", row.id)}`;
}

/** The next show that has a setlist, and the last one. */
function stageLines(lookup: Lookup, group: Group, setlist: string): readonly Line[] {
  const { now } = lookup;
  const shows = lookup.shown(group).showsOfSetlist(setlist).map(({ row }) => row);
  for (const { start } of shows) if (start > now) lookup.holdUntil(start);
  const next = shows.findLast(({ start, state }) => start > now && state === "scheduled");
  const last = shows.find(({ start, state }) => start <= now && state === "scheduled");
  return [
    ["Next show", next && showText(lookup, group, next)],
    ["Last show", last && showText(lookup, group, last)],
  ];
}

/** A song is in setlists and on releases; its words are those of its id. */
async function readSong(lookup: Lookup, group: Group, id: string): Promise<Item | undefined> {
  const words = id.replaceAll("-", " ").slice(0, MAX_SEARCH_LENGTH);
  const found = await lookup.search([group], words, { kind: "song", limit: 50 });
  const song = found.find((one) => one.id === id);
  if (song === undefined) return undefined;
  const { title, setlist } = song;
  const performed = lookup.shown(group).setlists().flatMap(({ fields }) =>
    fields.songs.filter((one) => one.title === title).map((song) => ({ fields, song }))
  );
  const tracks = group.table("releases").filter((row) => lookup.isPresent(row)).flatMap((row) => {
    const release = lookup.read<ReleaseItem>(row);
    return release.tracks.filter((track) => isSame(track, title))
      .map((track) => ({ release, track, id: idOf(group, "release", row.id) }));
  });
  const name = setlist && lookup.setlist(group, setlist)?.name;
  return {
    id,
    title,
    lines: [
      [
        "Setlists",
        performed.map(({ fields }) => `${fields.name} (${idOf(group, "setlist", fields.id)})`),
      ],
      ["Center", performed.flatMap(({ song }) => song.center)],
      ["Sung on stage by", performed.flatMap(({ song }) => song.unit)],
      ["Releases", tracks.map(({ release, id }) => `${release.title} (${id})`)],
      ["Sung on record by", tracks.find(({ track }) => track.members.length > 0)?.track.members],
      ...(name === undefined ? [] : stageLines(lookup, group, name)),
    ],
    setlist,
  };
}

/** A setlist may write a song with its original title, as `蛍の川 (River of Fireflies)`. */
function isSame(
  { title: own, original_title: original }: {
    readonly title: string;
    readonly original_title?: string | undefined;
  },
  title: string,
): boolean {
  return own === title || (original !== undefined && title === `${original} (${own})`);
}
