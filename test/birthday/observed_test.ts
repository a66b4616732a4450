import assert from "node:assert/strict";
import { observedBirthday, observedDay, observedMonth } from "../../src/birthday/birthday.ts";

Deno.test.each(
  [
    ["2008-02-29", 2027, "feb28", "2027-02-28"],
    ["2008-02-29", 2027, "mar1", "2027-03-01"],
    ["2008-02-29", 2028, "feb28", "2028-02-29"],
    ["2008-02-29", 2028, "mar1", "2028-02-29"],
    ["2000-02-29", 2100, "feb28", "2100-02-28"],
    ["2000-02-29", 2100, "mar1", "2100-03-01"],
    ["1996-02-29", 2000, "mar1", "2000-02-29"],
    ["2007-02-28", 2028, "mar1", "2028-02-28"],
    ["2007-03-01", 2028, "feb28", "2028-03-01"],
    ["2007-12-31", 2027, "feb28", "2027-12-31"],
  ] as const,
)("observedBirthday() of %s in %d by %s is %s", (birthDate, year, leapDay, date) => {
  assert.equal(observedBirthday(birthDate, year, leapDay), date);
});

Deno.test("observedMonth() keeps 29 February in February's list by feb28", () => {
  assert.equal(observedMonth("2008-02-29", 2027, "feb28"), 2);
  assert.equal(observedDay("2008-02-29", 2027, "feb28"), 28);
  assert.equal(observedDay("2008-02-29", 2028, "feb28"), 29);
});

Deno.test("observedMonth() moves 29 February to March's list by mar1, in common years only", () => {
  assert.equal(observedMonth("2008-02-29", 2027, "mar1"), 3);
  assert.equal(observedDay("2008-02-29", 2027, "mar1"), 1);
  assert.equal(observedMonth("2008-02-29", 2028, "mar1"), 2);
  assert.equal(observedDay("2008-02-29", 2028, "mar1"), 29);
});
