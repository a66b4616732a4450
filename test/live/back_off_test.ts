import assert from "node:assert/strict";
import fc from "fast-check";
import { backOffUntil } from "../../src/live/state.ts";
import { propertyRun } from "../support/size.ts";

const base = { now: 1_000_000, intervalMs: 20_000, retryAt: undefined };

Deno.test("backOffUntil() leaves the pace alone for four failures, then waits at most 15 intervals", () => {
  const options = fc.record({
    failures: fc.integer({ min: 1, max: 1_000_000 }),
    fraction: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  fc.assert(
    fc.property(options, ({ failures, fraction }) => {
      const wait = backOffUntil({ ...base, failures, fraction }) - base.now;
      if (failures < 5) assert.equal(wait, 0);
      else assert.ok(wait >= 0 && wait <= 15 * base.intervalMs);
    }),
    propertyRun(),
  );
});

Deno.test("backOffUntil() doubles the longest wait: 2, 4, 8, 15 intervals", () => {
  const longest = [5, 6, 7, 8, 9].map((failures) =>
    (backOffUntil({ ...base, failures, fraction: 1 }) - base.now) / base.intervalMs
  );
  assert.deepEqual(longest, [2, 4, 8, 15, 15]);
});
