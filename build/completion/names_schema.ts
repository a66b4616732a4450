import { groupFile } from "../../src/model/content/group.ts";
import type { KindFolder } from "../read/walk.ts";
import { readFolder, readSetlists } from "../files/content_file.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";

/** The folder of `schema` in which the names of groups lie, one file for each group. */
export const NAMES_FOLDER = "names";

/** The names that files of a group may use, as they stand in its content; each list is sorted. */
interface GroupNames {
  /** Members, guests that are known, and nicknames that one member has. */
  readonly people: readonly string[];
  readonly setlists: readonly string[];
  readonly teams: readonly string[];
  readonly generations: readonly string[];
  readonly venues: readonly string[];
  readonly categories: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A schema that offers a group's names to editors, and refuses no other: a new name is no mistake.
 * It is the same for the same content.
 */
export function namesSchema(folder: string): string {
  const names = namesIn(folder);
  const people = { items: { $ref: "#/$defs/person" } };
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Names of ${folder.slice(folder.lastIndexOf("/") + 1)}`,
    properties: {
      members: people,
      seitansai: people,
      graduation: people,
      setlist: oneOf(names.setlists),
      team: oneOf(names.teams),
      generation: oneOf(names.generations),
      venue: oneOf(names.venues),
      category: oneOf(names.categories),
      tracks: { items: { properties: { members: people } } },
      sessions: { items: { properties: { members: people } } },
    },
    $defs: { person: oneOf(names.people, ["string", "object"]) },
  };
  return JSON.stringify(schema, null, 2) + "\n";
}

/** A list of words to choose from may not be empty. */
function oneOf(names: readonly string[], type: string | readonly string[] = "string") {
  return names.length === 0 ? { type } : { anyOf: [{ enum: names }, { type }] };
}

function namesIn(folder: string): GroupNames {
  const read = (kind: KindFolder): Fields[] =>
    readFolder(folder, kind, () => {}).map(({ value }) => value as Fields);
  const [members, shows, events, news] = (["members", "shows", "events", "news"] as const)
    .map(read) as [Fields[], Fields[], Fields[], Fields[]];
  const group = valueOf(`${folder}/group.yaml`) as Fields | undefined;
  const guests = groupFile.shape.guests.safeParse(group?.["guests"]).data ?? [];
  return {
    people: sorted([...texts(members, "name"), ...guests, ...ownNicknames(members)]),
    setlists: sorted(readSetlists(folder).map(({ name }) => name)),
    teams: sorted(texts([...members, ...shows], "team")),
    generations: sorted(texts(members, "generation")),
    venues: sorted(texts([...shows, ...events], "venue")),
    categories: sorted(texts(news, "category")),
  };
}

/** Nicknames that two members have name nobody. */
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

/** What a file holds; undefined where it is missing or broken, which the check tells. */
function valueOf(path: string): unknown {
  return exists(path) ? readFile(path, () => {})?.value : undefined;
}
