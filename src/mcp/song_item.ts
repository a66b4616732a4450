import type { Group } from "../catalog/catalog.ts";
import { findByAddress } from "../catalog/phases.ts";
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
  const { ctx: { catalog }, now } = lookup;
  const shown = catalogGroup(catalog, group, now, []);
  const shows = shown.showsOfSetlist(setlist.name).map(({ row }) => row);
  const next = shows.findLast(({ start, state }) => start > now && state === "scheduled");
  const last = shows.find(({ start }) => start <= now);
  const turns = shows.filter(({ start }) => start > now).map(({ start }) => start);
  lookup.holdUntil(Math.min(shown.validUntil, ...turns));
  return {
    title: setlist.name,
    lines: [
      ["Songs", setlist.songs.map(songTitle).map((song, n) => `${n + 1}. ${song}`)],
      ["Next show", next && showText(lookup, group, next)],
      ["Last show", last && showText(lookup, group, last)],
    ],
    show: (next ?? last)?.id,
  };
}

/** A song is in setlists and on releases; its words are those of its id. */
export async function songItem(
  lookup: Lookup,
  group: Group,
  slug: string,
): Promise<Item | undefined> {
  const { ctx: { catalog }, now } = lookup;
  const words = slug.replaceAll("-", " ").slice(0, MAX_SEARCH_LENGTH);
  const found = await lookup.search([group], words, { kind: "song", limit: 50 });
  const song = found.find(({ id }) => id === slug);
  if (song === undefined) return undefined;
  const { title, show } = song;
  const setlists = setlistsOf(catalog, group).filter(({ fields: { songs } }) =>
    songs.map(songTitle).includes(title)
  );
  const tracks = group.table("releases").filter((row) => lookup.isPresent(row)).flatMap((row) => {
    const release = lookup.read<ReleaseItem>(row);
    return release.tracks.filter((track) => isSame(track, title))
      .map((track) => ({ release, track, id: idOf(group, "release", row.id) }));
  });
  const next = show === undefined ? undefined : findByAddress(group.table("shows"), show);
  if (next !== undefined && next.start > now) lookup.holdUntil(next.start);
  return {
    title,
    lines: [
      [
        "Setlists",
        setlists.map(({ fields }) => `${fields.name} (${idOf(group, "setlist", fields.id)})`),
      ],
      ["Releases", tracks.map(({ release, id }) => `${release.title} (${id})`)],
      ["Sung on record by", tracks.find(({ track }) => track.members.length > 0)?.track.members],
      [
        next && next.start > now ? "Next show" : "Last show",
        next && showText(lookup, group, next),
      ],
    ],
    show,
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
