import assert from "node:assert/strict";
import fc from "fast-check";
import {
  anyText,
  civilDate,
  countingNumber,
  oneOf,
  trueOrFalse,
  wholeNumber,
} from "../../src/http/parameter.ts";
import { propertyRun } from "../support/size.ts";

const INHERITED = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

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

Deno.test("oneOf() and trueOrFalse() read their words and nothing else", () => {
  const status = oneOf("active", "trainee");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...INHERITED, "Active", "TRUE")), (text) => {
      assert.equal(status.read(text), undefined);
      assert.equal(trueOrFalse().read(text), undefined);
    }),
    propertyRun(300),
  );
  assert.equal(status.read("trainee"), "trainee");
  assert.equal(trueOrFalse().read("true"), true);
  assert.equal(trueOrFalse().read("false"), false);
});

Deno.test("civilDate() reads days of the calendar", () => {
  for (const text of ["2026-07-04", "2028-02-29", "0001-01-01"]) {
    assert.equal(civilDate().read(text), text);
  }
  for (const text of ["2027-02-29", "2026-00-01", "2026-7-4", "2026-07-04T00:00Z", "4 July 2026"]) {
    assert.equal(civilDate().read(text), undefined, text);
  }
});

Deno.test("anyText() reads what says something", () => {
  for (const text of ["a", " a ", "さくら", "🌸", "*", "0", "-"]) {
    assert.equal(anyText("").read(text), text);
  }
  for (const text of [" ", "\t", "\u3000", "\u0301", "\u00b4", " \u0300 "]) {
    assert.equal(anyText("").read(text), undefined, JSON.stringify(text));
  }
});
