import { z } from "zod";
import { explainIssues } from "../check/explain/explain_issue.ts";
import type { EntryFields } from "../files/content_file.ts";
import { wordsOf } from "../words/say.ts";

/** The fields that say something. */
export function knownFields(fields: EntryFields): EntryFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The fields in the order in which a schema has them. */
export function inOrder(fields: EntryFields, order: readonly string[]): EntryFields {
  const there = order.filter((field) => fields[field] !== undefined);
  return Object.fromEntries(there.map((field) => [field, fields[field]]));
}

/** Why a value does not fit a field of a schema, in an editor's words; undefined where it does. */
export function fieldProblem(
  { shape }: z.ZodObject,
  field: string,
  value: unknown,
): string | undefined {
  return problemWith(z.strictObject({ [field]: shape[field]! }), { [field]: value });
}

/** Why fields do not fit a schema, in an editor's words; undefined where they do. */
export function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  if (error === undefined) return undefined;
  const locate = () => ({ file: "", line: 1, column: 1 });
  const source = { blanks: [], value, locate, span: () => undefined, written: () => undefined };
  const [first] = explainIssues(error.issues, source, schema);
  return first === undefined ? error.issues[0]!.message : wordsOf(first.message);
}
