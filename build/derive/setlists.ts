import type { SetlistFile } from "../schema/content/occasions.ts";
import type { Entry } from "../check/content.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { quote, suggestion } from "../diagnostic/wording.ts";
import { claimSlug, titleId } from "../../src/model/title_slug.ts";
import { type Message, phrase } from "../words/say.ts";

/** A song of a setlist, which its file has as a title or as fields. */
type WrittenSong = SetlistFile["songs"][number];

/** The title of a song. */
export function songTitle(song: WrittenSong): string {
  return typeof song === "string" ? song : song.title;
}

/** A song as fields, however its file has it. */
export function songFields(song: WrittenSong): Exclude<WrittenSong, string> {
  return typeof song === "string" ? { title: song, center: [], unit: [] } : song;
}

/** The setlists of files. */
export function setlistsOf(entries: readonly Entry<SetlistFile>[]): readonly SetlistFile[] {
  return entries.map(({ file }) => file);
}

/** Creates what finds setlists by name, in any case. */
export function createSetlistFinder(
  setlists: readonly SetlistFile[],
): (name: string) => SetlistFile | undefined {
  const byName = new Map(setlists.map((setlist) => [foldText(setlist.name), setlist]));
  return (name) => byName.get(foldText(name));
}

/** What is said of a name that is no setlist's. */
export function unknownSetlist(name: string, setlists: readonly SetlistFile[]): Message {
  const hint = suggestion(name, setlists.map((setlist) => setlist.name)) ||
    phrase`: correct the name, or add it with deno task new setlist`;
  return phrase`No setlist is called ${quote(name)}${hint}`;
}

/** The ids of setlists, by their names. */
export function setlistIds(setlists: readonly SetlistFile[]): string[] {
  const taken = new Set<string>();
  return setlists.map(({ name }) => claimSlug(titleId(name), taken));
}
