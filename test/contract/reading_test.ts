import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseCoding } from "../../src/http/accept.ts";
import { propertyRun } from "../support/size.ts";
import { parseQuery, parseTarget } from "../../src/http/request.ts";
import { countingNumber, wholeNumber } from "../../src/http/parameter.ts";

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

Deno.test.each([
  ["http://x/", [], "/", ""],
  ["http://x", [], "", ""],
  ["http://x/a/b", ["a", "b"], "/a/b", ""],
  ["http://x/a/b/", ["a", "b"], "/a/b", ""],
  ["http://x/a//b", ["a", "", "b"], "/a//b", ""],
  ["http://x/a/b//", ["a", "b", ""], "/a/b/", ""],
  ["http://x:80/a?b=c", ["a"], "/a", "b=c"],
  ["http://x/a?b=c?d", ["a"], "/a", "b=c?d"],
  ["http://x/a?", ["a"], "/a", ""],
  ["http://x/a/?b=/", ["a"], "/a", "b=/"],
  ["http://x/a#b?c", ["a"], "/a", ""],
  ["http://x/a?b#c", ["a"], "/a", "b"],
  ["http://x/a%2Fb/%41", ["a/b", "A"], "/a%2Fb/%41", ""],
  ["http://x/../a/./b", ["..", "a", ".", "b"], "/../a/./b", ""],
  ["http://[::1]:8/a", ["a"], "/a", ""],
  ["https://x/%E3%81%95", ["さ"], "/%E3%81%95", ""],
])("parseTarget(%s) has the segments %j", (url, segments, path, search) => {
  assert.deepEqual(parseTarget(url), { segments, path, search });
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

Deno.test("wholeNumber() reads plain digits within its bounds and nothing else", () => {
  const month = wholeNumber(1, 12);
  fc.assert(
    fc.property(fc.oneof(fc.nat(30).map(String), fc.string()), (text) => {
      const isMonth = /^0*([1-9]|1[0-2])$/.test(text) && text.length <= 15;
      assert.equal(month.read(text), isMonth ? Number(text) : undefined);
    }),
    propertyRun(1000),
  );
  for (const text of ["", "+1", "-1", "1.0", "1e0", "0x1", "１", "٣", " 1", "1\n"]) {
    assert.equal(month.read(text), undefined, text);
  }
});

Deno.test("countingNumber() reads every positive number, and cuts it down to the most it takes", () => {
  const perpage = countingNumber(100);
  fc.assert(
    fc.property(fc.bigInt({ min: -10n, max: 10n ** 40n }), (number) => {
      const expected = number < 1n ? undefined : number > 100n ? 100 : Number(number);
      assert.equal(perpage.read(String(number)), expected);
    }),
    propertyRun(300),
  );
  assert.equal(perpage.read("9".repeat(5000)), 100);
  for (const text of ["0", "000", "1.5", "1e3", "", " 1", "٣"]) {
    assert.equal(perpage.read(text), undefined, text);
  }
});
