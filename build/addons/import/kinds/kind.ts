/**
 * This room maps the records of each kind to the fields of its content files.
 *
 * @module
 */

import type { z } from "zod";
import type { GroupFamily } from "../../../../src/model/enums.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { EntryFolder } from "../../../read/walk.ts";
import type { DumpShape } from "../dump/read_dump.ts";
import type { ImportMemory } from "../memory.ts";
import type { FieldKeeper } from "../merge/field_keeper.ts";
import type { Rule, RuleContext } from "../merge/rules.ts";
import type { RecordOptions, RecordReader } from "../record/record.ts";
import type { Where } from "../report.ts";

/** What records are read with: the group they go into and what is known of it. */
export interface ImportContext extends RecordOptions, RuleContext {
  /** Decides whether the file or the dump is right. */
  readonly keeper: FieldKeeper;
  /** What earlier imports wrote, and whose ids are whose. */
  readonly memory: ImportMemory;
  readonly group: string;
  /** Whether there are setlists. */
  readonly hasSetlists: boolean;
  /** The name of the setlist that is called so. */
  findSetlist(name: string): string | undefined;
}

/** By what a record or an entry is known. */
export interface Keys {
  readonly ids: readonly string[];
  /** From the most to the least exact; folded. */
  readonly names: readonly string[];
}

/** What a record is besides its fields. */
interface Identity extends Keys {
  /** Fields that follow from others of the record: a file that has them says it better. */
  readonly guessed?: readonly string[];
  /** Their ids of an entry whose file has no place for one. */
  readonly foreignIds?: readonly string[];
  /** The name that a new file gets, if it is free. */
  readonly slug: string;
  /** The text below the front matter of a Markdown file. */
  readonly article?: DumpArticle | undefined;
}

/** A record in the words of the content folder. */
export interface Candidate extends Identity {
  readonly where: Where;
  /** Its value of each field; undefined: none. */
  readonly fields: EntryFields;
}

/** The text of a news item as a dump has it. */
export interface DumpArticle {
  readonly content: string;
  /** Whether it is the article for sure, and not the short text of lists. */
  readonly isWhole: boolean;
}

/** How the value of a field is read out of a record: by a method of its reader, or by a function. */
export type Read =
  | "text"
  | "texts"
  | "address"
  | "picture"
  | "count"
  | "day"
  | "time"
  | ((record: RecordReader, field: string, context: ImportContext) => unknown);

/** How a record says a field, and how a file takes it in; where no rule is given, as it is. */
export type Field = Read | readonly [read: Read, rule: Rule];

/** A kind of content that has one file for each entry. */
export interface FileKind extends DumpShape {
  readonly folder: EntryFolder;
  /** Whether its dumps say by their form which family the group is of. */
  readonly family?: GroupFamily;
  readonly schema: z.ZodObject;
  /** Whether records without an entry are passed over; else they become new files. */
  readonly isOfOthers?: boolean;
  readonly fields: Readonly<Record<string, Field>>;
  /** Whether a record is none of the kind, which it reports. */
  isForeign?(record: RecordReader, context: ImportContext): boolean;
  /** Fields that are read together. */
  readTogether?(record: RecordReader, context: ImportContext): EntryFields;
  /** By what a record is known, and the name of its file. */
  identify(fields: EntryFields, record: RecordReader, context: ImportContext): Identity;
  /** Under which ids and names a file is known. */
  keysOf(slug: string, file: EntryFields, zone: string, ids: ImportMemory["ids"]): Keys;
  /** Whether two that are called the same are two for sure; where left out, they are one. */
  isOther?(one: EntryFields, other: EntryFields, zone: string): boolean;
  /** What else is written where a file takes these fields. */
  further?(taken: EntryFields, had: EntryFields): EntryFields;
  /** Whether entries that a dump no longer has are named. */
  readonly namesMissing?: boolean;
}

/** Reads a record; undefined for one of another kind, which is reported. */
export function readCandidate(
  kind: FileKind,
  record: RecordReader,
  context: ImportContext,
): Candidate | undefined {
  if (kind.isForeign?.(record, context)) {
    record.passOver();
    return undefined;
  }
  const together = kind.readTogether?.(record, context);
  const fields = { ...readFields(kind.fields, record, context), ...together };
  const candidate = { where: record.where, fields, ...kind.identify(fields, record, context) };
  record.confirm(fields);
  // The address that it had is the name of its file.
  if (candidate.slug === record.peek("slug")) record.pass("slug");
  return candidate;
}

/** The values that a record has for these fields; undefined: none. */
export function readFields(
  fields: FileKind["fields"],
  record: RecordReader,
  context: ImportContext,
): EntryFields {
  const values = Object.entries(fields).map(([field, how]) => {
    const read = Array.isArray(how) ? how[0] as Read : how as Read;
    return [field, typeof read === "string" ? record[read](field) : read(record, field, context)];
  });
  return Object.fromEntries(values);
}

/** How the fields of a kind's files take in a dump's values. */
export function rulesOf({ schema, fields }: Pick<FileKind, "schema" | "fields">) {
  const rules = Object.entries(fields)
    .flatMap(([field, how]) => Array.isArray(how) ? [[field, how[1] as Rule] as const] : []);
  return { shape: schema.shape, rules: Object.fromEntries(rules) };
}

/** The ids of a record. */
export function idsIn({ id }: EntryFields): string[] {
  return id === undefined ? [] : [String(id)];
}

export function lowerText(record: RecordReader, field: string): string | undefined {
  return record.text(field)?.toLowerCase();
}

/** An id as it is written: a number where it is one. */
export function id(record: RecordReader, field: string): string | number | undefined {
  const written = record.text(field);
  return written !== undefined && /^[1-9]\d{0,14}$/.test(written) ? Number(written) : written;
}
