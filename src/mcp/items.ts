import type { Group } from "../catalog/catalog.ts";
import { findByAddress } from "../catalog/phases.ts";
import type { EventItem, ShowDetailItem } from "../model/item/occasions.ts";
import type { ReleaseItem } from "../model/item/publications.ts";
import type { SearchKind } from "../model/pack.ts";
import { MAX_SEARCH_LENGTH } from "../addons/search/searching.ts";
import { readArticle } from "./articles.ts";
import { daysText, type Item, type Line, NAMED, showText } from "./item.ts";
import { idOf, type Lookup, timesIn, timesOf, timesText } from "./lookup.ts";
import { readMember } from "./member_item.ts";
import { countText } from "./tool.ts";

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
    const times = timesOf(row, event.date);
    return {
      id: row.id,
      title: event.title,
      lines: [
        ["Begins", timesText(times)],
        ["Ends", instantText(event.end_at)],
        ["State", event.state],
        ["Type", event.type],
        ["Place", event.venue],
        ...admissionLines(event),
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
    const times = timesIn(published_at);
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

function readShow(lookup: Lookup, group: Group, address: string): Item | undefined {
  const row = findByAddress(group.table("shows"), address);
  if (!row || !lookup.isPresent(row)) return undefined;
  const show = lookup.read<ShowDetailItem>(row, row.extra, row.more);
  const milestones = lookup.shown(group).milestonesOf(lookup.shown(group).show(row));
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  const times = timesOf(row, show.start_at);
  return {
    id: row.id,
    title: show.title,
    lines: [
      ["Begins", timesText(times)],
      ["Ends", instantText(show.end_at)],
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
      ...admissionLines(show),
      ["Page", show.url],
    ],
    longLines: [["Members", show.members], ["Songs", show.setlist_detail.songs]],
    metadata: { ...times, state: row.state },
    start: row.start,
  };
}

/** Where tickets are sold and from when on, and where it is broadcast. */
function admissionLines(
  { tickets = [], stream }: Pick<ShowDetailItem, "tickets" | "stream">,
): readonly Line[] {
  return [
    ...tickets.map(({ type, price, sale_from: from, url }): Line => [
      "Tickets",
      [type, price, from && `on sale from ${instantText(from)}`, url],
    ]),
    ["Stream", [stream?.url, stream?.price]],
  ];
}

function instantText(timestamp: string | undefined): string | undefined {
  return timestamp && timesText(timesIn(timestamp));
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
