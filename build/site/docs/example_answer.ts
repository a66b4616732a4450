import examples from "../openapi/examples.json" with { type: "json" };
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";

const EXAMPLES: Readonly<Record<string, unknown>> = examples;

/** Items of a list that an example shows. */
const MAX_ITEMS = 1;

/**
 * An answer of an endpoint as Markdown, from the shipped content at a fixed instant: the beginning of a
 * text, or the first item of each list; "" where no example is kept.
 */
export function exampleAnswer({ name }: FamilyTable, { id }: AnyRoute): string {
  const example = EXAMPLES[`${name}/${id}`];
  if (example === undefined) return "";
  if (typeof example === "string") return `An answer begins with:\n\n${fenced("text", example)}`;
  const text = JSON.stringify(shorten(example), null, 2);
  return `An answer, with the first item of each list:\n\n${fenced("json", text)}`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll("\r\n", "\n").trimEnd()}\n\`\`\``;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, shorten(inner)]),
  );
}
