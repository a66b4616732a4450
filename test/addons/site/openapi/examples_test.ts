import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { renderOpenApi } from "../../../../build/addons/site/openapi/document.ts";
import { sampleOf } from "../../../../build/addons/site/openapi/examples.ts";
import { shippedSite } from "../shipped_site.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const document: Json = JSON.parse(renderOpenApi(shippedSite()));
const ITEMS = Object.entries<Json>(document.components.schemas)
  .filter(([name]) => !name.endsWith("Error"));

Deno.test("every text of an item has an example, or says by its values what it holds", () => {
  let texts = 0;
  const visit = (schema: Json, where: string): void => {
    for (const [name, field] of Object.entries<Json>(schema.properties ?? {})) {
      visit(field, `${where}.${name}`);
    }
    for (const part of [schema.items, schema.additionalProperties, ...schema.anyOf ?? []]) {
      if (schema.examples === undefined && typeof part === "object") visit(part, where);
    }
    if (schema.type !== "string" || schema.enum !== undefined || "const" in schema) return;
    texts++;
    assert.ok(schema.examples?.length > 0, `${where} has no example`);
  };
  for (const [name, schema] of ITEMS) visit(schema, name);
  assert.ok(texts > 200, `${texts} texts`);
});

Deno.test("what the examples of an item make is as the item's schema says", () => {
  const ajv = new Ajv2020({ strict: false, formats: { date: true } });
  ajv.addSchema({ $id: "https://oshibase.test/openapi", ...document });
  const resolve = (link: string) => document.components.schemas[link.split("/").at(-1)!];
  assert.ok(ITEMS.length > 50, `${ITEMS.length} items`);
  for (const [name, schema] of ITEMS) {
    const validate = ajv.getSchema(`https://oshibase.test/openapi#/components/schemas/${name}`)!;
    const sample = sampleOf(schema, resolve);
    assert.ok(validate(sample), `${name}: ${ajv.errorsText(validate.errors)}`);
    const wrong = { ...sample as object, [Object.keys(sample as object)[0]!]: { no: "such" } };
    assert.ok(!validate(wrong), `${name} takes anything`);
  }
});
