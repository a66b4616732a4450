import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimestamp } from "../../src/live/platforms/upstream_values.ts";
import { propertyRun } from "../support/size.ts";

Deno.test("parseTimestamp() tells seconds, milliseconds and microseconds by their magnitude", () => {
  const seconds = fc.integer({
    min: Date.parse("2010-01-02T00:00:00Z") / 1000,
    max: Date.parse("2100-01-01T00:00:00Z") / 1000,
  });
  fc.assert(
    fc.property(seconds, (value) => {
      const expected = value * 1000;
      for (const form of [value, value * 1000, value * 1e6, String(value)]) {
        assert.equal(parseTimestamp(form), expected);
      }
      assert.equal(parseTimestamp(new Date(expected).toISOString()), expected);
    }),
    propertyRun(),
  );
});

Deno.test("parseTimestamp() returns null for what is no instant, or an impossible one", () => {
  for (const value of [0, -5, null, undefined, "", "soon", NaN, Infinity, 1e300, 42, {}, "0"]) {
    assert.equal(parseTimestamp(value), null, String(value));
  }
});
