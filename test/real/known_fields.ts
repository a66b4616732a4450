import assert from "node:assert/strict";

// deno-lint-ignore no-explicit-any
export type Item = Record<string, any>;

/** Every record has its item, and every field that the record knows is in it, equal. */
export function assertKnownFields(
  records: readonly Item[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
): void {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  assert.equal(byKey.size, items.length, "every item has a key of its own");
  assert.equal(new Set(records.map(keyOf)).size, items.length, "every item comes from a record");
  for (const record of records) {
    const item = byKey.get(keyOf(record));
    assert.ok(item, `missing: ${keyOf(record)}`);
    const known = Object.entries(record).filter(([, value]) => value !== null);
    const there = known.map(([field]) => [field, item[field]]);
    assert.deepEqual(Object.fromEntries(there), Object.fromEntries(known), keyOf(record));
  }
}
