import assert from "node:assert/strict";
import fc from "fast-check";
import { propertyRun } from "../support/size.ts";
import { parseQuery, parseTarget } from "../../src/http/request.ts";

// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

const anyLine = fc.string({ unit: "grapheme" }).filter((text) => !CONTROL.test(text));

Deno.test("parseQuery() reads what forms write, every value in order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLine, anyLine)), (pairs) => {
      const written = new URLSearchParams(pairs).toString();
      const read = [...parseQuery(written)].flatMap(([name, values]) =>
        values.map((value) => [name, value])
      );
      const byName = Map.groupBy(pairs, ([name]) => name);
      assert.deepEqual(read, [...byName.values()].flat());
    }),
    propertyRun(500),
  );
});

Deno.test("parseTarget() gives back the segments that were escaped into a path", () => {
  // deno-lint-ignore no-control-regex
  const text = fc.string({ unit: "grapheme" }).filter((part) => !/[\x00-\x1f\x7f-\x9f]/.test(part));
  const segments = fc.array(text, { minLength: 1, maxLength: 5 })
    .filter((parts) => parts.at(-1) !== "");
  fc.assert(
    fc.property(segments, (parts) => {
      const url = `http://x/${parts.map(encodeURIComponent).join("/")}`;
      assert.deepEqual(parseTarget(url).segments, parts);
    }),
    propertyRun(500),
  );
});
