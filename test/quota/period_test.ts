import assert from "node:assert/strict";
import { periodAt } from "./opening.ts";

const cases = [
  // instant, per, zone, period, end
  ["2026-07-03T16:59:59.999Z", "day", "Asia/Jakarta", "2026-07-03", "2026-07-03T17:00Z"],
  ["2026-07-03T17:00:00.000Z", "day", "Asia/Jakarta", "2026-07-04", "2026-07-04T17:00Z"],
  ["2026-07-03T17:00:00.000Z", "day", "UTC", "2026-07-03", "2026-07-04T00:00Z"],
  ["2026-03-29T12:00:00.000Z", "day", "Europe/Berlin", "2026-03-29", "2026-03-29T22:00Z"],
  ["2026-10-25T12:00:00.000Z", "day", "Europe/Berlin", "2026-10-25", "2026-10-25T23:00Z"],
  // Midnight of 25 April 2025 does not exist in Cairo: the day begins at one o'clock.
  ["2025-04-24T12:00:00.000Z", "day", "Africa/Cairo", "2025-04-24", "2025-04-24T22:00Z"],
  ["2026-01-31T16:59:59.999Z", "month", "Asia/Jakarta", "2026-01", "2026-01-31T17:00Z"],
  ["2026-01-31T17:00:00.000Z", "month", "Asia/Jakarta", "2026-02", "2026-02-28T17:00Z"],
  ["2028-01-31T17:00:00.000Z", "month", "Asia/Jakarta", "2028-02", "2028-02-29T17:00Z"],
  ["2026-03-31T17:00:00.000Z", "month", "Asia/Jakarta", "2026-04", "2026-04-30T17:00Z"],
  ["2026-12-31T17:00:00.000Z", "month", "Asia/Jakarta", "2027-01", "2027-01-31T17:00Z"],
] as const;

for (const [instant, per, timezone, id, end] of cases) {
  Deno.test(`periodAt() puts ${instant} into the ${per} ${id} of ${timezone}`, () => {
    const period = periodAt({ requests: 1, per, timezone }, Date.parse(instant));
    assert.deepEqual(period, { id, endsAt: Date.parse(end) });
  });
}
