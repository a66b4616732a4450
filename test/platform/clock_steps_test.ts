import assert from "node:assert/strict";
import { createClock, watchClockSteps } from "../../src/platform/clock.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";

const START = Date.parse("2026-07-04T10:00:00Z");
const HOUR = 3_600_000;

/** A clock that can be set, while its timers and `elapsed` go on. */
function createWatched() {
  const steady = createManualClock(0);
  let setBy = START;
  const clock = createClock(() => steady.now() + setBy, steady.after);
  const log = createQuietLog();
  const end = watchClockSteps({ clock, elapsed: steady.now, log });
  return { steady, log, end, set: (ms: number) => void (setBy += ms) };
}

Deno.test("a clock that is set is logged once, with direction and size", async () => {
  const { steady, log, end, set } = createWatched();
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, []);
  set(-3 * HOUR);
  await steady.advance(HOUR);
  set(24 * HOUR);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, [
    'warn The clock was set back {"seconds":10800,"now":"2026-07-04T08:00:10.000Z"}',
    'warn The clock was set ahead, or the machine slept {"seconds":86400,"now":"2026-07-05T09:00:10.000Z"}',
  ]);
  end();
  set(-HOUR);
  await steady.advance(HOUR);
  assert.equal(log.lines.length, 2);
});

Deno.test("a clock that is corrected by seconds is logged once an hour, however often", async () => {
  const { steady, log, end, set } = createWatched();
  set(900);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, []);
  for (let n = 0; n < 50; n++) {
    set(n % 5 === 0 ? 50_000 : -10_000);
    await steady.advance(10_000);
  }
  assert.equal(log.lines.length, 1);
  assert.match(log.lines[0]!, /^warn The clock was set ahead.* \{"seconds":50,/);
  await steady.advance(HOUR);
  set(-2_000);
  await steady.advance(10_000);
  assert.match(log.lines[1]!, /^warn The clock was set back \{"seconds":2,/);
  end();
});
