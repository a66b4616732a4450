import assert from "node:assert/strict";
import fc from "fast-check";
import { localDay, nextDayStart } from "../../src/time/local_day.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { propertyRun, sizeOf } from "../support/size.ts";
import { ALL_ZONES, anyInstant, anyZone } from "./zones.ts";
import { dayEnd, dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";

const HOUR_MS = 3_600_000;

Deno.test("localDay() never tells more than three dates at once over all zones", () => {
  fc.assert(
    fc.property(anyInstant(1995, 2100), (now) => {
      const days = new Set(ALL_ZONES.map((zone) => localDay(now, zone)));
      assert.ok(days.size === 2 || days.size === 3, [...days].join());
    }),
    propertyRun(100),
  );
});

Deno.test.each([
  ["an ordinary day in Jakarta", "Asia/Jakarta", "2026-07-04T12:00:00Z", "2026-07-04T17:00:00Z"],
  ["midnight itself", "Asia/Jakarta", "2026-07-04T17:00:00Z", "2026-07-05T17:00:00Z"],
  ["year end", "Asia/Jakarta", "2026-12-31T16:59:59.999Z", "2026-12-31T17:00:00Z"],
  ["28 February of a leap year", "UTC", "2028-02-28T05:00:00Z", "2028-02-29T00:00:00Z"],
  ["28 February of a common year", "UTC", "2027-02-28T05:00:00Z", "2027-03-01T00:00:00Z"],
  // Clocks go from 23:59:59 on the day before to 01:00:00.
  ["Sao Paulo's gap", "America/Sao_Paulo", "2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z"],
  ["Sao Paulo's short day", "America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"],
  ["Cairo's gap", "Africa/Cairo", "2026-04-23T12:00:00Z", "2026-04-23T22:00:00Z"],
  ["Cairo's short day", "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"],
  // From 29 to 31 December 2011, and to UTC+14 from UTC-10.
  ["Apia's missing day", "Pacific/Apia", "2011-12-29T20:00:00Z", "2011-12-30T10:00:00Z"],
  ["Apia after it", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"],
  // At 00:00 clocks go back to 23:00: the date never leaves 25 October.
  ["Nuuk's long day", "America/Nuuk", "2025-10-26T00:30:00Z", "2025-10-26T02:00:00Z"],
  // At 00:01 on the 7th clocks go back to 23:01 on the 6th: in, out, and in again.
  ["St. John's, 6 November", "America/St_Johns", "2010-11-07T01:00:00Z", "2010-11-07T02:30:00Z"],
  ["St. John's, one minute", "America/St_Johns", "2010-11-07T02:30:30Z", "2010-11-07T02:31:00Z"],
  ["St. John's, 6 again", "America/St_Johns", "2010-11-07T02:31:00Z", "2010-11-07T03:30:00Z"],
  ["St. John's, 7 again", "America/St_Johns", "2010-11-07T03:30:00Z", "2010-11-08T03:30:00Z"],
])("nextDayStart() is right for %s", (_what, zone, now, next) => {
  const found = new Date(nextDayStart(Date.parse(now), zone)).toISOString();
  assert.equal(found, new Date(next).toISOString());
});

/** The date holds from `now` up to the instant found, and not at it. */
function assertDayEnds(now: number, zone: string, stepMs: number): void {
  const next = nextDayStart(now, zone);
  const today = localDay(now, zone);
  const where = `${zone} at ${new Date(now).toISOString()}`;
  assert.ok(next > now, where);
  assert.notEqual(localDay(next, zone), today, where);
  assert.equal(localDay(next - 1, zone), today, where);
  for (let at = now; at < next; at += stepMs) assert.equal(localDay(at, zone), today, where);
}

Deno.test("nextDayStart() is the first instant of another date, in every zone, at any time", () => {
  fc.assert(
    fc.property(
      anyZone,
      anyInstant(1950, 2100),
      (zone, now) => assertDayEnds(now, zone, HOUR_MS / 4),
    ),
    propertyRun(2_000),
  );
});

Deno.test("nextDayStart() is the first instant of another date around every clock change", () => {
  const until = Date.UTC(2038, 0, 1);
  const share = sizeOf({ default: 8, full: 1 });
  const first = Math.floor(Math.random() * share);
  for (const zone of ALL_ZONES.filter((_, n) => n % share === first)) {
    let at = Temporal.Instant.from("1970-01-01T00:00Z").toZonedDateTimeISO(zone)
      .getTimeZoneTransition("next");
    for (; at !== null && at.epochMilliseconds < until; at = at.getTimeZoneTransition("next")) {
      for (const before of [23 * HOUR_MS, HOUR_MS / 2, 30_000, 1, 0]) {
        assertDayEnds(at.epochMilliseconds - before, zone, 30 * HOUR_MS);
      }
    }
  }
});

Deno.test.each([
  ["an evening in Jakarta", "2026-07-04", "19:00", "Asia/Jakarta", "2026-07-04T12:00:00Z"],
  ["seconds", "2026-07-04", "19:00:30", "Asia/Jakarta", "2026-07-04T12:00:30Z"],
  ["a time skipped", "2018-11-04", "00:30", "America/Sao_Paulo", "2018-11-04T03:30:00Z"],
  ["a time shown twice", "2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00Z"],
  ["a day skipped", "2011-12-30", "12:00", "Pacific/Apia", "2011-12-30T22:00:00Z"],
])("instantOf() reads %s", (_what, date, time, zone, instant) => {
  assert.equal(instantOf(date, time, zone), Date.parse(instant));
});

Deno.test.each(["", "7pm", "19", "1:30", "24:00", "19:60", "19:00:60", "19:00Z", " 19:00"])(
  "instantOf() refuses the time %j",
  (time) => {
    assert.throws(() => instantOf("2026-07-04", time, "Asia/Jakarta"), {
      name: "SyntaxError",
      message: `Cannot read time: expected HH:MM or HH:MM:SS, got ${JSON.stringify(time)}`,
    });
  },
);

Deno.test("instantOf() refuses a day the calendar does not have", () => {
  assert.throws(() => instantOf("2027-02-29", "19:00", "Asia/Jakarta"), RangeError);
});

Deno.test.each([
  ["Jakarta", "2026-07-04", "Asia/Jakarta", "2026-07-03T17:00:00Z", 24],
  ["Sao Paulo's gap", "2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z", 23],
  ["Cairo's gap", "2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00Z", 23],
  ["Nuuk's long day", "2025-10-25", "America/Nuuk", "2025-10-25T01:00:00Z", 25],
  ["Apia's missing day", "2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z", 0],
  ["Apia before it", "2011-12-29", "Pacific/Apia", "2011-12-29T10:00:00Z", 24],
])("dayStart() and dayEnd() are right for %s", (_what, date, zone, start, hours) => {
  assert.equal(dayStart(date, zone), Date.parse(start));
  assert.equal(dayEnd(date, zone) - dayStart(date, zone), hours * 3_600_000);
});

Deno.test("dayStart() and dayEnd() enclose every instant of the local day", () => {
  fc.assert(
    fc.property(anyZone, anyInstant(2012, 2100), (zone, now) => {
      const today = localDay(now, zone);
      assert.ok(dayStart(today, zone) <= now);
      assert.equal(dayEnd(today, zone), nextDayStart(now, zone));
    }),
    propertyRun(2_000),
  );
});

Deno.test("instants and timestamps are those of Temporal, near changes of the clocks and far from them", () => {
  // Steps lead over changes, and back and forth between what was asked before and what was not.
  const anySteps = fc.array(fc.integer({ min: -90_000_000, max: 9_000_000_000 }), { maxLength: 6 });
  fc.assert(
    fc.property(anyZone, anyInstant(1850, 2100), anySteps, (zone, first, steps) => {
      for (const epochMs of [first, ...steps.map((step) => first + step)]) {
        const here = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
        const [date, time] = [here.toPlainDate(), here.toPlainTime().round("minute")];
        assert.equal(
          offsetTimestamp(epochMs, zone),
          here.toString({ smallestUnit: "second", timeZoneName: "never" }),
        );
        assert.equal(dayStart(String(date), zone), date.toZonedDateTime(zone).epochMilliseconds);
        assert.equal(
          dayEnd(String(date), zone),
          date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
        );
        assert.equal(
          instantOf(String(date), time.toString().slice(0, 5), zone),
          date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds,
        );
      }
    }),
    propertyRun(500),
  );
});

Deno.test("a change of the clocks is met from both its sides, at its very instant and beside it", () => {
  fc.assert(
    fc.property(anyZone, anyInstant(1900, 2040), fc.boolean(), (zone, start, isForwards) => {
      const here = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
      const change = here.getTimeZoneTransition("next")?.epochMilliseconds;
      if (change === undefined) return;
      const near = [-1, 0, 1, 1000, 3_600_000].map((ms) => change + ms);
      for (const epochMs of isForwards ? near : near.toReversed()) {
        const exact = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
        assert.equal(
          offsetTimestamp(epochMs, zone),
          exact.toString({ smallestUnit: "second", timeZoneName: "never" }),
        );
      }
    }),
    propertyRun(500),
  );
});

Deno.test("offsetTimestamp() carries the offset of the zone at that instant", () => {
  assert.equal(
    offsetTimestamp(Date.parse("2026-07-04T12:00:00.999Z"), "Asia/Jakarta"),
    "2026-07-04T19:00:00+07:00",
  );
  assert.equal(offsetTimestamp(0, "UTC"), "1970-01-01T00:00:00+00:00");
  const summer = Date.parse("2026-07-04T12:00:00Z");
  assert.equal(offsetTimestamp(summer, "America/New_York"), "2026-07-04T08:00:00-04:00");
});
