import { stalePaths, writeTexts } from "../files/write_texts.ts";
import { foldersIn } from "../files/taken_slugs.ts";
import { repositoryRoot } from "../read/repository_root.ts";
import { exists } from "../read/there.ts";
import { SCHEMA_FOLDER, schemaFiles } from "../schema/json_schema.ts";
import { extensionsText, schemaGlobs, settingsText } from "./editor_settings.ts";
import { NAMES_FOLDER, namesSchema } from "./names_schema.ts";

/** The files that text editors complete from, by path. */
export interface CompletionFiles {
  /** What the schemas and the list of groups decide. */
  readonly rules: ReadonlyMap<string, string>;
  /** What the content decides: names that exist. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Names are made of content, on the machine where they are offered: two who each add a member would
 * change the same lines.
 */
const IGNORED = `/${NAMES_FOLDER}/\n`;

/** Makes them for a content folder, in the repository that it lies in. */
export function completionFiles(contentFolder: string): CompletionFiles {
  const root = repositoryRoot(contentFolder);
  const inside = Deno.realPathSync(contentFolder).slice(root.length + 1);
  const groups = foldersIn(contentFolder)
    .filter((slug) => exists(`${contentFolder}/${slug}/group.yaml`));
  const schemas = [...schemaFiles()]
    .map(([name, text]) => [`${contentFolder}/${SCHEMA_FOLDER}/${name}`, text] as const);
  const globs = schemaGlobs(inside === "" ? "" : `${inside}/`, groups);
  const settings = `${root}/.vscode/settings.json`;
  const extensions = `${root}/.vscode/extensions.json`;
  return {
    rules: new Map([
      ...schemas,
      [`${contentFolder}/${SCHEMA_FOLDER}/.gitignore`, IGNORED],
      [settings, settingsText(textIn(settings), globs)],
      [extensions, extensionsText(textIn(extensions))],
    ]),
    names: new Map(groups.map((slug) => namesFileOf(contentFolder, slug))),
  };
}

/** A group's names: where they are written, and the text. */
export function namesFileOf(contentFolder: string, group: string): [path: string, text: string] {
  const path = `${contentFolder}/${SCHEMA_FOLDER}/${NAMES_FOLDER}/${group}.json`;
  return [path, namesSchema(`${contentFolder}/${group}`)];
}

/** Writes a group's names, where text editors are set up to complete from them. */
export function offerNames(contentFolder: string, group: string): void {
  if (!exists(`${contentFolder}/${SCHEMA_FOLDER}`)) return;
  const names = new Map([namesFileOf(contentFolder, group)]);
  if (stalePaths(names).length > 0) writeTexts(names);
}

function textIn(path: string): string | undefined {
  return exists(path) ? Deno.readTextFileSync(path) : undefined;
}
