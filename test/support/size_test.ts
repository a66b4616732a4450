import assert from "node:assert/strict";
import { pickSize } from "./size.ts";

Deno.test.each([
  ["default", 2_000],
  ["ci", 10_000],
  ["long", 100_000],
  ["full", 1_000_000],
  ["0.1", 100_000],
  ["0.000001", 1],
  ["2", 2_000_000],
])("SIZE=%s of 2,000 and 1,000,000 is %d", (size, expected) => {
  assert.equal(pickSize({ default: 2_000, full: 1_000_000 }, size), expected);
});

Deno.test.each(["ci", "long"])("SIZE=%s is never less than the default", (size) => {
  assert.equal(pickSize({ default: 50, full: 100 }, size), 50);
});

Deno.test.each(["", "0", "-1", "NaN", "Infinity", "large"])("SIZE=%j is refused", (size) => {
  assert.throws(() => pickSize({ default: 1, full: 1 }, size), RangeError);
});
