/**
 * This room merges records into content files without losing what is written there.
 *
 * @module
 */

import type { z } from "zod";
import type { GroupFamily } from "../../../../src/model/enums.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { EntryFolder } from "../../../read/walk.ts";
import type { ImportContext } from "../context.ts";
import type { DumpShape } from "../dump/find_records.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";

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

/** A list that grows: its items are remembered one by one. */
export interface Growing {
  /** By what an item is known. */
  keyOf(item: unknown): string;
  /** What it is called, where its other parts may change. */
  titleOf?(item: unknown): string;
}

/** How a field is read, and how a file takes it in; where that is left out, as it is. */
export interface Field {
  readonly read: Reader;
  /** The field of the file that it is a part of. */
  readonly into?: string;
  readonly merge?: Merge;
  /** All fields of its names are read. */
  readonly grows?: Growing;
}

export type Fields = Readonly<Record<string, Reader | Field>>;

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
  /** Their ids of an entry whose file has no place for one. */
  readonly foreignIds?: readonly string[];
  /** The name that a new file gets, if it is free. */
  readonly slug: string;
  /** The text below the front matter of a Markdown file. */
  readonly article?: DumpArticle | undefined;
}

/** A kind of content that has one file for each entry. */
export interface FileKind extends DumpShape {
  /** Its name in the command. */
  readonly name: string;
  readonly folder: EntryFolder;
  /** Whether its dumps say by their form which family the group is of. */
  readonly family?: GroupFamily;
  readonly schema: z.ZodObject;
  readonly fields: Fields;
  /** Whether records without an entry are passed over; else they become new files. */
  readonly isOfOthers?: boolean;
  /** The values of a file that follow from what was read; undefined: the record is of another kind, and told so. */
  make?(said: EntryFields, record: DumpRecord): EntryFields | undefined;
  /** By what a record is known, and the name of its file; `said` is what was read. */
  identify(fields: EntryFields, said: EntryFields, record: DumpRecord): Identity;
  /** Under which ids and names a file is known. */
  keysOf(slug: string, file: EntryFields, context: ImportContext): Keys;
  /** Whether two that are called the same are two for sure; where left out, they are one. */
  isOther?(one: EntryFields, other: EntryFields, zone: string): boolean;
  /** What else is written where a file takes these fields. */
  further?(taken: EntryFields, had: EntryFields): EntryFields;
}

/** A row of a table of fields, written out. */
export function fieldOf(row: Reader | Field): Field {
  return "expected" in row ? { read: row } : row;
}

/** The values that a record has for the fields of a table; undefined: none. */
export function readFields(fields: Fields, record: DumpRecord): EntryFields {
  const values = Object.entries(fields).map(([name, row]) => {
    const { read, grows } = fieldOf(row);
    return [name, grows ? record.readAll(name, read) : record.read(name, read)];
  });
  return Object.fromEntries(values);
}

/** Which field of files each field of a table is a part of, where that is another one. */
export function partsOf(fields: Fields): Record<string, string> {
  const parts = Object.entries(fields).map(([name, row]) => [name, fieldOf(row).into] as const);
  return Object.fromEntries(parts.flatMap(([name, into]) => into ? [[name, into] as const] : []));
}
