import assert from "node:assert/strict";
import type { z } from "zod";
import type { Catalog } from "../../src/catalog/catalog.ts";
import { declaredAt } from "./declared_schema.ts";

/**
 * Holds a value against a schema, field order included: a strict schema gives back exactly the fields
 * that came, in the order in which it names them.
 */
export function assertShape(schema: z.ZodType, value: unknown, what: string): void {
  const { success, data, error } = schema.safeParse(value);
  assert.ok(success, `${what}: ${error}`);
  assert.equal(JSON.stringify(value), JSON.stringify(data), `${what}: the fields' order`);
}

/** Holds a good answer against what the endpoint at this path declares. */
export function assertDeclared(catalog: Catalog, path: string, value: unknown): void {
  const schema = declaredAt(catalog, path)?.schema;
  assert.ok(schema !== undefined, `${path} declares what it answers`);
  assertShape(schema, value, path);
}
