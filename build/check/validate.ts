import type { z } from "zod";
import { errorAt, type Report } from "../diagnostic/diagnostic.ts";
import type { Parsed } from "../read/source.ts";
import { explainIssues } from "./explain_issue.ts";

/** Holds a file against its schema; undefined where it does not fit, with every reason reported. */
export function validate<S extends z.ZodType>(
  schema: S,
  source: Parsed,
  report: Report,
): z.output<S> | undefined {
  const result = schema.safeParse(source.value ?? {});
  if (result.success) return result.data;
  for (const { path, what, message } of explainIssues(result.error.issues, source, schema)) {
    report(errorAt(source.locate(path, what), message));
  }
  return undefined;
}
