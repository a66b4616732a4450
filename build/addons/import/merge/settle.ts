import { isDeepStrictEqual } from "node:util";
import type { EntryFields } from "../../../files/content_file.ts";
import { fieldProblem, knownFields } from "../../../yaml/entry_fields.ts";
import { hashOf } from "../memory.ts";
import { isKnown } from "../record/values.ts";
import { type Field, fieldOf, type FileKind, type Growing, type Scope } from "./file_kind.ts";

/** Which entry of which file fields belong to. */
export interface Entry {
  /** Its path in the group, and for a part of a file what the part is called. */
  readonly entry: string;
  /** Whether the entry is made by this import. */
  readonly isNew: boolean;
}

/**
 * Merges three ways, field by field: what a file says, what a dump says, and what an import last wrote. The
 * file's value stays where it differs from what import last wrote, and where import never wrote it, since an
 * editor did; else the dump's value is taken. What is changed and kept is reported.
 *
 * @returns the fields to write
 */
export function settle(
  { fields, schema }: Pick<FileKind, "fields" | "schema">,
  entry: Entry,
  scope: Scope,
): EntryFields {
  const taken: Record<string, unknown> = {};
  for (const [field, wanted] of Object.entries(knownFields(scope.wanted))) {
    const { [field]: had } = scope.had;
    const { [field]: row } = fields;
    const { merge, grows } = row === undefined ? {} as Partial<Field> : fieldOf(row);
    let result = grows
      ? grow(grows, entry, field, scope)
      : merge
      ? merge(had, wanted, scope)
      : wanted;
    const isFit = result === undefined || isDeepStrictEqual(result, had);
    const problem = isFit ? undefined : fieldProblem(schema, field, result);
    if (problem !== undefined) {
      for (const record of scope.records) record.loseFilled(field, problem);
    }
    if (result === undefined || problem !== undefined) result = had;
    const isTaken = grows
      ? !isDeepStrictEqual(result, had)
      : decide(entry, field, { had, wanted, result }, scope);
    if (isTaken) taken[field] = result;
  }
  return taken;
}

/** Whether a dump's value is taken; `result` is what the file would say then. */
export function decide(
  { entry, isNew }: Entry,
  field: string,
  { had, wanted, result }: { had: unknown; wanted: unknown; result: unknown },
  { context: { memory, outcome, prefersTheirs } }: Pick<Scope, "context">,
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

/** Items that import has not written before are added; those that an editor removed stay removed. */
function grow(
  { keyOf, titleOf }: Growing,
  { entry, isNew }: Entry,
  field: string,
  { had, wanted, context: { memory, outcome, prefersTheirs } }: Scope,
): unknown[] | undefined {
  const isFree = isNew || prefersTheirs;
  const known = isFree ? new Set<string>() : memory.items(entry, field);
  const hash = (item: unknown) => hashOf(keyOf(item));
  const items = wanted[field] as readonly unknown[];
  const list = Array.isArray(had[field]) ? [...had[field]] : [];
  const there = new Set(list.map(keyOf));
  const said = new Set(items.map(keyOf));
  const learned: string[] = [];
  for (const item of items) {
    if (!there.has(keyOf(item))) {
      const isSameTitle = (other: unknown) =>
        titleOf?.(other) === titleOf?.(item) && !said.has(keyOf(other));
      const place = titleOf === undefined ? -1 : list.findIndex(isSameTitle);
      const from = list[place];
      const isAnothers = place >= 0 && !isFree && !known.has(hash(from));
      const kept = known.has(hash(item)) ? "edited" : isAnothers ? "new" : undefined;
      if (!isNew) outcome.fields.push({ entry, field, from, to: item, kept });
      if (kept !== undefined) continue;
      if (place < 0) list.push(item);
      else list[place] = { ...from, ...item as object, title: from.title };
      there.add(keyOf(item));
    }
    learned.push(hash(item));
  }
  memory.rememberItems(entry, field, learned);
  return list.length === 0 ? undefined : list;
}
