import type { z } from "zod";
import { errorAt, type Report } from "../diagnostic/diagnostic.ts";
import type { Parsed, ValuePath } from "../read/source.ts";
import { explainIssue } from "./explain_issue.ts";

/** Holds a file against its schema; undefined where it does not fit, with every reason reported. */
export function validate<S extends z.ZodType>(
  schema: S,
  source: Parsed,
  report: Report,
): z.output<S> | undefined {
  const result = schema.safeParse(source.value ?? {});
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    for (const { path, what, message } of explainIssue(issue, source.value, schema)) {
      report(errorAt(source.locate(path as ValuePath, what), message));
    }
  }
  return undefined;
}
