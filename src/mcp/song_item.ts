import type { Group } from "../catalog/catalog.ts";
import type { ReleaseItem } from "../model/item/publications.ts";
import { catalogGroup, setlistsOf } from "../routes/pages/catalog_group.ts";
import { MAX_SEARCH_LENGTH } from "../routes/resources/search.ts";
import { setlistFields } from "./find_items.ts";
import { type Item, showText, songTitle } from "./item.ts";
import { idOf, type Lookup } from "./lookup.ts";

/** A setlist, by its id. */
export function setlistItem(lookup: Lookup, group: Group, slug: string): Item | undefined {
  const setlist = setlistFields(lookup, group, slug);
  if (setlist === undefined) return undefined;
  const { next, last } = showsOf(lookup, group, setlist.name);
  return {
    title: setlist.name,
    lines: [
      ["Songs", setlist.songs.map(songTitle).map((song, n) => `${n + 1}. ${song}`)],
      ["Next show", next && showText(lookup, group, next)],
      ["Last show", last && showText(lookup, group, last)],
    ],
    setlist: slug,
  };
}

/** The next show that has a setlist, and the last one. */
function showsOf(lookup: Lookup, group: Group, setlist: string) {
  const { ctx: { catalog }, now } = lookup;
  const shown = catalogGroup(catalog, group, now, []);
  const shows = shown.showsOfSetlist(setlist).map(({ row }) => row);
  const turns = shows.filter(({ start }) => start > now).map(({ start }) => start);
  lookup.holdUntil(Math.min(shown.validUntil, ...turns));
  return {
    next: shows.findLast(({ start, state }) => start > now && state === "scheduled"),
    last: shows.find(({ start }) => start <= now),
  };
}

/** A song is in setlists and on releases; its words are those of its id. */
export async function songItem(
  lookup: Lookup,
  group: Group,
  slug: string,
): Promise<Item | undefined> {
  const { ctx: { catalog } } = lookup;
  const words = slug.replaceAll("-", " ").slice(0, MAX_SEARCH_LENGTH);
  const found = await lookup.search([group], words, { kind: "song", limit: 50 });
  const song = found.find(({ id }) => id === slug);
  if (song === undefined) return undefined;
  const { title, setlist } = song;
  const setlists = setlistsOf(catalog, group).filter(({ fields: { songs } }) =>
    songs.map(songTitle).includes(title)
  );
  const tracks = group.table("releases").filter((row) => lookup.isPresent(row)).flatMap((row) => {
    const release = lookup.read<ReleaseItem>(row);
    return release.tracks.filter((track) => isSame(track, title))
      .map((track) => ({ release, track, id: idOf(group, "release", row.id) }));
  });
  const name = setlist && setlistFields(lookup, group, setlist)?.name;
  const { next, last } = name === undefined ? {} : showsOf(lookup, group, name);
  return {
    title,
    lines: [
      [
        "Setlists",
        setlists.map(({ fields }) => `${fields.name} (${idOf(group, "setlist", fields.id)})`),
      ],
      ["Releases", tracks.map(({ release, id }) => `${release.title} (${id})`)],
      ["Sung on record by", tracks.find(({ track }) => track.members.length > 0)?.track.members],
      ["Next show", next && showText(lookup, group, next)],
      ["Last show", last && showText(lookup, group, last)],
    ],
    setlist,
  };
}

/** A setlist may write a song with its original title, as `蛍の川 (River of Fireflies)`. */
function isSame(
  track: { readonly title: string; readonly original_title?: string | undefined },
  title: string,
): boolean {
  const { title: own, original_title: original } = track;
  return own === title || (original !== undefined && title === `${original} (${own})`);
}
