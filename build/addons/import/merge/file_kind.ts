/**
 * This room merges records into content files without losing what is written there.
 *
 * @module
 */

import type { z } from "zod";
import type { GroupFamily } from "../../../../src/model/enums.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { EntryFolder } from "../../../read/walk.ts";
import { KINDS_BY_FOLDER, SCHEMAS } from "../../../schema/schemas.ts";
import { DUMP_FIELDS } from "../../../words/field_words.ts";
import { type Message, say } from "../../../words/say.ts";
import { fieldProblem } from "../../../yaml/entry_fields.ts";
import type { ImportContext } from "../context.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { readerOf, text } from "../record/read.ts";
import { readText } from "../record/values.ts";

/** What a merge may look at besides the field itself. */
export interface Scope {
  /** The slug of the file. */
  readonly slug: string;
  /** The file's values; none for a new one. */
  readonly had: EntryFields;
  /** The dump's values. */
  readonly wanted: EntryFields;
  /** The records that say them. */
  readonly records: readonly DumpRecord[];
  readonly context: ImportContext;
}

/**
 * The value that a field shall have: `had` itself where the dump has no other, so that the file's own
 * spelling stays. Undefined where the file does not have the field, and need not have it.
 */
export type Merge = (had: unknown, wanted: unknown, scope: Scope) => unknown;

/** A kind of content that has one file for each entry. The words of {@linkcode DUMP_FIELDS} are its fields. */
export interface FileKind {
  /** Its name in the command. */
  readonly name: string;
  /** What its records are called: `members`. */
  readonly plural: Message;
  /** Fields of an object that may hold the list of its records, besides `data`. */
  readonly lists: readonly string[];
  /** One of these has to be in every record, under any of its names. */
  readonly titles: readonly string[];
  /** The field that a map's keys are where they are days, and that a list's records have of what it is in. */
  readonly day?: string;
  readonly folder: EntryFolder;
  /** Whether a day has several of one name. */
  readonly repeats?: boolean;
  /** Whether its dumps say by their form which family the group is of. */
  readonly family?: GroupFamily;
  /** What a record is, where it is a part of a file. */
  readonly item?: z.ZodObject;
  /** How fields are read that the schema does not say. */
  readonly readers?: Readonly<Record<string, Reader>>;
  /** The field of the file that a field is a part of. */
  readonly parts?: Readonly<Record<string, string>>;
  /** How a file takes a field in; where that is left out, as it is. */
  readonly merges?: Readonly<Record<string, Merge>>;
  /** The field whose lists are put together where several records are one entry. */
  readonly gathers?: string;
  /** The fields that it adds to entries of another kind; records without an entry are passed over. */
  readonly adds?: readonly string[];
  /**
   * The values of an entry that follow from what was read, and what else it is known by; undefined: nothing of
   * the record is taken, and told so.
   */
  make?(said: EntryFields, record: DumpRecord): EntryFields | undefined;
  /** The ids of what was made; where left out, its `id`. */
  idsOf?(made: EntryFields): string[];
  /** The names of what was made, or of a file, which has its `slug`: from the most to the least exact; folded. */
  namesOf(values: EntryFields, zone: string, isFile: boolean): string[];
  /** The name that a new file gets, if it is free. */
  slugOf(made: EntryFields): string;
  /** Whether two that are called the same are two for sure; where left out, they are one. */
  isOther?(one: EntryFields, other: EntryFields, zone: string): boolean;
}

/** What datasets call the entries of each folder. */
export const ENTRY_KINDS = { ...KINDS_BY_FOLDER, setlists: "setlist" } as const;

/** The schema of a kind's files. */
export function schemaOf({ folder }: FileKind): z.ZodObject {
  return SCHEMAS[ENTRY_KINDS[folder]].schema;
}

/** The values that a record has for the fields of a kind; undefined: none. */
export function readFields(kind: FileKind, record: DumpRecord): EntryFields {
  const { readers = {}, parts = {}, item, name } = kind;
  return Object.fromEntries(
    Object.keys(DUMP_FIELDS[name]!).map((said) => {
      const schema = item !== undefined && said in item.shape ? item : schemaOf(kind);
      const field = said in schema.shape ? said : parts[said] ?? said;
      const type = schema.shape[field] as z.ZodType | undefined;
      const read = readers[said] ?? (type === undefined ? text : readerOf(type));
      const explain = (value: unknown) =>
        (type && fieldProblem(schema, field, readText(value) ?? value)) ??
          say`it could not be read`;
      return [said, record.read(said, read, explain)];
    }),
  );
}
