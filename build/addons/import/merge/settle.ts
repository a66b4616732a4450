import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { EntryFields } from "../../../files/content_file.ts";
import { fieldProblem, knownFields } from "../../../yaml/entry_fields.ts";
import type { ImportContext } from "../context.ts";
import { hashOf } from "../memory.ts";
import { isKnown } from "../record/values.ts";
import type { FileKind, Merge, Scope } from "./file_kind.ts";
import { addItems, sameId } from "./merges.ts";

/** A file by its path in the group. */
export interface Entry {
  readonly entry: string;
  /** Whether the entry is made by this import. */
  readonly isNew: boolean;
}

const COMMON: Readonly<Record<string, Merge>> = { id: sameId, former_slugs: addItems };

/**
 * Merges three ways, field by field: what a file says, what a dump says, and what an import last wrote. The
 * file's value stays where it differs from what import last wrote, and where import never wrote it, since an
 * editor did; else the dump's value is taken. What is changed and kept is reported.
 *
 * @returns the fields to write
 */
export function settle(
  { merges = {} }: FileKind,
  schema: z.ZodObject,
  entry: Entry,
  scope: Scope,
): EntryFields {
  const taken: Record<string, unknown> = {};
  for (const [field, wanted] of Object.entries(knownFields(scope.wanted))) {
    const had = scope.had[field];
    const merge = { ...COMMON, ...merges }[field];
    let result = merge === undefined ? wanted : merge(had, wanted, scope);
    const isFit = result === undefined || isDeepStrictEqual(result, had);
    const problem = isFit ? undefined : fieldProblem(schema, field, result);
    if (problem !== undefined) {
      for (const record of scope.records) record.loseFilled(field, problem);
    }
    if (result === undefined || problem !== undefined) result = had;
    if (decide(entry, field, { had, wanted, result }, scope.context)) taken[field] = result;
  }
  return taken;
}

/** Whether a dump's value is taken; `result` is what the file would say then. */
export function decide(
  { entry, isNew }: Entry,
  field: string,
  { had, wanted, result }: { had: unknown; wanted: unknown; result: unknown },
  { memory, outcome, prefersTheirs }: ImportContext,
): boolean {
  const isSame = isDeepStrictEqual(result, had);
  const written = isNew ? undefined : memory.field(entry, field);
  const isEditors = written === undefined ? isKnown(had) : written !== hashOf(had);
  const isKept = !isSame && !isNew && !prefersTheirs && isEditors;
  // A value of an editor's that only means the same as the dump's may say more: it stays hers.
  if (isSame ? isNew || hashOf(wanted) === hashOf(had) : !isKept) {
    memory.remember(entry, field, result);
  }
  if (!isSame && !isNew) {
    const kept = !isKept ? undefined : written === undefined ? "new" : "edited";
    outcome.fields.push({ entry, field, from: had, to: result, kept });
  }
  return !isSame && !isKept;
}
