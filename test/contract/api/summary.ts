import { compile } from "../../../build/compile.ts";
import { documentedEndpoints } from "../../../build/site/openapi/endpoints.ts";
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
  for (const { path, method: described, methods } of documentedEndpoints({ groups })) {
    const operation = document.paths[path][described.toLowerCase()];
    for (const method of methods) {
      const name = `${operation["x-endpoint"]} ${method}`;
      facts.set(`${name} at`, path.replace(/^\/api\/(?!codes)[^/]+/, "/api/<group>"));
      addTaken(facts, name, method === described ? operation : asTakenBy(method, operation));
    }
    // What reads answers alike with every method.
    addAnswers(facts, `${operation["x-endpoint"]} ${described}`, operation, document.components);
  }
  return facts;
}

/** What another method of a read takes in its address, as the document says in words. */
function asTakenBy(method: string, operation: Json): Json {
  if (method === "HEAD") return operation;
  return {
    ...operation,
    parameters: operation.parameters?.map((parameter: Json) =>
      parameter.in === "query" ? { ...parameter, required: false } : parameter
    ),
    security: operation.security.filter((schemes: Json) => !("query-feed" in schemes)),
  };
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
