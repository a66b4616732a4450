/**
 * This room names the schemas of content files, writes them as JSON schemas, and says what their
 * fields are called.
 *
 * @module
 */
import { z } from "zod";
import { eventFile, setlistFile, showFile, videocallFile } from "./content/occasions.ts";
import { groupFile } from "./content/group.ts";
import { memberFile } from "./content/member.ts";
import { newsFile, releaseFile } from "./content/publications.ts";
import { plansFile, siteFile } from "./content/site.ts";

/** The schema of a kind of content file, and what such a file is called. */
interface FileSchema {
  readonly title: string;
  readonly schema: z.ZodType;
}

/** The schemas by the name of their file in `content/schema`. */
export const SCHEMAS = {
  site: { title: "site.yaml: what holds for the whole service", schema: siteFile },
  plans: { title: "plans.yaml: what each package of keys allows", schema: plansFile },
  group: { title: "group.yaml: what holds for one group", schema: groupFile },
  setlist: { title: "A setlist: a programme that shows perform", schema: setlistFile },
  member: { title: "A member", schema: memberFile },
  show: { title: "A theater show", schema: showFile },
  news: { title: "The lines above a news article", schema: newsFile },
  event: { title: "An event", schema: eventFile },
  release: { title: "A record", schema: releaseFile },
  videocall: { title: "A day of video calls", schema: videocallFile },
} satisfies Record<string, FileSchema>;

export type SchemaName = keyof typeof SCHEMAS;

/** The kinds of a group's entries by the folder of each. */
export const KINDS_BY_FOLDER = {
  members: "member",
  shows: "show",
  news: "news",
  events: "event",
  releases: "release",
  videocalls: "videocall",
} as const;

/** The kinds of a group's files by the folder of each. */
export const FOLDERS = { ...KINDS_BY_FOLDER, setlists: "setlist" } as const;

export type KindFolder = keyof typeof KINDS_BY_FOLDER;
export type EntryFolder = keyof typeof FOLDERS;

/** What a file of a kind says. */
export type FileOf<Kind extends SchemaName> = z.output<typeof SCHEMAS[Kind]["schema"]>;

/** The folder of the content folder in which the schemas lie. */
export const SCHEMA_FOLDER = "schema";

/** The files that editors complete from: name and text of each, the same on every run. */
export function schemaFiles(): Map<string, string> {
  const files = Object.entries(SCHEMAS).map(([name, file]) =>
    [`${name}.json`, jsonSchema(file)] as const
  );
  return new Map(files);
}

/** What may be written, not what it is read as: fields with a default may be left out. */
function jsonSchema({ title, schema }: FileSchema): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => leaveOutIntegerBounds(jsonSchema),
  });
  return JSON.stringify({ $schema, title, ...rest }, null, 2) + "\n";
}

/** The bounds of exact integers say nothing to an editor. */
function leaveOutIntegerBounds(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
