import { errorMessage } from "../../../src/platform/log.ts";
import { stalePaths, writeTexts } from "../../files/write_texts.ts";
import { foldersIn } from "../../files/read_group.ts";
import { repositoryRoot } from "../../read/repository_root.ts";
import { isLink } from "../../read/misplaced.ts";
import { exists } from "../../read/there.ts";
import { KINDS_BY_FOLDER, SCHEMA_FOLDER, schemaFiles } from "../../schema/schemas.ts";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { groupFile } from "../../schema/content/group.ts";
import type { KindFolder } from "../../read/walk.ts";
import { readFolder, readSetlists } from "../../files/content_file.ts";
import { readFile } from "../../read/read_file.ts";

/** The folder of `schema` in which the names of groups lie, one file for each group. */
const NAMES_FOLDER = "names";

/**
 * Names are made of content, on the machine where they are offered: two who each add a member would
 * change the same lines.
 */
const IGNORED = `/${NAMES_FOLDER}/\n`;

/** The files that text editors complete from, by path, for a content folder in its repository. */
export function completionFiles(contentFolder: string): Map<string, string> {
  const root = repositoryRoot(contentFolder);
  const inside = Deno.realPathSync(contentFolder).slice(root.length + 1);
  const groups = foldersIn(contentFolder)
    .filter((slug) => exists(`${contentFolder}/${slug}/group.yaml`));
  const schemas = [...schemaFiles()]
    .map(([name, text]) => [`${contentFolder}/${SCHEMA_FOLDER}/${name}`, text] as const);
  const globs = schemaGlobs(inside === "" ? "" : `${inside}/`, groups);
  const settings = `${root}/.vscode/settings.json`;
  return new Map([
    ...schemas,
    [`${contentFolder}/${SCHEMA_FOLDER}/.gitignore`, IGNORED],
    [settings, settingsText(settings, globs)],
    ...groups.map((slug) => namesFileOf(contentFolder, slug)),
  ]);
}

/** A group's names: where they are written, and the text. */
function namesFileOf(contentFolder: string, group: string): [path: string, text: string] {
  const path = `${contentFolder}/${SCHEMA_FOLDER}/${NAMES_FOLDER}/${group}.json`;
  return [path, namesSchema(`${contentFolder}/${group}`)];
}

/**
 * Writes the names of all groups, where text editors are set up to complete from them. What they are offered is
 * a help: without it, everything else works.
 */
export function offerAllNames(contentFolder: string): void {
  if (!exists(`${contentFolder}/${SCHEMA_FOLDER}`)) return;
  try {
    const names = new Map(
      foldersIn(contentFolder).map((group) => namesFileOf(contentFolder, group)),
    );
    const stale = stalePaths(names);
    writeTexts(new Map([...names].filter(([path]) => stale.includes(path))));
  } catch (error) {
    console.error(say`Cannot write the names for text editors: ${errorMessage(error)}`);
  }
}

/** Where the files of each schema lie in the content folder; `*` is any group, or any entry. */
const FILES: Readonly<Record<string, string>> = {
  site: "site.yaml",
  plans: "plans.yaml",
  group: "*/group.yaml",
  setlist: "*/setlists/*.yaml",
  ...Object.fromEntries(
    Object.entries(KINDS_BY_FOLDER).map(([folder, kind]) => [
      kind,
      `*/${folder}/*.${kind === "news" ? "md" : "yaml"}`,
    ]),
  ),
};

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
    ["*/*.yaml", "*/*.md"].map((files) => `${content}${group}/${files}`),
  ]);
  return Object.fromEntries([...kinds, ...names]);
}

/**
 * The text of `.vscode/settings.json`: what was there, with these schemas in the place of ours.
 *
 * @throws {TaskError} where what was there is no JSON without comments
 */
function settingsText(path: string, globs: Record<string, string[]>): string {
  const settings = parsed(path);
  const ours = Object.keys(globs)[0]!.replace(/[^/]*$/, "");
  const others = Object.entries(settings["yaml.schemas"] ?? {}).filter(([schema]) =>
    !schema.startsWith(ours)
  );
  const schemas = { ...Object.fromEntries(others), ...globs };
  return JSON.stringify({ ...settings, "yaml.schemas": schemas }, null, 2) + "\n";
}

function parsed(path: string): Record<string, object | undefined> {
  const text = exists(path) ? Deno.readTextFileSync(path).trim() : "";
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new TaskError(
      say`Cannot read .vscode/settings.json: it is no JSON, or has comments; take them out, or move the file away, and run deno task schema again`,
    );
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A schema that offers a group's names to editors, and refuses no other: a new name is no mistake.
 * It is the same for the same content.
 */
function namesSchema(folder: string): string {
  const names = namesIn(folder);
  const people = { items: { $ref: "#/$defs/person" } };
  const team = oneOf(names.teams);
  const generation = oneOf(names.generations);
  const songs = { items: { properties: { center: people, unit: people } } };
  const setlist = oneOf(names.setlists);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Names of ${folder.slice(folder.lastIndexOf("/") + 1)}`,
    properties: {
      members: people,
      seitansai: people,
      graduation: people,
      setlist,
      shows_before: { properties: { by_setlist: { items: { properties: { setlist } } } } },
      team,
      generation,
      history: { items: { properties: { team, generation } } },
      venue: oneOf(names.venues),
      category: oneOf(names.categories),
      tracks: { items: { properties: { members: people } } },
      sessions: { items: { properties: { members: people } } },
      songs,
    },
    $defs: { person: oneOf(names.people, ["string", "object"]) },
  };
  return JSON.stringify(schema, null, 2) + "\n";
}

/** A list of words to choose from may not be empty. */
function oneOf(names: readonly string[], type: string | readonly string[] = "string") {
  return names.length === 0 ? { type } : { anyOf: [{ enum: names }, { type }] };
}

/** The names that files of a group may use, as they stand in its content; each list is sorted. */
function namesIn(folder: string) {
  const read = (kind: KindFolder): Fields[] =>
    readFolder(folder, kind, () => {}).map(({ value }) => value as Fields);
  const [members, shows, events, news] = (["members", "shows", "events", "news"] as const)
    .map(read) as [Fields[], Fields[], Fields[], Fields[]];
  const path = `${folder}/group.yaml`;
  // If it is broken, the check reports that.
  const isThere = exists(path) && !isLink(path);
  const group = isThere ? readFile(path, () => {})?.value as Fields | undefined : undefined;
  const careers = members.flatMap((member) => [member["history"]].flat())
    .filter((part): part is Fields => typeof part === "object" && part !== null);
  const guests = groupFile.shape.guests.safeParse(group?.["guests"]).data ?? [];
  return {
    // Members, guests that are known, and nicknames that one member has.
    people: sorted([...texts(members, "name"), ...guests, ...ownNicknames(members)]),
    setlists: sorted(readSetlists(folder).map(({ name }) => name)),
    teams: sorted(texts([...members, ...shows, ...careers], "team")),
    generations: sorted(texts([...members, ...careers], "generation")),
    venues: sorted(texts([...shows, ...events], "venue")),
    categories: sorted(texts(news, "category")),
  };
}

/** A nickname that two members have names neither. */
function ownNicknames(members: readonly Fields[]): string[] {
  const all = members.flatMap((member) =>
    [...new Set([member["nicknames"]].flat())].filter(isText)
  );
  return all.filter((name) => all.indexOf(name) === all.lastIndexOf(name));
}

function texts(entries: readonly Fields[], field: string): string[] {
  return entries.map((entry) => entry[field]).filter(isText);
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
