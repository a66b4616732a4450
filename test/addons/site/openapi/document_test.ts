import assert from "node:assert/strict";
import { compile } from "../../../../build/compile.ts";
import { renderOpenApi } from "../../../../build/addons/site/openapi/document.ts";
import { LOGGED_EVENTS } from "../../../../src/model/item/logged_event.ts";
import { FAMILIES } from "../../../../src/core/registry.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

const { index } = compile("test/fixtures/trio").pack!;
const text = renderOpenApi(index);
// deno-lint-ignore no-explicit-any
const document: any = JSON.parse(text);

Deno.test("the document writes out every endpoint of every group, and no alias", () => {
  const ofGroups = index.groups.flatMap(({ slug, family }) =>
    (family === "bare" ? BARE : WRAPPED).table.routes.map(({ path }) => `/api/${slug}/${path}`)
  );
  const ofAll = V1.table.routes.map(({ path }) => `/v1/${path}`);
  const open = ["/api/codes/verify", "/", "/healthz", "/readyz", "/status"];
  assert.deepEqual(Object.keys(document.paths), [...new Set([...ofGroups, ...ofAll, ...open])]);
});

Deno.test("equal content gives equal bytes, and all of its addresses are its own", () => {
  assert.equal(renderOpenApi(compile("test/fixtures/trio").pack!.index), text);
  assert.deepEqual(document.servers, [{ url: index.site.base_url }]);
});

Deno.test("what the document links is in it, and nothing in it is left unlinked", () => {
  const linked = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, link]) => link!));
  const { securitySchemes: _, ...components } = document.components;
  const present = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all as object).map((name) => `${kind}/${name}`)
  );
  assert.deepEqual([...linked].sort(), present.sort());
});

Deno.test("every operation has an id of its own", () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item as object).map(({ operationId }) => operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("a read is described once, as a GET; what writes has its own method", () => {
  const written = V1.table.routes.filter(({ method }) => method !== undefined)
    .map(({ path, method }) => `/v1/${path} ${method}`.toLowerCase());
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${path} ${method}`)
  );
  assert.deepEqual(
    described.filter((operation) => !operation.endsWith(" get")).sort(),
    written.sort(),
  );
});

Deno.test("every event of the log is a schema of its own, by its type", () => {
  const { anyOf, discriminator } = document.components.schemas.LoggedEvent;
  assert.deepEqual(Object.keys(discriminator.mapping), Object.keys(LOGGED_EVENTS));
  assert.deepEqual(
    Object.values(discriminator.mapping),
    anyOf.map(({ $ref }: { $ref: string }) => $ref),
  );
  for (const [type, link] of Object.entries<string>(discriminator.mapping)) {
    const { properties } = document.components.schemas[link.split("/").at(-1)!];
    assert.equal(properties.type.const, type);
  }
  const streamed = document.components.responses.V1EventStream.content["text/event-stream"];
  assert.deepEqual(streamed["x-events"]["live.started"], {
    $ref: "#/components/schemas/EventLiveStarted",
  });
});

Deno.test("components have names that are identifiers in every language, letters of any case apart", () => {
  for (const [kind, all] of Object.entries(document.components)) {
    const names = Object.keys(all as object);
    for (const name of names) assert.match(name, /^[A-Z][A-Za-z0-9]*$/, kind);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length, kind);
  }
});

Deno.test("patterns hold nothing that other languages' expressions do not have", () => {
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, one]) =>
    JSON.parse(one!)
  );
  assert.ok(patterns.length > 0);
  for (const pattern of patterns) assert.doesNotMatch(pattern, /\\[^dSs.;"]/);
});

Deno.test("what refuses an empty text says so", () => {
  for (const item of Object.values<typeof document>(document.paths)) {
    for (const { name, schema } of item.get?.parameters ?? []) {
      const isText = schema.type === "string" && !schema.enum && schema.format !== "date";
      if (isText) assert.ok(schema.minLength ?? schema.pattern, name);
    }
  }
});
