import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import type { ManualClock } from "../support/manual_clock.ts";
import { BARE_PATH, CALLER, createFleet } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const QUOTA = 60;
const PLANS: Plans = {
  standard: {
    rate: "unlimited",
    quota: { requests: QUOTA, per: "day", timezone: "Asia/Jakarta" },
  },
};
const PROCESSES = 4;
const MAX_JUMP_MS = 2_000;
const MIDNIGHT = Date.parse("2026-07-04T17:00:00Z");

/** The fleet's clock as one process reads it. */
function createJumpingClock(clock: ManualClock): ManualClock & { jump: number } {
  const own = { ...clock, jump: 0, now: () => clock.now() + own.jump };
  return own;
}

Deno.test(`clocks of ${PROCESSES} processes that jump by 2 s never let a key beyond a day's quota`, async () => {
  const random = createPrng(testSeed());
  for (let round = 0; round < sizeOf({ default: 10, full: 500 }); round++) {
    await using fleet = createFleet("2026-07-04T16:59:50.000Z");
    const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
    const clocks = Array.from({ length: PROCESSES }, () => createJumpingClock(fleet.clock));
    const processes = [];
    for (const clock of clocks) processes.push(await fleet.start(PLANS, clock));
    /** What was admitted by the day that the process read as it admitted. */
    const admitted = { before: 0, after: 0 };
    for (let step = 0; step < 40; step++) {
      for (const clock of clocks) {
        if (random.happens(0.3)) clock.jump = random.between(-MAX_JUMP_MS, MAX_JUMP_MS);
      }
      const n = random.between(0, PROCESSES - 1);
      for (let asked = 0; asked < 8; asked++) {
        const day = clocks[n]!.now() < MIDNIGHT ? "before" : "after";
        const { status } = await processes[n]!.ask(BARE_PATH, secret);
        if (status === 200) admitted[day]++;
      }
      await fleet.clock.advance(500);
    }
    assert.ok(admitted.before <= QUOTA, `${admitted.before} before midnight, round ${round}`);
    assert.ok(admitted.after <= QUOTA, `${admitted.after} after midnight, round ${round}`);
    // A key that nothing was wrong with is served: no day is lost to the jumps.
    assert.ok(admitted.after > 0, `nothing after midnight, round ${round}`);
  }
});
