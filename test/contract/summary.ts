import { renderOpenApi } from "../../build/addons/site/openapi/document.ts";
import { contentOf, endpointsOf } from "../support/opening.ts";

/** Where the summary of what callers rely on lies. */
export const SUMMARY = "test/contract/api_summary.txt";

/** A fact of the API document by what it is about: `bare/theater GET takes page` → `optional …`. */
export type Facts = ReadonlyMap<string, string>;

// deno-lint-ignore no-explicit-any
type Json = any;

/** Sums up what callers rely on, for one group of each family. */
export async function summarize(): Promise<Facts> {
  const { index } = (await contentOf("test/fixtures/trio", "content")).catalog;
  const groups = index.groups.filter(({ family }, n) =>
    index.groups.findIndex((other) => other.family === family) === n
  );
  const document: Json = JSON.parse(renderOpenApi({ ...index, groups }));
  const facts = new Map<string, string>();
  for (const { path, method, methods } of endpointsOf({ ...index, groups })) {
    const operation = document.paths[path][method.toLowerCase()];
    const name = operation["x-endpoint"];
    // What reads take and answer is alike with every method.
    for (const one of methods) {
      facts.set(`${name} ${one}`, path.replace(/^\/api\/(?!codes)[^/]+/, "/api/<group>"));
    }
    addTaken(facts, `${name} ${method}`, operation);
    addAnswers(facts, `${name} ${method}`, operation, document.components);
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
    facts.set(`${name} opens by ${Object.keys(alternative).join(" and ") || "nothing"}`, "yes");
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

/** What stands in the line of what it belongs to, unless something belongs to it in its turn. */
const PART = / (\.\S+|\[\]|opens by .+)$/;

/** In the place of a part that has a line of its own. */
const BELOW = "…";

/** The facts as text: a line each, with the fields of an object, in their order, in its line. */
export function formatFacts(facts: Facts): string {
  const wholes = new Set([...facts.keys()].map((about) => about.replace(PART, "")));
  const lines = new Map<string, string>();
  for (const [about, fact] of facts) {
    const whole = about.replace(PART, "");
    const hasLine = whole === about || wholes.has(about);
    if (hasLine) lines.set(about, `${about}: ${shortened(fact)}`);
    if (whole === about) continue;
    const part = `${about.slice(whole.length + 1)} ${hasLine ? BELOW : shortened(fact)}`.trimEnd();
    lines.set(whole, `${lines.get(whole)}; ${part}`);
  }
  return [...lines.values()].map((line) => `${line}\n`).join("");
}

/** `string` for what is always there and holds a string, `string?` for what sometimes is. */
function shortened(fact: string): string {
  if (fact === "yes") return "";
  return fact.replace(/^always \{"type":"(\w+)"\}$/, "$1").replace(
    /^sometimes \{"type":"(\w+)"\}$/,
    "$1?",
  );
}
