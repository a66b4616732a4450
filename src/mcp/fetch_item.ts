import type { Group } from "../catalog/catalog.ts";
import { findByAddress } from "../catalog/phases.ts";
import { type HttpError, notFound } from "../http/http_error.ts";
import { SEARCH_KINDS } from "../model/enums.ts";
import type { EventItem, ShowDetailItem } from "../model/item/occasions.ts";
import type { NewsDetailItem, ReleaseItem } from "../model/item/publications.ts";
import type { SearchKind, ShowRow } from "../model/pack.ts";
import { MAX_SEARCH_LENGTH } from "../routes/resources/search.ts";
import { type Item, type Line, songTitle } from "./item.ts";
import { memberItem } from "./member_item.ts";
import { groupText, idOf, type Lookup, timesOf, timesText } from "./lookup.ts";
import { type CallResult, cut, valueResult } from "./result.ts";
import { setlistItem, songItem } from "./song_item.ts";

const ID = /^([^/]+)\/([a-z]+)\/(.+)$/s;

/** `fetch`: all about an item. @throws {HttpError} `NOT_FOUND` */
export async function fetchItem(
  lookup: Lookup,
  { id }: { readonly id: string },
): Promise<CallResult> {
  const [, name = "", kindName, slug = ""] = ID.exec(id.trim()) ?? [];
  const kind = SEARCH_KINDS.find((one) => one === kindName);
  if (kind === undefined) {
    throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${SEARCH_KINDS.join(", ")}`);
  }
  const [group] = lookup.groupsNamed(name);
  const item = group && await READERS[kind](lookup, group, slug);
  if (item === undefined) throw await unknownId(lookup, kind, slug);
  const value = {
    id: idOf(group!, kind, slug),
    title: item.title,
    url: lookup.urlOf(group!, { kind, id: slug, title: item.title, setlist: item.setlist }),
    metadata: { group: group!.slug, kind, ...item.metadata },
  };
  const said: readonly Line[] = [["Group", groupText(group!)], ...item.lines];
  const lines = said.flatMap(([label, value]) => {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return text === "" ? [] : `${label}: ${text}`;
  });
  const text = [item.title, ...lines, ...(item.body ? ["", item.body] : [])].join("\n");
  return cut(text, (text) => {
    const { metadata, ...first } = value;
    const { id, title, url } = first;
    return valueResult({ id, title, text, url, metadata });
  });
}

/** The refusal of an id that nothing has: the nearest three of its kind. */
async function unknownId(lookup: Lookup, kind: SearchKind, slug: string): Promise<HttpError> {
  const words = slug.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim().slice(0, MAX_SEARCH_LENGTH);
  const found = words === ""
    ? []
    : await lookup.search(lookup.ctx.groups, words, { kind, limit: 3 });
  const offered = found.map(({ group, id }) => `${group}/${kind}/${id}`).join(", ");
  return notFound(
    offered === ""
      ? "Nothing has that id: search finds ids"
      : `Nothing has that id. The nearest: ${offered}`,
  );
}

type ReadItem = (
  lookup: Lookup,
  group: Group,
  slug: string,
) => Item | undefined | Promise<Item | undefined>;

const READERS: Readonly<Record<SearchKind, ReadItem>> = {
  member(lookup, group, slug) {
    const row = group.table("members").find((one) => one.id === slug) ??
      group.table("members").find((one) => one.formerSlugs.includes(slug));
    return row && lookup.isPresent(row) ? memberItem(lookup, group, row) : undefined;
  },
  show(lookup, group, slug) {
    const row = findByAddress(group.table("shows"), slug);
    return row && lookup.isPresent(row) ? showItem(lookup, group, row) : undefined;
  },
  event(lookup, group, slug) {
    const row = findByAddress(group.table("events"), slug);
    if (!row || !lookup.isPresent(row)) return undefined;
    const event = lookup.read<EventItem>(row);
    const times = timesOf(row, group.timezone);
    return {
      title: event.title,
      lines: [
        ["Begins", timesText(times)],
        ["State", event.state],
        ["Type", event.type],
        ["Place", event.venue],
        ["Members", event.members],
        ["Page", event.url],
      ],
      body: event.description,
      metadata: { ...times, state: event.state },
    };
  },
  news(lookup, group, slug) {
    const row = findByAddress(group.table("news"), slug);
    if (!row || !lookup.isPresent(row)) return undefined;
    const article = lookup.read<NewsDetailItem>({ id: row.id, open: row.detail });
    return {
      title: article.title,
      lines: [["Published", article.published_at], ["Category", article.category]],
      body: article.content_text,
      metadata: { date: article.date },
    };
  },
  release(lookup, group, slug) {
    const row = group.table("releases").find((one) => one.id === slug);
    if (!row || !lookup.isPresent(row)) return undefined;
    const release = lookup.read<ReleaseItem>(row);
    return {
      title: release.title,
      lines: [
        ["Type", release.number === undefined ? release.type : `${release.type} ${release.number}`],
        ["Date", release.release_date],
        ["Label", release.label],
        ...release.tracks.map((track): Line => [
          `Track ${track.number}`,
          `${track.title}${
            track.members.length > 0 ? `, sung by ${track.members.join(", ")}` : ""
          }`,
        ]),
        ...release.links.map(({ title, url }): Line => [title, url]),
      ],
      body: release.description ?? "",
      metadata: { date: release.release_date },
    };
  },
  setlist: setlistItem,
  song: songItem,
};

function showItem(lookup: Lookup, group: Group, row: ShowRow): Item {
  const show = lookup.read<ShowDetailItem>(row, row.extra, row.more);
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  const times = timesOf(row, group.timezone);
  return {
    title: show.title,
    lines: [
      ["Begins", timesText(times)],
      ["State", row.state],
      ["Place", show.venue],
      ["Team", show.team],
      ["Setlist", show.setlist],
      ["Celebrates the birthday of", names(show.seitansai)],
      ["Last show of", names(show.graduation)],
      ["Members", show.members],
      ["Songs", show.setlist_detail.songs.map(songTitle)],
      ["Tickets", show.url],
    ],
    metadata: { ...times, state: row.state },
  };
}
