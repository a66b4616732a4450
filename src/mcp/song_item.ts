import type { Group } from "../catalog/catalog.ts";
import { findByAddress } from "../catalog/phases.ts";
import type { ReleaseItem } from "../model/item/publications.ts";
import { catalogGroup, setlistsOf } from "../routes/pages/catalog_group.ts";
import { searchGroups } from "../routes/resources/search.ts";
import { setlistFields } from "./find_items.ts";
import { type Item, showText, songTitle } from "./item.ts";
import { idOf, type Reading } from "./reading.ts";

/** A setlist, by its id. */
export function setlistItem(reading: Reading, group: Group, slug: string): Item | undefined {
  const setlist = setlistFields(reading, group, slug);
  if (setlist === undefined) return undefined;
  const { ctx: { catalog }, now } = reading;
  const shows = catalogGroup(catalog, group, now, []).showsOfSetlist(setlist.name)
    .map(({ row }) => row);
  const next = shows.findLast(({ start, state }) => start > now && state === "scheduled");
  const last = shows.find(({ start }) => start <= now);
  return {
    title: setlist.name,
    lines: [
      ["Songs", setlist.songs.map(songTitle).map((song, n) => `${n + 1}. ${song}`)],
      ["Next show", next && showText(reading, group, next)],
      ["Last show", last && showText(reading, group, last)],
    ],
    show: (next ?? last)?.id,
  };
}

/** A song is in setlists and on releases; its words are those of its id. */
export async function songItem(
  reading: Reading,
  group: Group,
  slug: string,
): Promise<Item | undefined> {
  const { ctx: { catalog }, now } = reading;
  const words = slug.replaceAll("-", " ");
  const { found } = await searchGroups(catalog, [group], words, { kind: "song", now, limit: 50 });
  const song = found.find(({ id }) => id === slug);
  if (song === undefined) return undefined;
  const { title, show } = song;
  const setlists = setlistsOf(catalog, group).filter(({ fields: { songs } }) =>
    songs.map(songTitle).includes(title)
  );
  const tracks = group.table("releases").filter((row) => reading.isPresent(row)).flatMap((row) => {
    const release = reading.read<ReleaseItem>(row);
    return release.tracks.filter((track) => isSame(track, title))
      .map((track) => ({ release, track, id: idOf(group, "release", row.id) }));
  });
  const next = show === undefined ? undefined : findByAddress(group.table("shows"), show);
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
        next && showText(reading, group, next),
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
