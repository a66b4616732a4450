import type { GroupContent } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { setlistIds, setlistsOf, songFields } from "../derive/setlists.ts";
import { titleId } from "../derive/title_slug.ts";
import type { SetlistFile } from "../schema/content/occasions.ts";
import type { SearchKind } from "../../src/model/pack.ts";

/** A song while it is being collected. */
interface Song {
  readonly title: string;
  readonly names: Set<string>;
  readonly setlists: Set<string>;
}

/** The setlists of a group. */
export function setlistSources({ setlists }: GroupContent): SearchSource[] {
  const files = setlistsOf(setlists);
  const ids = setlistIds(files);
  return files.map(({ name, ...file }, place) => ({
    kind: "setlist",
    id: ids[place]!,
    title: name,
    names: [...new Set([...namesIn(name), ...nativeNames(file)])],
    setlists: [name],
    published: -Infinity,
    start: NaN,
  }));
}

/**
 * The songs of a group, each once: titles that make the same address are one song. Names that only a
 * release still to be published gives stand in an item of their own, which comes with it.
 */
export function songSources(content: GroupContent): SearchSource[] {
  const songs = new Map<string, Song>();
  for (const { name, songs: written } of setlistsOf(content.setlists)) {
    for (const song of written.map(songFields)) {
      addSong(songs, song.title, namesOfSong(song), name);
    }
  }
  const [later, present] = byPublication(content);
  for (const release of present) addTracks(songs, release);
  const sources = sourcesOf(songs, -Infinity);
  for (const release of later) {
    const further = new Map<string, Song>();
    addTracks(further, release);
    sources.push(...sourcesOf(withoutKnown(further, songs), publishedFrom(release)));
  }
  return sources;
}

type ReleaseContent = GroupContent["releases"][number]["file"];

function byPublication({ releases }: GroupContent): [ReleaseContent[], ReleaseContent[]] {
  const files = releases.map(({ file }) => file);
  return [
    files.filter((file) => publishedFrom(file) !== -Infinity),
    files.filter((file) => publishedFrom(file) === -Infinity),
  ];
}

function addTracks(songs: Map<string, Song>, { tracks }: ReleaseContent): void {
  for (const track of tracks) addSong(songs, track.title, namesOfSong(track));
}

function namesOfSong(
  { title, original_title }: {
    readonly title: string;
    readonly original_title?: string | undefined;
  },
): string[] {
  return [...namesIn(title), ...(original_title === undefined ? [] : [original_title])];
}

function addSong(
  songs: Map<string, Song>,
  title: string,
  names: readonly string[],
  setlist?: string,
): void {
  const id = titleId(title);
  let song = songs.get(id);
  if (song === undefined) songs.set(id, song = { title, names: new Set(), setlists: new Set() });
  for (const name of names) song.names.add(name);
  if (setlist !== undefined) song.setlists.add(setlist);
}

/** What of some songs is not known yet: songs, or further names of them. */
function withoutKnown(some: Map<string, Song>, known: Map<string, Song>): Map<string, Song> {
  const left = new Map<string, Song>();
  for (const [id, song] of some) {
    const before = known.get(id);
    const names = song.names.difference(before?.names ?? new Set());
    if (names.size === 0) continue;
    left.set(id, {
      title: before?.title ?? song.title,
      names,
      setlists: before?.setlists ?? song.setlists,
    });
  }
  return left;
}

function sourcesOf(songs: Map<string, Song>, published: number): SearchSource[] {
  return [...songs].map(([id, { title, names, setlists }]) => ({
    kind: "song",
    id,
    title,
    names: [...names],
    setlists: [...setlists],
    published,
    start: NaN,
  }));
}

/** A thing that can be found, and what it is called. */
export interface SearchSource {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  /** Its title and other names of its own. */
  readonly names: readonly string[];
  /** The name of what it belongs to, by which it is found behind others. */
  readonly partOf?: string | undefined;
  /** Epoch ms; -Infinity: always there. */
  readonly published: number;
  /** Epoch ms; NaN where it has no time. */
  readonly start: number;
  /** The names of the setlists that it is, or is in. */
  readonly setlists?: readonly string[];
}

/** The name of a member or setlist in its own script, and how it is read. */
export function nativeNames(
  { name_native, name_reading }: Pick<SetlistFile, "name_native" | "name_reading">,
): string[] {
  return [name_native, name_reading].filter((name) => name !== undefined);
}

/** A title, and the names that it holds: what stands in brackets, before them, and between dots. */
export function namesIn(title: string): string[] {
  if (!/[()（）·]|^\s|\s$/.test(title) && title !== "") return [title];
  const parts = title.split(/[()（）·]/).map((part) => part.trim()).filter((part) => part !== "");
  return [...new Set([title, ...parts])];
}
