import { z } from "zod";
import { explainIssues } from "../../check/explain/explain_issue.ts";
import type { Lose, Where } from "../report/notes.ts";
import type { EntryFields } from "../../files/content_file.ts";

/** Leaves out what no content file may say; that is a loss. Only fields that are known are looked at. */
export function fitFields(
  shape: Readonly<Record<string, z.ZodType>>,
  fields: EntryFields,
  lose: Lose,
  where: Where,
): EntryFields {
  const fitting = Object.entries(fields).filter(([field, value]) => {
    const problem = problemWith(z.strictObject({ [field]: shape[field]! }), { [field]: value });
    if (problem !== undefined) lose(where, field, problem);
    return problem === undefined;
  });
  return Object.fromEntries(fitting);
}

/** Why fields do not fit a schema, in an editor's words; undefined where they do. */
export function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  if (error === undefined) return undefined;
  const locate = () => ({ file: "", line: 1, column: 1 });
  const [first] = explainIssues(error.issues, {
    blanks: [],
    value,
    locate,
    span: () => undefined,
    written: () => undefined,
  }, schema);
  return first?.message ?? error.issues[0]!.message;
}
