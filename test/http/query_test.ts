import assert from "node:assert/strict";
import fc from "fast-check";
import { parseQuery } from "../../src/http/request.ts";
import { HttpError } from "../../src/http/http_error.ts";
import { propertyRun } from "../support/size.ts";

// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const anyText = fc.string({ unit: "grapheme" }).filter((text) => !CONTROL.test(text));

Deno.test("parseQuery() reads what forms write, every value in order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText)), (pairs) => {
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

Deno.test.each([
  ["", []],
  ["&&", []],
  ["a", [["a", [""]]]],
  ["a=", [["a", [""]]]],
  ["=b", [["", ["b"]]]],
  ["a=b=c", [["a", ["b=c"]]]],
  ["a=1&a=2&b=3&a=1", [["a", ["1", "2", "1"]], ["b", ["3"]]]],
  ["a[]=1", [["a[]", ["1"]]]],
  ["a+b=c+d%2B", [["a b", ["c d+"]]]],
  ["%61=%62", [["a", ["b"]]]],
  ["__proto__=1", [["__proto__", ["1"]]]],
])("parseQuery(%j)", (text, expected) => {
  assert.deepEqual([...parseQuery(text)], expected);
});

Deno.test("parseQuery() reads any text, or refuses it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        parseQuery(text);
      } catch (error) {
        assert.ok(error instanceof HttpError, String(error));
        assert.match(text, /%/);
      }
    }),
    propertyRun(1000),
  );
});

Deno.test("parseQuery() refuses each control character that is escaped", () => {
  const codes = [
    ...Array(0x20).keys(),
    0x7f,
    ...Array.from({ length: 0x20 }, (_, at) => 0x80 + at),
  ];
  for (const code of codes) {
    const escaped = encodeURIComponent(String.fromCharCode(code));
    assert.throws(() => parseQuery(`a=${escaped}`), { code: "MALFORMED_REQUEST" });
    assert.throws(() => parseQuery(`${escaped}=a`), { code: "MALFORMED_REQUEST" });
  }
});
