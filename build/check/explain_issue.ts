import type { z } from "zod";
import { suggestion } from "../diagnostic/nearest.ts";
import type { ValuePath } from "../read/source.ts";

/** A problem in an editor's words, and where it is. */
export interface Explained {
  readonly path: ValuePath;
  readonly what: "key" | "value";
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** Says what a value should be, what it is, and what may have been meant. */
export function explainIssue(issue: Issue, root: unknown, schema: z.ZodType): Explained[] {
  const path = issue.path as ValuePath;
  const found = valueAt(root, path);
  if (issue.code === "unrecognized_keys") return unknownFields(issue.keys, path, root, schema);
  const what = "value";
  if (found === undefined && path.length > 0) {
    return [{ path, what, message: `Cannot find the field "${nameOf(path)}": it has to be there` }];
  }
  const subject = path.length === 0 ? "this file" : `"${nameOf(path)}"`;
  return [{ path, what, message: `Cannot use ${subject}: ${expectation(issue, found)}` }];
}

function unknownFields(
  keys: readonly string[],
  path: ValuePath,
  root: unknown,
  schema: z.ZodType,
): Explained[] {
  const known = fieldNames(schema, path);
  const there = new Set(Object.keys(valueAt(root, path) ?? {}));
  const missing = known.filter((name) => !there.has(name));
  return keys.map((key) => ({
    path: [...path, key],
    what: "key",
    message: `Cannot use the field "${key}": there is no such field${suggestion(key, missing)}`,
  }));
}

function expectation(issue: Issue, found: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${typeName(issue.expected)}, found ${describe(found)}${
        quoteAdvice(issue.expected, found)
      }`;
    case "invalid_value": {
      const words = issue.values.map(String);
      return `expected ${words.join(", ")}; found ${describe(found)}${
        suggestion(String(found), words)
      }`;
    }
    case "invalid_union":
      return unionExpectation(issue, found);
    case "too_small":
      return issue.message.startsWith("expected")
        ? issue.message
        : `expected more than ${describe(found)}`;
    default:
      return `${issue.message}; found ${describe(found)}`;
  }
}

/** Of the forms a value may take, the one whose type fits says what is wrong. */
function unionExpectation(issue: Issue & { code: "invalid_union" }, found: unknown): string {
  const options = issue.errors.map(([first]) => first).filter((first) => first !== undefined);
  const near = options.find(({ code }) => code !== "invalid_type") ?? options[0];
  return near === undefined ? `found ${describe(found)}` : expectation(near, found);
}

const TYPE_NAMES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, with a hyphen before each entry",
  object: "fields, each with a colon",
  record: "fields, each with a colon",
};

function typeName(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

function quoteAdvice(expected: string, found: unknown): string {
  if (expected !== "string" || typeof found === "object") return "";
  return `; write it in quotes: "${found}"`;
}

function describe(value: unknown): string {
  if (value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "fields";
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 60))
    : `the ${typeof value} ${value}`;
}

function nameOf(path: ValuePath): string {
  return path.map((part, place) =>
    typeof part === "number" ? `[${part + 1}]` : place === 0 ? part : `.${part}`
  )
    .join("");
}

function valueAt(root: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
    root,
  );
}

/** The fields that the schema has at this place. */
function fieldNames(schema: z.ZodType, path: ValuePath): string[] {
  let at: unknown = unwrap(schema);
  for (const part of path) {
    const shape = at as { shape?: Record<string, z.ZodType>; element?: z.ZodType };
    at = unwrap(typeof part === "number" ? shape.element : shape.shape?.[part]);
  }
  return Object.keys((at as { shape?: object } | undefined)?.shape ?? {});
}

/** Looks through optional values and defaults. */
function unwrap(schema: unknown): unknown {
  const inner = schema as { unwrap?: () => unknown; shape?: object; element?: unknown } | undefined;
  if (inner?.unwrap === undefined || inner.shape !== undefined || inner.element !== undefined) {
    return schema;
  }
  return unwrap(inner.unwrap());
}
