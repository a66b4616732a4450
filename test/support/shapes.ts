import assert from "node:assert/strict";
import type { z } from "zod";

/**
 * Holds a value against a schema, field order included: a strict schema gives back exactly the fields
 * that came, in the order in which it names them.
 */
export function assertShape(schema: z.ZodType, value: unknown, what: string): void {
  const { success, data, error } = schema.safeParse(value);
  assert.ok(success, `${what}: ${error}`);
  assert.equal(JSON.stringify(value), JSON.stringify(data), `${what}: the fields' order`);
}
