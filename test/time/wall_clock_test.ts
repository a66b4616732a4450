import assert from "node:assert/strict";
import fc from "fast-check";
import { localDay, nextDayStart } from "../../src/time/local_day.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { dayEnd, dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { propertyRun } from "../support/size.ts";
import { anyInstant, anyZone } from "./zones.ts";

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

Deno.test("offsetTimestamp() names the same second, and begins with the local day", () => {
  fc.assert(
    // Before 1973 some offsets were not whole minutes, which no timestamp can write.
    fc.property(anyZone, anyInstant(1973, 2100), (zone, now) => {
      const text = offsetTimestamp(now, zone);
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      assert.equal(Date.parse(text), Math.floor(now / 1_000) * 1_000);
      assert.equal(text.slice(0, 10), localDay(now, zone));
    }),
    propertyRun(2_000),
  );
});
