/**
 * This room reads and writes the files of a content folder for the tools that add to them.
 *
 * @module
 */

import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { splitFrontMatter } from "../read/front_matter.ts";
import { readFile } from "../read/read_file.ts";
import { isFields, type Source } from "../read/source.ts";
import { isLink } from "../read/misplaced.ts";
import { entriesIn } from "../read/there.ts";
import { endingOf, type EntryFolder, linkedFolder } from "../read/walk.ts";
import { setField } from "../yaml/edit_yaml.ts";
import { type SetlistFile, setlistFile } from "../schema/content/occasions.ts";
import { wordsOf } from "../words/say.ts";

/** The fields of a content file, by their names. */
export type EntryFields = Readonly<Record<string, unknown>>;

/** A file of the content folder. */
export interface ContentFile {
  readonly path: string;
  readonly slug: string;
  /** The values of its YAML. */
  readonly value: EntryFields;
  /** The text below the front matter of a Markdown file. */
  readonly body: string;
}

/** Reads the files of one kind, by name; broken ones are reported. */
export function readFolder(
  folder: string,
  kind: EntryFolder,
  report: ReportDiagnostic,
): ContentFile[] {
  return readSources(folder, kind, report)
    .map(({ file, slug, value, body }) => ({
      path: file,
      slug,
      value: isFields(value) ? value : {},
      body,
    }));
}

/** The same with the place of every value. */
export function readSources(folder: string, kind: EntryFolder, report: ReportDiagnostic): Source[] {
  if (isLink(`${folder}/${kind}`)) {
    report(linkedFolder(folder, kind));
    return [];
  }
  return filesIn(`${folder}/${kind}`, endingOf(kind))
    .map((path) => readFile(path, report)).filter((source) => source !== undefined);
}

/** The names of a kind's files without their endings. */
export function slugsIn(folder: string, kind: EntryFolder): string[] {
  return filesIn(`${folder}/${kind}`, endingOf(kind))
    .map((path) => path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf(".")));
}

/** Changes fields of a file, and of a Markdown file the text below them; the rest stays as it is. */
export function editFile(
  { path }: Pick<ContentFile, "path">,
  changes: readonly (readonly [field: string, value: unknown])[],
  order: readonly string[],
  body?: string,
): string {
  const text = Deno.readTextFileSync(path);
  const edit = (yaml: string) =>
    changes.reduce((now, [field, value]) => setField(now, field, value, order), yaml);
  if (!path.endsWith(".md")) return edit(text);
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const parts = splitFrontMatter(text.slice(mark.length));
  if ("message" in parts) throw new Error(`Cannot edit ${path}: ${wordsOf(parts.message)}`);
  const { yaml } = parts;
  const opening = text.slice(0, text.indexOf("\n") + 1);
  const closing = text.slice(opening.length + yaml.length, text.length - parts.body.length);
  return opening + edit(yaml) + closing + (body === undefined ? parts.body : `\n${body}`);
}

/** Files by name, in the same order on every machine. */
function filesIn(folder: string, ending: string): string[] {
  return entriesIn(folder)
    .filter(({ name, isFile }) => isFile && name.endsWith(ending) && !name.startsWith("."))
    .map(({ name }) => `${folder}/${name}`).sort();
}

/** The setlists of a group that can be used. */
export function readSetlists(folder: string): readonly SetlistFile[] {
  return readFolder(folder, "setlists", () => {}).flatMap(({ value }) =>
    setlistFile.safeParse(value).data ?? []
  );
}
