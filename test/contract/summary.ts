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

/** Reads them again. */
export function parseFacts(text: string): Facts {
  const facts = new Map<string, string>();
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [first = "", ...parts] = line.split("; ");
    const [, whole = "", own = ""] = /^(.*?): (.*)$/.exec(first)!;
    facts.set(whole, whole.includes(" answers ") ? lengthened(own) : own);
    for (const part of parts) {
      const [, name = "", fact] = /^(opens by .+|\S+)(?: (.*))?$/.exec(part)!;
      if (fact === BELOW) continue;
      facts.set(`${whole} ${name}`, fact === undefined ? "yes" : lengthened(fact));
    }
  }
  return facts;
}

/** `string` for what is always there and holds a string, `string?` for what sometimes is. */
function shortened(fact: string): string {
  if (fact === "yes") return "";
  return fact.replace(/^always \{"type":"(\w+)"\}$/, "$1").replace(
    /^sometimes \{"type":"(\w+)"\}$/,
    "$1?",
  );
}

function lengthened(fact: string): string {
  return fact.replace(/^(\w+)$/, 'always {"type":"$1"}').replace(
    /^(\w+)\?$/,
    'sometimes {"type":"$1"}',
  );
}

/** The changes that break callers, each as a sentence. */
export function breakingChanges(before: Facts, after: Facts): string[] {
  const changed = [...before].flatMap(([about, was]) => {
    const is = after.get(about);
    if (is === was) return [];
    if (is === undefined) return [`${about}: was ${was}, and is no more`];
    return isWider(about, was, is) ? [] : [`${about}: was ${was}, is ${is}`];
  });
  const endpoints = new Set([...before.keys()].map(endpointOf));
  const added = [...after].filter(([about, is]) =>
    !before.has(about) && endpoints.has(endpointOf(about)) && about.includes(" takes ") &&
    is.startsWith("required")
  ).map(([about]) => `${about}: is required, and was not taken`);
  return [...changed, ...added];
}

/** `bare/theater` of `bare/theater GET takes page in the query`. */
function endpointOf(about: string): string {
  return about.split(" ")[0]!;
}

/** What takes more, or promises more, breaks nobody. */
function isWider(about: string, was: string, is: string): boolean {
  const [before, after] = [parseFact(was), parseFact(is)];
  if (before === undefined || after === undefined) return false;
  const isTaken = about.includes(" takes ");
  const [loose, strict] = isTaken ? ["optional", "required"] : ["always", "sometimes"];
  if (before.word === loose && after.word === strict) return false;
  const { enum: words, minimum, maximum, ...held } = withoutHints(before.schema);
  const { enum: now, minimum: from, maximum: to, ...holds } = withoutHints(after.schema);
  return JSON.stringify(held) === JSON.stringify(holds) && hasAll(words, now) &&
    Number(from ?? -Infinity) <= Number(minimum ?? -Infinity) &&
    Number(to ?? Infinity) >= Number(maximum ?? Infinity);
}

/** Without what hints at how a text is read: what is refused, the recorded answers hold. */
function withoutHints(schema: Record<string, unknown>): Record<string, unknown> {
  const { default: _, pattern: __, minLength: ___, ...rest } = schema;
  return rest;
}

/** A list of words may grow; where there was none, there may not be one. */
function hasAll(before: unknown, after: unknown): boolean {
  if (after === undefined) return true;
  return Array.isArray(before) && Array.isArray(after) &&
    before.every((word) => after.includes(word));
}

function parseFact(fact: string): { word: string; schema: Record<string, unknown> } | undefined {
  const space = fact.indexOf(" ");
  if (space < 0) return undefined;
  return { word: fact.slice(0, space), schema: JSON.parse(fact.slice(space + 1)) };
}
