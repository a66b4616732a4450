import assert from "node:assert/strict";
import { dereference, type Schema, validate as validateBy } from "@cfworker/json-schema";
import { documentOf, type Endpoint, endpointsOf, type PackIndex } from "./opening.ts";

/** A request and what it was answered. */
export interface SeenAnswer {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body's text; undefined where it was not read. */
  readonly text: string | undefined;
}

/** What holds of every answer of one content. */
export interface Laws {
  /** The API document. */
  readonly document: Json;
  readonly endpoints: readonly Endpoint[];
  /** @throws {AssertionError} where the document does not say that this can be answered */
  assertSays(seen: SeenAnswer): void;
}

// deno-lint-ignore no-explicit-any
type Json = any;

/** What was seen so far of what documents say: `bare/theater 404 NotFoundError`. */
export const seenOutcomes = new Set<string>();

/** Headers of HTTP itself, which are no part of a document. */
const OF_HTTP = ["content-type", "content-length", "connection", "date"];
/** What stands beside the endpoints for callers: administration, monitoring, documents and what they load. */
const BESIDE =
  /^\/(api\/admin|admin|metrics|docs|assets|media|openapi\.json|llms\.txt|groups|embed|sitemap\.xml|robots\.txt|mcp|key|client\.(js|d\.ts|tgz))(\/|$)/;
/** What a profile answers without the name of a group. */
const OF_PROFILES = /^\/api\/(check\/[^/]+|zenova\/check|recent|live\/(idn|showroom))\/?$/;
/** What a body that is too slow, too large, or one of too many is refused with. */
const BODY_REFUSALS = [408, 413, 503];
const PREFLIGHT_HEADERS =
  /^(allow|access-control-.*|x-content-type-options|x-request-id|referrer-policy|strict-.*|sunset|link)$/;

const opened = new Map<string, Laws>();

/** The laws of this content; its document is rendered once. */
export function laws(index: PackIndex): Laws {
  let found = opened.get(index.build);
  if (found === undefined) opened.set(index.build, found = open(index));
  return found;
}

