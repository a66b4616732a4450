import assert from "node:assert/strict";
import fc from "fast-check";
import { httpsAddress, parseTimestamp } from "../../src/live/platforms/upstream_values.ts";
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

Deno.test("httpsAddress() takes 2,000 bytes, and no sign that an address never has", () => {
  const address = (path: string) => `https://cdn.example/${path}`;
  assert.equal(httpsAddress(address("a".repeat(1_980))).length, 2_000);
  for (const path of ["a".repeat(1_981), "日".repeat(661), "a\u0001", "a\ud83d"]) {
    assert.equal(httpsAddress(address(path)), "", path.slice(0, 9));
  }
});
