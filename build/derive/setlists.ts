import type { SetlistFile } from "../schema/content/occasions.ts";
import type { Entry } from "../check/content.ts";
import { inOtherForm } from "../check/same_form.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote, suggestion } from "../diagnostic/wording.ts";
import { type Source, spellingEdit } from "../read/source.ts";
import { claimSlug, titleId } from "../../src/model/title_slug.ts";
import { phrase } from "../words/say.ts";

/** A song of a setlist, which its file has as a title or as fields. */
export type WrittenSong = SetlistFile["songs"][number];

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

/** The setlists of a group. */
export interface SetlistFinder {
  readonly setlists: readonly SetlistFile[];
  /** The setlist of a show, by name in any case. */
  find(name: string): SetlistFile | undefined;
}

/** Creates what finds setlists. */
export function createSetlistFinder(setlists: readonly SetlistFile[]): SetlistFinder {
  const byName = new Map(setlists.map((setlist) => [foldText(setlist.name), setlist]));
  // As most shows write it.
  const asWritten = new Map(setlists.map(({ name }) => [name, byName.get(foldText(name))]));
  return { setlists, find: (name) => asWritten.get(name) ?? byName.get(foldText(name)) };
}

/** Warns of a setlist that is not there. */
export function warnUnknownSetlist(
  name: string,
  source: Source,
  setlists: readonly SetlistFile[],
  report: ReportDiagnostic,
): void {
  const names = setlists.map((setlist) => setlist.name);
  const key = foldText(name);
  const part = names.find((one) => key.includes(foldText(one)));
  const slug = setlists.find(({ name: one }) => titleId(one) === name.replace(/\.ya?ml$/i, ""));
  const near = suggestion(slug?.name ?? name, names);
  // Of a name with more than the setlist's around it.
  const hint = near === "" && part !== undefined
    ? phrase`. If this is ${quote(part)}, write its name alone`
    : near;
  const remedy = hint || phrase`: correct the name, or add it with deno task new setlist`;
  const message = phrase`No setlist is called ${quote(name)}${remedy}`;
  const edit = spellingEdit(source, ["setlist"], inOtherForm(name, names));
  // Where it is the list that was misspelt, many shows name what it should say.
  const fix = edit && { ...edit, slip: `setlist ${name}` };
  report(warningAt(source.locate(["setlist"]), message, fix));
}

/** The ids of setlists, by their names. */
export function setlistIds(setlists: readonly SetlistFile[]): string[] {
  const taken = new Set<string>();
  return setlists.map(({ name }) => claimSlug(titleId(name), taken));
}
