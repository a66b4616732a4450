import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOf } from "../../build/dates/read_moment.ts";
import { namedDay } from "../../build/dates/written_days.ts";
import { localDay } from "../../src/time/local_day.ts";
import { propertyRun } from "../support/size.ts";
import { anyInstant, anyZone } from "../time/zones.ts";

const JAKARTA = "Asia/Jakarta";

Deno.test("dayOf() reads an instant as the day it falls on in the zone", () => {
  fc.assert(
    fc.property(anyZone, anyInstant(1970, 2100), (zone, now) => {
      const instant = new Date(now).toISOString();
      assert.equal(dayOf(instant, zone), localDay(now, zone));
      assert.equal(dayOf(instant.replace(/\.\d+Z$/, "Z"), zone), localDay(now, zone));
    }),
    propertyRun(1_000),
  );
});

Deno.test.each([
  ["2007-09-01", "2007-09-01"],
  ["2008-02-29", "2008-02-29"],
  ["2007-08-31T17:00:00.000Z", "2007-09-01"],
  ["2007-08-31T16:59:59.999Z", "2007-08-31"],
  ["2007-08-31T17:00Z", "2007-09-01"],
  ["2007-08-31T23:00:00+07:00", "2007-08-31"],
  ["2007-08-31T23:00:00-0300", "2007-09-01"],
  ["26 Januari 2025", "2025-01-26"],
  ["14 Maret 2025", "2025-03-14"],
  ["March 10, 2025", "2025-03-10"],
  ["march 10 2025", "2025-03-10"],
  ["Mar. 10, 2025", "2025-03-10"],
  ["10 March 2025", "2025-03-10"],
  ["10 MAC 2025", "2025-03-10"],
  ["1 Ogos 2025", "2025-08-01"],
  ["17 Agustus 2025", "2025-08-17"],
  ["17 Agt 2025", "2025-08-17"],
  ["29-Feb-2028", "2028-02-29"],
  ["March 3rd, 2025", "2025-03-03"],
  ["  3  Des  2025 ", "2025-12-03"],
  ["2025/3/10", "2025-03-10"],
  ["2025.03.10", "2025-03-10"],
])("dayOf() reads %j as %s", (text, date) => {
  assert.equal(dayOf(text, JAKARTA), date);
});

Deno.test.each([
  "",
  "2007-02-29",
  "2007-13-01",
  "2007-9-1",
  "20070901",
  "+002007-09-01",
  "2007-08-31T17:00:00",
  "2007-08-31T25:00:00Z",
  "2007-08-31T17:00:00Z[Asia/Tokyo]",
  "2007-09-01[u-ca=buddhist]",
  "1188579600000",
  // Their day has a year of more or fewer than four digits somewhere.
  "9999-12-31T17:00:00Z",
  "0000-01-01T00:00:00+14:00",
  "03/10/2025",
  "10.03.2025",
  "2025/03.10",
  "29 Februari 2025",
  "31 April 2025",
  "0 Mei 2025",
  "26 Janvier 2025",
  "26 Januari 25",
  "Januari 2025",
  "10 3 2025",
])("namedDay() does not read %j", (text) => {
  assert.equal(namedDay(text), undefined);
});

/** Month names as the runtime writes them: an independent list. */
function writtenBy(language: string, month: "long" | "short"): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
}

Deno.test("dayOf() reads every month as Indonesian, Malay and English write it", () => {
  for (const language of ["id", "ms", "en-US", "en-GB"]) {
    for (const length of ["long", "short"] as const) {
      for (let month = 0; month < 12; month++) {
        const name = writtenBy(language, length).format(Date.UTC(2025, month, 15));
        const date = `2025-${String(month + 1).padStart(2, "0")}-05`;
        assert.equal(dayOf(`5 ${name} 2025`, JAKARTA), date);
        assert.equal(dayOf(`${name.toUpperCase()} 05, 2025`, JAKARTA), date);
      }
    }
  }
});
