import { compile } from "../../../build/compile.ts";
import { renderOpenApi } from "../../../build/site/openapi/document.ts";

/** Where the summary of what callers rely on lies. */
export const SUMMARY = "test/contract/api_summary.txt";

/** A fact of the API document by what it is about: `bare/theater GET takes page` → `optional …`. */
export type Facts = ReadonlyMap<string, string>;

// deno-lint-ignore no-explicit-any
type Json = any;

/** Sums up what callers rely on, for one group of each family. */
export function summarize(): Facts {
  const { index } = compile("test/fixtures/trio").pack!;
  const groups = index.groups.filter(({ family }, n) =>
    index.groups.findIndex((other) => other.family === family) === n
  );
  const document: Json = JSON.parse(renderOpenApi({ ...index, groups }));
  const facts = new Map<string, string>();
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const name = `${operation["x-endpoint"]} ${method.toUpperCase()}`;
      facts.set(`${name} at`, path.replace(/^\/api\/(?!codes)[^/]+/, "/api/<group>"));
      addTaken(facts, name, operation);
      // What reads answers alike with every method.
      const isRead = item.get?.["x-endpoint"] === operation["x-endpoint"];
      if (method === "get" || !isRead) addAnswers(facts, name, operation, document.components);
    }
  }
  return facts;
}

function addTaken(facts: Map<string, string>, name: string, operation: Json): void {
  for (const { name: parameter, in: place, required, schema } of operation.parameters ?? []) {
    const { format, ...rest } = schema;
    // Which groups there are is up to the content.
    const known = parameter === "group"
      ? { type: "string" }
      : { ...rest, ...(format && { format }) };
    const need = required ? "required" : "optional";
    facts.set(`${name} takes ${parameter} in the ${place}`, `${need} ${JSON.stringify(known)}`);
  }
  for (const alternative of operation.security) {
    facts.set(`${name} opens by ${Object.keys(alternative).join(" and ")}`, "yes");
  }
}

function addAnswers(
  facts: Map<string, string>,
  name: string,
  operation: Json,
  { responses, schemas }: Json,
): void {
  for (const [status, { $ref }] of Object.entries<Json>(operation.responses)) {
    if (Number(status) >= 400) continue;
    const content = responses[$ref.split("/").at(-1)].content ?? {};
    for (const [type, { schema }] of Object.entries<Json>(content)) {
      addShape(facts, `${name} answers ${status} ${type}`, "always", schema, schemas);
    }
  }
}

/** Every field within a shape, with whether it is always there and what it holds. */
function addShape(
  facts: Map<string, string>,
  name: string,
  presence: string,
  schema: Json,
  schemas: Json,
): void {
  if (schema.$ref !== undefined) {
    return addShape(facts, name, presence, schemas[schema.$ref.split("/").at(-1)], schemas);
  }
  const { type, enum: words, const: constant, format, properties, items, anyOf } = schema;
  const held = { type, ...(words && { enum: words }), ...(format && { format }) };
  facts.set(
    name,
    `${presence} ${JSON.stringify({ ...held, ...(constant !== undefined && { constant }) })}`,
  );
  for (const [field, part] of Object.entries<Json>(properties ?? {})) {
    const isThere = schema.required?.includes(field) ?? false;
    addShape(facts, `${name} .${field}`, isThere ? "always" : "sometimes", part, schemas);
  }
  if (items !== undefined) addShape(facts, `${name} []`, "always", items, schemas);
  anyOf?.forEach((part: Json, n: number) =>
    addShape(facts, `${name} |${n}`, "always", part, schemas)
  );
}

/** The facts as text, a line each. */
export function formatFacts(facts: Facts): string {
  return [...facts].map(([about, fact]) => `${about}: ${fact}\n`).sort().join("");
}

/** Reads them again. */
export function parseFacts(text: string): Facts {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)];
  }));
}
