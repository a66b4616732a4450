import { SCHEMA_FOLDER } from "../schema/json_schema.ts";
import { NAMES_FOLDER } from "./names_schema.ts";
import type { SchemaName } from "../schema/schemas.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

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
export function schemaGlobs(content: string, groups: readonly string[]): Record<string, string[]> {
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
export function settingsText(before: string | undefined, globs: Record<string, string[]>): string {
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
export function extensionsText(before: string | undefined): string {
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
