import { stalePaths, writeTexts } from "../files/write_texts.ts";
import { foldersIn } from "../files/taken_slugs.ts";
import { repositoryRoot } from "../read/repository_root.ts";
import { exists } from "../read/there.ts";
import { SCHEMA_FOLDER, schemaFiles, type SchemaName } from "../schema/schemas.ts";
import { NAMES_FOLDER, namesSchema } from "./names_schema.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** The files that text editors complete from, by path. */
interface CompletionFiles {
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
function namesFileOf(contentFolder: string, group: string): [path: string, text: string] {
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

/** Where the files of each schema lie in the content folder; `*` is any group, or any entry. */
const FILES: Readonly<Record<SchemaName, string>> = {
  site: "site.yaml",
  plans: "plans.yaml",
  group: "*/group.yaml",
  setlists: "*/setlists.yaml",
  setlist: "*/setlists/*.yaml",
  member: "*/members/*.yaml",
  show: "*/shows/*.yaml",
  news: "*/news/*.md",
  event: "*/events/*.yaml",
  release: "*/releases/*.yaml",
  videocall: "*/videocalls/*.yaml",
};

/** The extension of Visual Studio Code that completes YAML. */
const EXTENSION = "redhat.vscode-yaml";

/**
 * Which schema holds for which file, as `yaml.schemas` says it: globs by schema. `content` is the
 * content folder as seen from the opened folder, with a slash behind it, or empty.
 */
function schemaGlobs(content: string, groups: readonly string[]): Record<string, string[]> {
  const schemas = `./${content}${SCHEMA_FOLDER}`;
  const kinds = Object.entries(FILES)
    .map(([name, files]) => [`${schemas}/${name}.json`, [content + files]]);
  const names = groups.map((group) => [
    `${schemas}/${NAMES_FOLDER}/${group}.json`,
    [`${content}${group}/*/*.yaml`, `${content}${group}/*/*.md`],
  ]);
  return Object.fromEntries([...kinds, ...names]);
}

/**
 * The text of `.vscode/settings.json`: what was there, with these schemas in the place of ours.
 *
 * @throws {TaskError} where what was there is no JSON without comments
 */
function settingsText(before: string | undefined, globs: Record<string, string[]>): string {
  const settings = parsed(before, "settings.json");
  const ours = Object.keys(globs)[0]!.replace(/[^/]*$/, "");
  const others = Object.entries(settings["yaml.schemas"] ?? {}).filter(([schema]) =>
    !schema.startsWith(ours)
  );
  return textOf({ ...settings, "yaml.schemas": { ...Object.fromEntries(others), ...globs } });
}

/**
 * The text of `.vscode/extensions.json`: what was there, and the extension that completes YAML.
 *
 * @throws {TaskError} as {@linkcode settingsText}
 */
function extensionsText(before: string | undefined): string {
  const extensions = parsed(before, "extensions.json");
  const there = Array.isArray(extensions["recommendations"]) ? extensions["recommendations"] : [];
  return textOf({ ...extensions, recommendations: [...new Set([...there, EXTENSION])] });
}

function parsed(text: string | undefined, name: string): Record<string, object | undefined> {
  if (text === undefined || text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new TaskError(
      say`Cannot read .vscode/${name}: it is no JSON, or has comments; take them out, or move the file away, and run deno task schema again`,
    );
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}
