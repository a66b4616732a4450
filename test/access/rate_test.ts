import assert from "node:assert/strict";
import fc from "fast-check";
import { createRateLimiter } from "../../src/access/limits/rate_limiter.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { propertyRun } from "../support/size.ts";

const STANDARD = { per_second: 10, burst: 30 };

Deno.test("a key may ask `burst` times at once, then at its rate", async () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock);
  for (let n = 0; n < 30; n++) assert.equal(limiter.take("k", STANDARD), 0, `${n}`);
  assert.equal(limiter.take("k", STANDARD), 100);
  await clock.advance(60);
  assert.equal(limiter.take("k", STANDARD), 40);
  await clock.advance(40);
  assert.equal(limiter.take("k", STANDARD), 0);
  assert.equal(limiter.take("k", STANDARD), 100);
});

Deno.test("a refused request is not charged", async () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock);
  for (let n = 0; n < 1_000; n++) limiter.take("k", STANDARD);
  await clock.advance(3_000);
  for (let n = 0; n < 30; n++) assert.equal(limiter.take("k", STANDARD), 0, `${n}`);
});

Deno.test("keys do not slow each other down, and an unlimited one is never slowed down", () => {
  const limiter = createRateLimiter(createManualClock());
  for (let n = 0; n < 40; n++) limiter.take("a", STANDARD);
  assert.equal(limiter.take("b", STANDARD), 0);
  for (let n = 0; n < 1_000; n++) assert.equal(limiter.take("c", "unlimited"), 0);
});

Deno.test("whoever waits as long as told is let through", async () => {
  const rates = fc.record({
    per_second: fc.double({ min: 0.1, max: 700, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(rates, fc.array(fc.nat(40), { maxLength: 30 }), async (rate, waits) => {
      const clock = createManualClock(1_700_000_000_000);
      const limiter = createRateLimiter(clock);
      for (const wait of waits) {
        await clock.advance(wait);
        const retryAfter = limiter.take("k", rate);
        if (retryAfter === 0) continue;
        clock.set(clock.now() + retryAfter);
        assert.equal(limiter.take("k", rate), 0);
      }
    }),
    propertyRun(300),
  );
});

Deno.test("in any t seconds at most burst + t · per_second pass", async () => {
  const rates = fc.record({
    per_second: fc.integer({ min: 1, max: 500 }),
    burst: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(
      rates,
      fc.array(fc.nat(200), { minLength: 1, maxLength: 200 }),
      (rate, gaps) => {
        const clock = createManualClock(1_700_000_000_000);
        const limiter = createRateLimiter(clock);
        const passed: number[] = [];
        for (const gap of gaps) {
          clock.set(clock.now() + gap % 7 * (gap > 150 ? 300 : 1));
          for (let n = 0; n < gap % 5; n++) {
            if (limiter.take("k", rate) === 0) passed.push(clock.now());
          }
        }
        for (const [first, start] of passed.entries()) {
          for (const [last, end] of passed.entries()) {
            if (last < first) continue;
            const most = rate.burst + (end - start) / 1000 * rate.per_second;
            assert.ok(last - first + 1 <= most + 0.01, `${last - first + 1} in ${end - start} ms`);
          }
        }
        return Promise.resolve();
      },
    ),
    propertyRun(300),
  );
});

Deno.test("keys that have not asked for two windows are not kept", async () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock);
  for (let n = 0; n < 10_000; n++) limiter.take(`k${n}`, STANDARD);
  assert.equal(limiter.size, 10_000);
  for (let n = 0; n < 3; n++) {
    await clock.advance(3_001);
    limiter.take("last", STANDARD);
  }
  assert.equal(limiter.size, 2);
});

Deno.test("a burst that is spent is remembered until it has refilled", async () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock);
  const slow = { per_second: 1, burst: 60 };
  for (let n = 0; n < 60; n++) limiter.take("k", slow);
  let passed = 0;
  for (let second = 0; second < 120; second++) {
    await clock.advance(1_000);
    for (let n = 0; n < 5; n++) if (limiter.take("k", slow) === 0) passed++;
  }
  assert.equal(passed, 120);
});

Deno.test("a clock that is set back locks nobody out for longer than a burst takes", () => {
  const clock = createManualClock(10_000_000);
  const limiter = createRateLimiter(clock);
  for (let n = 0; n < 30; n++) limiter.take("k", STANDARD);
  clock.set(0);
  assert.ok(limiter.take("k", STANDARD) <= 100);
});