function open(index: PackIndex): Laws {
  const document: Json = JSON.parse(documentOf(index));
  const described = endpointsOf(index);
  const endpoints = Map.groupBy(described, ({ path }) => path);
  const profiles = index.groups.flatMap(({ profiles }) => Object.keys(profiles ?? {}));
  const find = pathFinder(document, index);
  const { validate, fits } = createValidator(document);
  const headersOf = new Map<Json, ReadonlyMap<string, Json>>();

  function resolve(part: Json): Json {
    if (part?.$ref === undefined) return part;
    const [, , kind, name] = part.$ref.split("/");
    return document.components[kind][name];
  }

  /** Whether fields come in the order in which the document names them, in lists and objects below too. */
  function isInOrder(schema: Json, value: Json): boolean {
    const { oneOf, anyOf, items, properties } = resolve(schema);
    if (oneOf ?? anyOf) {
      return (oneOf ?? anyOf).some((one: Json) => fits(one, value) && isInOrder(one, value));
    }
    if (Array.isArray(value)) {
      return items === undefined || value.every((one) => isInOrder(items, one));
    }
    if (typeof value !== "object" || value === null || properties === undefined) return true;
    const named = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
    const came = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
    return came.every((name, n) => name === named[n] && isInOrder(properties[name], value[name]));
  }

  function assertHeaders(headers: Headers, response: Json, what: string): void {
    if (!headersOf.has(response)) {
      const known = Object.entries<Json>(response.headers ?? {});
      headersOf.set(response, new Map(known.map(([name, header]) => [name, resolve(header)])));
    }
    const known = headersOf.get(response)!;
    // Each step of an iterator of headers sorts them anew.
    headers.forEach((value, name) => {
      if (OF_HTTP.includes(name)) return;
      const header = known.get(name);
      assert.ok(header, `${what}: the document has no header ${name}`);
      validate(header.schema, value, `${what}: ${name}`);
    });
    for (const [name, { required }] of known) {
      assert.ok(!required || headers.has(name), `${what}: the document promises ${name}`);
    }
  }

  function assertBody({ method, headers, text }: SeenAnswer, response: Json, what: string): string {
    if (text === undefined) return "";
    const type = headers.get("content-type")?.split(";")[0];
    if (method === "HEAD" || response.content === undefined) {
      assert.equal(text, "", what);
      return "";
    }
    const content = response.content[type ?? ""];
    assert.ok(content, `${what}: the document has no ${type}`);
    if (!/[/+]json$/.test(type ?? "")) return "";
    const value = JSON.parse(text);
    validate(content.schema, value, what);
    const isRefusal = value?.status === false;
    const isOrdered = isRefusal ? isOrderedRefusal(value) : isInOrder(content.schema, value);
    assert.ok(isOrdered, `${what}: the fields' order: ${text.slice(0, 500)}`);
    return isRefusal ? value.type ?? value.message : "";
  }

  /** Outside the paths, and before one is looked at, only refusals come. */
  function assertRefusal({ status, text, method, headers }: SeenAnswer, what: string): void {
    assert.ok(status >= 400, `${what}: the document does not have it`);
    // A browser gets a page.
    if (headers.get("content-type")?.startsWith("text/html")) return;
    if (text === undefined || method === "HEAD") return;
    const errors = Object.keys(document.components.schemas).filter((name) =>
      name.endsWith("Error")
    );
    const anyOf = errors.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const body = JSON.parse(text);
    if (body.type === "METHOD_NOT_ALLOWED") return;
    validate({ anyOf }, body, what);
  }

  return {
    document,
    endpoints: described,
    assertSays(seen) {
      const { method, target, status, headers, text } = seen;
      const what = `${method} ${target} ${status}`;
      const path = pathOf(target);
      if (BESIDE.test(path)) return;
      // The document does not name what profiles answer: their own tests do.
      if (isProfiled(profiles, path)) return;
      const found = find(path);
      const methods = (endpoints.get(found ?? "") ?? []).flatMap(({ methods }) => methods);
      if (method === "OPTIONS" && status === 204) return assertPreflight(headers, methods, what);
      if (found === undefined || !methods.includes(method)) {
        if (found !== undefined && status === 405) assertAllow(headers, methods, what);
        return assertRefusal(seen, what);
      }
      const item = document.paths[found];
      // The other methods of a read answer as its GET.
      const operation = item[method.toLowerCase()] ?? item.get;
      const response = resolve(operation.responses[String(status)]);
      const note = (type: string) =>
        seenOutcomes.add([operation["x-endpoint"], status, type].join(" ").trim());
      // A refusal that the body of a read brings about, which documents describe once, in words.
      const takesBody = method === "POST" || method === "PUT";
      if (response === undefined && takesBody && BODY_REFUSALS.includes(status)) {
        note(text === undefined ? "" : JSON.parse(text).type);
        return assertRefusal(seen, what);
      }
      assert.ok(response, `${what}: the document has no such status`);
      assertHeaders(headers, response, what);
      note(assertBody(seen, response, what));
    },
  };
}

/** Every refusal that the document of this content has, by family: `wrapped 404 NOT_FOUND`. */
export function documentedRefusals(document: Json): Set<string> {
  const { paths, components: { responses, schemas } } = document;
  const operations = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item));
  return new Set(operations.flatMap((operation) => {
    const [family] = operation["x-endpoint"].split("/");
    return Object.entries<Json>(operation.responses).flatMap(([status, { $ref }]) => {
      const schema = responses[$ref.split("/").at(-1)].content?.["application/json"]?.schema ?? {};
      const links: Json[] = schema.oneOf ?? [schema];
      return links.map(({ $ref: link = "" }) => schemas[link.split("/").at(-1)])
        .filter((error) => error?.properties?.status?.const === false)
        .map(({ properties: { type, message } }) =>
          `${family} ${status} ${type?.const ?? message.examples[0]}`
        );
    });
  }));
}

