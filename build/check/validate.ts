import type { z } from "zod";
import { errorAt, type ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Parsed } from "../read/source.ts";
import { explainIssues } from "./explain/explain_issue.ts";

/**
 * Holds a file against its schema; undefined where it does not fit, with every reason reported. `zone` is
 * the group's, which moments without an offset may mean.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  source: Parsed,
  report: ReportDiagnostic,
  zone?: string,
): z.output<S> | undefined {
  const empty = schema.def.type === "array" ? [] : {};
  const result = schema.safeParse(source.value ?? empty);
  if (result.success) return result.data;
  for (const explained of explainIssues(result.error.issues, source, schema, zone)) {
    const { path, what, message, replacement } = explained;
    const span = replacement === undefined ? undefined : source.span(path, what);
    const fix = span && replacement !== undefined ? { span, replacement } : undefined;
    report(errorAt(source.locate(path, what), message, fix));
  }
  return undefined;
}
