import assert from "node:assert/strict";
import fc from "fast-check";
import {
  birthdayOn,
  observedBirthday,
  observedDay,
  observedMonth,
} from "../../src/birthday/birthday.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import { localDay } from "../../src/time/local_day.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { propertyRun } from "../support/size.ts";
import { anyInstant, anyZone } from "./zones.ts";

type Row = [string, string, LeapDay, number, number, string, number];

Deno.test.each<Row>([
  // birth date, today, custom: current age, days until, next birthday, age on it
  ["2007-09-01", "2026-08-31", "feb28", 18, 1, "2026-09-01", 19],
  // Born on 29 February, a common year, each side of the day.
  ["2008-02-29", "2027-02-27", "feb28", 18, 1, "2027-02-28", 19],
  ["2008-02-29", "2027-02-28", "feb28", 19, 0, "2027-02-28", 19],
  ["2008-02-29", "2027-03-01", "feb28", 19, 365, "2028-02-29", 20],
  ["2008-02-29", "2027-02-28", "mar1", 18, 1, "2027-03-01", 19],
  ["2008-02-29", "2027-03-01", "mar1", 19, 0, "2027-03-01", 19],
  ["2008-02-29", "2027-03-02", "mar1", 19, 364, "2028-02-29", 20],
  // A leap year: both customs agree on the day.
  ["2008-02-29", "2028-02-28", "feb28", 19, 1, "2028-02-29", 20],
  ["2008-02-29", "2028-02-29", "feb28", 20, 0, "2028-02-29", 20],
  ["2008-02-29", "2028-03-01", "feb28", 20, 364, "2029-02-28", 21],
  // The longest wait there is, and a century without a leap day.
  ["2007-02-28", "2027-03-01", "feb28", 20, 364, "2028-02-28", 21],
  ["2096-02-29", "2100-02-28", "feb28", 4, 0, "2100-02-28", 4],
  // On the day of birth, and before it.
  ["2008-02-29", "2008-02-29", "feb28", 0, 0, "2008-02-29", 0],
  ["2008-02-29", "2008-03-01", "mar1", 0, 365, "2009-03-01", 1],
  ["2028-02-29", "2027-02-28", "feb28", 0, 366, "2028-02-29", 0],
  ["2028-09-01", "2026-09-01", "feb28", 0, 731, "2028-09-01", 0],
])(
  "birthdayOn(%s, %s, %s) is aged %d, waits %d days",
  (birthDate, today, leapDay, currentAge, daysUntil, nextBirthday, ageOnNextBirthday) => {
    const isToday = daysUntil === 0;
    assert.deepEqual(
      birthdayOn(birthDate, today, leapDay),
      { currentAge, daysUntil, nextBirthday, ageOnNextBirthday, isToday },
    );
  },
);

Deno.test("birthdayOn() goes from 29 to 31 December 2011 in Apia: one birthday was never there", () => {
  const before = localDay(Date.parse("2011-12-30T09:59:59Z"), "Pacific/Apia");
  const after = localDay(Date.parse("2011-12-30T10:00:00Z"), "Pacific/Apia");
  assert.equal(birthdayOn("1993-12-30", before, "feb28").daysUntil, 1);
  assert.equal(birthdayOn("1993-12-30", after, "feb28").daysUntil, 365);
  assert.equal(birthdayOn("1993-12-30", after, "feb28").currentAge, 18);
});

/** The observed birthday by Temporal's own calendar. */
function byTemporal(birth: Temporal.PlainDate, year: number, leapDay: LeapDay): Temporal.PlainDate {
  const { month, day } = birth;
  const near = Temporal.PlainDate.from({ year, month, day }, { overflow: "constrain" });
  return near.day === day || leapDay === "feb28" ? near : near.add({ days: 1 });
}

const anyCustom = fc.constantFrom<LeapDay>("feb28", "mar1");

const anyDate = fc.integer({ min: 0, max: 55_000 })
  .map((days) => Temporal.PlainDate.from("1950-01-01").add({ days }));