/** Paths that programs of another service ask for, which the document does not name. */
function isProfiled(aliases: readonly string[], path: string): boolean {
  const [, root = "", next = ""] = path.split("/");
  return aliases.length > 0 &&
    (OF_PROFILES.test(path) || aliases.includes(root === "api" ? next : root));
}

/** The path of a target as a URL has it, with its escapes undone, but for what would part it. */
function pathOf(target: string): string {
  const { pathname } = new URL(`http://oshibase.test${target}`);
  return pathname.replace(/%(?!2F)[2-7][0-9A-F]/gi, (escape) => decodeURIComponent(escape));
}

function assertPreflight(headers: Headers, methods: readonly string[], what: string): void {
  if (methods.length > 0) assertAllow(headers, methods, what);
  for (const [name] of headers) assert.match(name, PREFLIGHT_HEADERS, what);
}

function assertAllow(headers: Headers, methods: readonly string[], what: string): void {
  assert.equal(headers.get("allow"), [...methods, "OPTIONS"].join(", "), what);
}

/** Finds the path of the document; of two the one without a parameter. */
function pathFinder(
  document: Json,
  { groups }: PackIndex,
): (path: string) => string | undefined {
  const paths = Object.keys(document.paths);
  const slugs = new Map(
    groups.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug] as const)),
  );
  const patterns = [...paths].sort((one, other) =>
    Number(one.includes("{")) - Number(other.includes("{"))
  )
    .map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/, "[^/]+")}$`)] as const);
  return (path) => {
    const [, api, group = "", ...rest] = path.split("/");
    const own = api === "api" && slugs.has(group)
      ? ["", api, slugs.get(group), ...rest].join("/")
      : path;
    const bare = own.length > 1 && own.endsWith("/") ? own.slice(0, -1) : own;
    return patterns.find(([, pattern]) => pattern.test(bare))?.[0];
  };
}

function createValidator({ components: { schemas } }: Json) {
  const root = "https://oshibase.test/openapi";
  closeAll({ properties: schemas });
  const lookup = dereference(
    { components: { schemas } } as unknown as Schema,
    Object.create(null),
    new URL(root),
  );
  // Links of schemas that stand outside of the components.
  for (const name of Object.keys(schemas)) {
    const link = `#/components/schemas/${name}`;
    lookup[link] = lookup[root + link]!;
  }
  const validated = (schema: Json, value: unknown) =>
    validateBy(value, closeAll(schema), "2020-12", lookup);
  return {
    fits: (schema: Json, value: unknown): boolean => validated(schema, value).valid,
    validate(schema: Json, value: unknown, what: string): void {
      const { valid, errors } = validated(schema, value);
      if (valid) return;
      const told = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
      assert.fail(`${what}: ${told.join(" ")}: ${JSON.stringify(value).slice(0, 500)}`);
    },
  };
}

/** The fields of a refusal, in their order. */
const OF_REFUSALS = "status message clientIP type hint oldest reason request_id".split(" ");

function isOrderedRefusal(refusal: Json): boolean {
  const places = Object.keys(refusal).map((name) => OF_REFUSALS.indexOf(name));
  return places.every((place, n) => place >= 0 && (n === 0 || place > places[n - 1]!));
}

const closed = new Set<Json>();

/** Clients have to bear further fields; here none may come that the document does not have. */
function closeAll(schema: Json): Json {
  if (closed.has(schema)) return schema;
  closed.add(schema);
  const { type, properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
  const more = schema.additionalProperties;
  if (type === "object" && schema.properties && more === undefined) {
    schema.additionalProperties = false;
  }
  const below = [...Object.values(properties), items, ...oneOf, ...anyOf, ...allOf, more];
  for (const one of below) if (typeof one === "object" && one !== null) closeAll(one);
  return schema;
}
