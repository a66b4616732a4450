import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { compile } from "../../../../build/compile.ts";
import { renderOpenApi } from "../../../../build/addons/site/openapi/document.ts";
import { sampleOf } from "../../../../build/addons/site/openapi/examples.ts";
import { FAMILIES } from "../../../../src/core/registry.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

// deno-lint-ignore no-explicit-any
type Json = any;

const { index } = compile("test/fixtures/trio").pack!;
const text = renderOpenApi(index);
const document: Json = JSON.parse(text);
const { schemas } = document.components;
const OPERATIONS = Object.entries<object>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation }))
);

Deno.test("the document writes out every endpoint of every group, once and as a GET but for what writes, and no alias", () => {
  const ofGroups = index.groups.flatMap(({ slug, family }) =>
    (family === "bare" ? BARE : WRAPPED).table.routes.map(({ path }) => `/api/${slug}/${path} get`)
  );
  const ofAll = V1.table.routes.map(({ path, method = "get" }) =>
    `/v1/${path} ${method.toLowerCase()}`
  );
  const open = ["/api/codes/verify", "/", "/healthz", "/readyz", "/status"];
  assert.deepEqual(
    OPERATIONS.map(({ path, method }) => `${path} ${method}`).sort(),
    [...ofGroups, ...ofAll, ...open.map((path) => `${path} get`)].sort(),
  );
  const ids = OPERATIONS.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("components are linked, and have names that are identifiers in every language, letters of any case apart", () => {
  const linked = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, link]) => link!));
  const { securitySchemes: _, ...components } = document.components;
  const names = Object.entries<object>(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`)
  );
  assert.deepEqual([...linked].sort(), [...names].sort());
  for (const name of names) assert.match(name, /\/[A-Z][A-Za-z0-9]*$/);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
});

Deno.test("patterns hold nothing that other languages' expressions do not have, and what refuses an empty text says so", () => {
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
  assert.ok(patterns.length > 0);
  for (const [, one] of patterns) assert.doesNotMatch(JSON.parse(one!), /\\[^dSs.;"]/);
  for (const { operation } of OPERATIONS.filter(({ method }) => method === "get")) {
    for (const { name, schema } of operation.parameters ?? []) {
      const isText = schema.type === "string" && !schema.enum && schema.format !== "date";
      if (isText) assert.ok(schema.minLength ?? schema.pattern, name);
    }
  }
});

Deno.test("every text of an item has an example or fixed values, and what the examples make is as the item's schema says", () => {
  const items = Object.entries<Json>(schemas).filter(([name]) => !name.endsWith("Error"));
  const visit = (schema: Json, where: string): void => {
    const fields = Object.entries<Json>(schema.properties ?? {});
    for (const [name, field] of fields) visit(field, `${where}.${name}`);
    for (const part of [schema.items, schema.additionalProperties, ...schema.anyOf ?? []]) {
      if (typeof part === "object") visit(part, where);
    }
    const isText = schema.type === "string" && schema.enum === undefined && !("const" in schema);
    assert.ok(!isText || schema.examples?.length > 0, `${where} has no example`);
  };
  const ajv = new Ajv2020({ strict: false, formats: { date: true } });
  ajv.addSchema({ $id: "https://oshibase.test/openapi", ...document });
  const resolve = (link: string) => schemas[link.split("/").at(-1)!];
  assert.ok(items.length > 50, `${items.length} items`);
  for (const [name, schema] of items) {
    visit(schema, name);
    const validate = ajv.getSchema(`https://oshibase.test/openapi#/components/schemas/${name}`)!;
    const sample = sampleOf(schema, resolve);
    assert.ok(validate(sample), `${name}: ${ajv.errorsText(validate.errors)}`);
    const wrong = { ...sample as object, [Object.keys(sample as object)[0]!]: { no: "such" } };
    assert.ok(!validate(wrong), `${name} takes anything`);
  }
});
