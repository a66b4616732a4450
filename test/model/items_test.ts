import assert from "node:assert/strict";
import { errorItem } from "./error_item.ts";
import { ITEMS, REPORTS } from "../../src/model/item/items.ts";

Deno.test("every item of an answer says what it is, for the documents that are made of it", () => {
  const reported = Object.entries(REPORTS).map(([name, { item }]) => [name, item] as const);
  const all = [...Object.entries(ITEMS), ...reported, ["error", errorItem] as const];
  for (const [name, { description }] of all) assert.match(description ?? "", /^[A-Z].*\.$/, name);
});