/** Dates close to the end of February, common and leap years alike. */
const nearLeapDay = fc.tuple(fc.integer({ min: 1950, max: 2104 }), fc.integer({ min: -2, max: 3 }))
  .map(([year, days]) => Temporal.PlainDate.from({ year, month: 2, day: 28 }).add({ days }));

const someDate = fc.oneof(anyDate, nearLeapDay);

Deno.test("observedBirthday() equals Temporal's, for any date and year", () => {
  fc.assert(
    fc.property(
      someDate,
      fc.integer({ min: 1900, max: 2104 }),
      anyCustom,
      (birth, year, custom) => {
        const observed = byTemporal(birth, year, custom);
        const birthDate = birth.toString();
        assert.equal(observedBirthday(birthDate, year, custom), observed.toString());
        assert.equal(observedMonth(birthDate, year, custom), observed.month);
        assert.equal(observedDay(birthDate, year, custom), observed.day);
      },
    ),
    propertyRun(3_000),
  );
});

Deno.test("birthdayOn() equals a count of days and birthdays with Temporal", () => {
  fc.assert(
    fc.property(someDate, someDate, anyCustom, (one, other, custom) => {
      const [birth, today] = Temporal.PlainDate.compare(one, other) <= 0
        ? [one, other]
        : [other, one];
      let age = 0;
      while (
        Temporal.PlainDate.compare(byTemporal(birth, birth.year + age + 1, custom), today) <= 0
      ) age++;
      let next = today;
      while (!next.equals(byTemporal(birth, next.year, custom))) next = next.add({ days: 1 });
      assert.deepEqual(birthdayOn(birth.toString(), today.toString(), custom), {
        currentAge: age,
        daysUntil: today.until(next, { largestUnit: "days" }).days,
        nextBirthday: next.toString(),
        ageOnNextBirthday: next.year - birth.year,
        isToday: next.equals(today),
      });
    }),
    propertyRun(1_000),
  );
});

Deno.test("birthdayOn() has one birthday a year, one step a day, in every zone", () => {
  fc.assert(
    fc.property(
      someDate,
      anyZone,
      anyInstant(1996, 2100),
      anyCustom,
      (birth, zone, now, custom) => {
        const today = Temporal.PlainDate.from(localDay(now, zone));
        const birthDate = birth.toString();
        const seen = birthdayOn(birthDate, today.toString(), custom);
        const tomorrow = birthdayOn(birthDate, today.add({ days: 1 }).toString(), custom);
        const { currentAge: age = NaN, ageOnNextBirthday: nextAge = NaN } = seen;
        assert.ok(age >= 0 && nextAge >= age);
        assert.equal(seen.isToday, seen.daysUntil === 0);
        assert.equal(today.add({ days: seen.daysUntil }).toString(), seen.nextBirthday);
        if (seen.isToday) {
          assert.equal(seen.ageOnNextBirthday, seen.currentAge);
          assert.equal(tomorrow.currentAge, seen.currentAge);
          assert.ok(tomorrow.daysUntil === 364 || tomorrow.daysUntil === 365);
        } else {
          assert.equal(tomorrow.daysUntil, seen.daysUntil - 1);
          assert.equal(
            tomorrow.currentAge,
            tomorrow.isToday ? seen.ageOnNextBirthday : seen.currentAge,
          );
        }
      },
    ),
    propertyRun(2_000),
  );
});

Deno.test.each(
  [
    ["--03-03", "2026-03-02", 1, "2026-03-03"],
    ["--03-03", "2026-03-03", 0, "2026-03-03"],
    ["--03-03", "2026-03-04", 364, "2027-03-03"],
    ["--02-29", "2027-02-27", 1, "2027-02-28"],
    ["--02-29", "2028-02-27", 2, "2028-02-29"],
  ] as const,
)("without a year, %s is seen from %s as %d days away", (birthDate, today, days, next) => {
  assert.deepEqual(birthdayOn(birthDate, today, "feb28"), {
    currentAge: undefined,
    daysUntil: days,
    nextBirthday: next,
    ageOnNextBirthday: undefined,
    isToday: days === 0,
  });
});
