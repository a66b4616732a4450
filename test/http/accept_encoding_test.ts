import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseCoding } from "../../src/http/accept.ts";
import { propertyRun } from "../support/size.ts";

const anyWeight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const anyPreference = fc.dictionary(
  fc.constantFrom("br", "gzip", "identity", "*", "deflate"),
  anyWeight,
);

/** RFC 9110, 12.5.3: what is not named has the weight of `*`; identity is acceptable unless excluded. */
function weightOf(coding: string, weights: Record<string, number>): number | undefined {
  return weights[coding] ?? weights["*"] ?? (coding === "identity" ? undefined : 0);
}

Deno.test("chooseCoding() takes what weighs most, and nothing that was excluded", () => {
  fc.assert(
    fc.property(anyPreference, (weights) => {
      const header = Object.entries(weights).map(([name, q]) => `${name};q=${q}`).join(", ");
      const chosen = chooseCoding(header);
      const ours = ["br", "gzip", "identity"].map((coding) => weightOf(coding, weights));
      const most = Math.max(...ours.map((weight) => weight ?? 0));
      const weight = weightOf(chosen, weights);
      // With nothing acceptable at all the answer is sent as it is.
      if (most === 0) assert.equal(chosen, "identity");
      else assert.equal(weight, most);
    }),
    propertyRun(1000),
  );
});

Deno.test("chooseCoding() reads any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      assert.ok(["br", "gzip", "identity"].includes(chooseCoding(header)));
    }),
    propertyRun(1000),
  );
});

Deno.test("chooseCoding() without the header is identity", () => {
  assert.equal(chooseCoding(null), "identity");
});
