import examples from "../openapi/examples.json" with { type: "json" };
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";

const EXAMPLES: Readonly<Record<string, unknown>> = examples;

/** Items of a list that an example shows. */
const MAX_ITEMS = 1;

/**
 * An answer of an endpoint as Markdown, from the shipped content at a fixed instant, the first item of
 * each list; "" where no example is kept.
 */
export function exampleAnswer({ name }: FamilyTable, { id }: AnyRoute): string {
  const example = EXAMPLES[`${name}/${id}`];
  if (example === undefined) return "";
  const text = JSON.stringify(shorten(example), null, 2);
  return `An answer, with the first item of each list:\n\n\`\`\`json\n${text}\n\`\`\``;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, shorten(inner)]),
  );
}
