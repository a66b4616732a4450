import type { z } from "zod";
import { nearest } from "../../../src/toolbox/nearest.ts";
import { isFields, type Parsed, type ValuePath } from "../../read/source.ts";
import { fieldNames, valueIn } from "./schema_fields.ts";

type Issue = z.core.$ZodIssue;

/** Of the forms a value may take, the one that it has decides what is wrong, if it has one at all. */
export function chooseForm(issue: Issue, parsed: Parsed, schema: z.ZodType): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const asText = issue.errors.find(([first]) =>
    first?.code === "invalid_type" && first.expected === "string"
  );
  const chosen = asText !== undefined && holdsColon(issue.path as ValuePath, parsed, schema)
    ? asText
    : issue.errors.find((inner) => !inner.some(isOtherForm));
  if (chosen === undefined) return [issue];
  return chosen.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
    .flatMap((inner) => chooseForm(inner, parsed, schema));
}

/** Whether what stands for fields is a text with a colon: `- Peluit: akustik`. */
function holdsColon(path: ValuePath, parsed: Parsed, schema: z.ZodType): boolean {
  const value = valueIn(parsed.value, path);
  const [[key, text] = [], ...others] = Object.entries(isFields(value) ? value : {});
  return key !== undefined && others.length === 0 && typeof text !== "object" &&
    nearest(key, fieldNames(schema, path)) === undefined;
}

function isOtherForm({ code, path }: Issue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}
