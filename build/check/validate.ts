import type { z } from "zod";
import { errorAt, type ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { leavesOf, type Parsed, type Source } from "../read/source.ts";
import type { Explained } from "./explain/advice.ts";
import { blankIssues, mayComeLater, valueIn } from "./explain/schema_fields.ts";
import { explainIssues, placeName } from "./explain/explain_issue.ts";
import { phrase } from "../words/say.ts";

/** The day that the name of a file begins with. */
const NAMED_DAY = /^\d{4}-\d{2}-\d{2}(?![^-])/;

const EMPTY = phrase`Cannot use this file: no field is in it; fill it in, or delete it`;

/**
 * Holds a file against its schema; undefined where it does not fit, with every reason reported. `zone` is
 * the group's, which moments without an offset may mean.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  source: Parsed & Partial<Pick<Source, "body" | "slug">>,
  report: ReportDiagnostic,
  zone?: string,
): z.output<S> | undefined {
  const isEmpty = source.value === null || source.value === undefined;
  if (isEmpty && !source.body && mayComeLater(schema)) {
    report(errorAt(source.locate([]), EMPTY));
    return undefined;
  }
  const empty = schema.def.type === "array" ? [] : {};
  const result = schema.safeParse(isEmpty ? empty : source.value);
  const blank = blankIssues(schema, source.blanks);
  const lost = result.success ? lostWritings(source, result.data) : [];
  if (result.success && blank.length === 0 && lost.length === 0) return result.data;
  const issues = [...result.error?.issues ?? [], ...blank];
  const around = { zone, namedDay: NAMED_DAY.exec(source.slug ?? "")?.[0] };
  for (const explained of [...explainIssues(issues, source, schema, around), ...lost]) {
    const { path, what, message, replacement, names } = explained;
    const span = replacement === undefined ? undefined : source.span(path, what);
    const fix = span && replacement !== undefined
      ? { span, replacement, ...names && { names } }
      : undefined;
    report(errorAt(source.locate(path, what), message, fix));
  }
  return undefined;
}

/** Numbers that are read as text, or are ids: `price: 150.000` would be 150. */
function lostWritings(source: Parsed, data: unknown): Explained[] {
  return leavesOf(source.value).flatMap(({ value, path }): Explained[] => {
    if (typeof value !== "number") return [];
    if (path.at(-1) !== "id" && typeof valueIn(data, path) !== "string") return [];
    const written = source.written(path);
    if (written === undefined || written === String(value)) return [];
    const message = phrase`Cannot use ${placeName(path)}: ${written} is read as ${value};
      write it in quotes: ${quote(written)}`;
    return [{ path, what: "value", message, replacement: JSON.stringify(written) }];
  });
}
