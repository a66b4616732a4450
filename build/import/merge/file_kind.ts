import type { z } from "zod";
import type { EntryFolder } from "../../read/walk.ts";
import type { Where } from "../report/outcome.ts";
import type { KnownIds, WrittenFields } from "../memory.ts";
import type { RecordOptions, RecordReader } from "../record/record.ts";
import type { EntryFields } from "../../files/content_file.ts";
import type { FieldKeeper } from "./field_keeper.ts";
import type { Rule, RuleContext } from "./rules.ts";

/** What records are read with: the group they go into and what is known of it. */
export interface ImportContext extends RecordOptions, RuleContext {
  /** Which of their ids is whose file, as far as that is known. */
  readonly ids: KnownIds;
  /** Decides whether the file or the dump is right. */
  readonly keeper: FieldKeeper;
  /** What earlier imports wrote. */
  readonly written: WrittenFields;
  readonly group: string;
  /** What else the group is called. */
  readonly otherNames: readonly string[];
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

/** A record in the words of the content folder. */
export interface Candidate extends Keys {
  readonly where: Where;
  /** Its value of each field; undefined: none. */
  readonly fields: EntryFields;
  /** Fields that follow from others of the record: a file that has them says it better. */
  readonly guessed?: readonly string[];
  /** Their ids of an entry whose file has no place for one. */
  readonly foreignIds?: readonly string[];
  /** The name that a new file gets, if it is free. */
  readonly slug: string;
  /** The text below the front matter of a Markdown file. */
  readonly article?: DumpArticle | undefined;
}

/** The text of a news item as a dump has it. */
export interface DumpArticle {
  readonly content: string;
  /** Whether it is the article for sure, and not the short text of lists. */
  readonly isWhole: boolean;
}

/** A kind of content that has one file for each entry. */
export interface FileKind {
  readonly folder: EntryFolder;
  readonly schema: z.ZodObject;
  /** Whether records without an entry become new files. */
  readonly mayCreate: boolean;
  /** How each field of the file takes in a dump's value; others are taken as they are. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Whether two that are called the same are two for sure; where left out, they are one. */
  isOther?(one: EntryFields, other: EntryFields, zone: string): boolean;
  /** What else is written where a file takes these fields. */
  further?(taken: EntryFields, had: EntryFields): EntryFields;
  /** Whether entries that a dump no longer has are named. */
  readonly namesMissing?: boolean;
  /** Undefined for a record of another kind, which is reported. */
  read(record: RecordReader, context: ImportContext): Candidate | undefined;
  /** Under which ids and names a file is known. */
  keysOf(slug: string, file: EntryFields, zone: string, ids: KnownIds): Keys;
}
