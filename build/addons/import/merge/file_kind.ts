/**
 * This room merges records into content files without losing what is written there.
 *
 * @module
 */

import type { z } from "zod";
import type { GroupFamily } from "../../../../src/model/enums.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { EntryFolder } from "../../../read/walk.ts";
import { DUMP_FIELDS } from "../../../words/field_words.ts";
import { fieldProblem } from "../../../yaml/entry_fields.ts";
import { say } from "../../../words/say.ts";
import type { ImportContext } from "../context.ts";
import type { DumpShape } from "../dump/find_records.ts";
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

/** By what a record or an entry is known. */
export interface Keys {
  readonly ids: readonly string[];
  /** From the most to the least exact; folded. */
  readonly names: readonly string[];
}

/** The text of a news item as a dump has it. */
export interface DumpArticle {
  readonly content: string;
  /** Whether it is the article for sure, and not the short text of lists. */
  readonly isWhole: boolean;
}

/** What a record is besides its fields. */
export interface Identity extends Keys {
  /** The name that a new file gets, if it is free. */
  readonly slug: string;
  /** The text below the front matter of a Markdown file. */
  readonly article?: DumpArticle | undefined;
}

/** A kind of content that has one file for each entry. The words of {@linkcode DUMP_FIELDS} are its fields. */
export interface FileKind extends DumpShape {
  /** Its name in the command. */
  readonly name: string;
  readonly folder: EntryFolder;
  /** Whether its dumps say by their form which family the group is of. */
  readonly family?: GroupFamily;
  readonly schema: z.ZodObject;
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
  /** Whether records without an entry are passed over; else they become new files. */
  readonly isOfOthers?: boolean;
  /** The values of a file that follow from what was read; undefined: nothing of the record is taken, and told so. */
  make?(said: EntryFields, record: DumpRecord): EntryFields | undefined;
  /** By what a record is known, and the name of its file; `said` is what was read. */
  identify(fields: EntryFields, said: EntryFields, record: DumpRecord): Identity;
  /** Under which ids and names a file is known. */
  keysOf(slug: string, file: EntryFields, zone: string): Keys;
  /** Whether two that are called the same are two for sure; where left out, they are one. */
  isOther?(one: EntryFields, other: EntryFields, zone: string): boolean;
}

/** The values that a record has for the fields of a kind; undefined: none. */
export function readFields(kind: FileKind, record: DumpRecord): EntryFields {
  const { readers = {}, parts = {} } = kind;
  const fields = Object.keys(DUMP_FIELDS[kind.name]!);
  return Object.fromEntries(fields.map((name) => {
    const schema = kind.item !== undefined && name in kind.item.shape ? kind.item : kind.schema;
    const field = name in schema.shape ? name : parts[name] ?? name;
    const type = schema.shape[field] as z.ZodType | undefined;
    const read = readers[name] ?? (type === undefined ? text : readerOf(type));
    const explain = (value: unknown) =>
      (type && fieldProblem(schema, field, readText(value) ?? value)) ?? say`it could not be read`;
    return [name, record.read(name, read, explain)];
  }));
}
