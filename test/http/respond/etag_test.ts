import assert from "node:assert/strict";
import fc from "fast-check";
import { noneMatchHolds } from "../../../src/http/respond_cached.ts";
import { tagOf } from "../../../src/http/answer.ts";
import { propertyRun } from "../../support/size.ts";

Deno.test("tagOf() is the same for the same bytes, and another for others", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
      assert.equal(tagOf(one), tagOf(one.slice()));
      assert.equal(tagOf(one) === tagOf(other), one.toHex() === other.toHex());
      assert.match(tagOf(one), /^[\w-]{22}$/);
    }),
    propertyRun(300),
  );
});

/** RFC 9110, 8.8.3: any visible character but the quote, and bytes above 0x80. */
const anyTag = fc.tuple(fc.constantFrom("", "W/"), fc.stringMatching(/^[\x21\x23-\x7e]{0,8}$/))
  .map(([weak, text]) => `${weak}"${text}"`);

Deno.test("noneMatchHolds() finds a tag at any place of a list, weak or strong", () => {
  const anyGap = fc.constantFrom(",", ", ", " ,\t", ",,");
  fc.assert(
    fc.property(anyTag, fc.array(anyTag), fc.nat(5), anyGap, (etag, others, place, gap) => {
      const strong = etag.replace(/^W\//, "");
      const list = others.toSpliced(place, 0, etag).join(gap);
      assert.ok(noneMatchHolds(list, strong), list);
      const known = others.some((other) => other.replace(/^W\//, "") === strong);
      assert.equal(noneMatchHolds(others.join(gap), strong), known);
    }),
    propertyRun(500),
  );
});

Deno.test("noneMatchHolds() takes a star alone, not a tag that is one", () => {
  assert.ok(noneMatchHolds("*", '"a"'));
  assert.ok(!noneMatchHolds('"*"', '"a"'));
  assert.ok(!noneMatchHolds('*, "b"', '"a"'));
});

Deno.test("noneMatchHolds() reads any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      assert.equal(noneMatchHolds(header, '"no such tag"'), header.trim() === "*");
    }),
    propertyRun(500),
  );
});
