import assert from "node:assert/strict";
import type { Quota } from "../../src/model/plans.ts";
import { settle } from "../support/manual_clock.ts";
import {
  accountOf,
  createHarness,
  dayQuota,
  type Harness,
  MIDNIGHT,
  type Process,
  usedIn,
} from "./harness.ts";
import { closeOne, drain, takeOne } from "./steps.ts";

const DAY_MS = 86_400_000;

/** Before midnight, and after it, in ms from the start of a slow reading. */
const READINGS = ["quotaStatus", "quotaStatuses", "usage", "usage of two days"] as const;

Deno.test.each(READINGS.flatMap((reading) => [[reading, -50], [reading, 50]] as const))(
  "%s() that begins %i ms after midnight shows no unit that nobody spent",
  async (reading, fromMidnightMs) => {
    const quota = dayQuota(5_000);
    const account = accountOf(quota);
    for (let takenMs = 0; takenMs <= 400; takenMs += 20) {
      const harness = createHarness({ startMs: MIDNIGHT + DAY_MS - 60_000 });
      const { clock } = harness;
      const process = harness.start(quota, { latencyMs: 100 });
      await takeOne({ harness, process });
      await clock.advance(MIDNIGHT + DAY_MS + fromMidnightMs - clock.now());
      const { ledger } = process;
      const read = {
        quotaStatus: async () => (await ledger.status(account))!.used,
        quotaStatuses: async () => (await ledger.statuses([account])).get("k1")!.used,
        usage: async () => (await ledger.usage(account, 1))[0]!.used,
        "usage of two days": async () =>
          Math.max(...(await ledger.usage(account, 2)).map(({ used }) => used)),
      }[reading]();
      await clock.advance(Math.max(0, -fromMidnightMs) + takenMs);
      void harness.take(process);
      await clock.advance(3_000);
      const used = await read;
      assert.ok(
        used === 0 || used === 1,
        `${used} used, of 1 taken in each of two days, ${takenMs} ms`,
      );
    }
  },
);

Deno.test("usage() shows no day below 0 when more comes back than was leased that day", async () => {
  const harness = createHarness();
  const quota: Quota = { requests: 1_000, per: "month", timezone: "Asia/Jakarta" };
  const process = harness.start(quota);
  const admissions = [];
  for (let n = 0; n < 100; n++) admissions.push(await takeOne({ harness, process }));
  await harness.clock.advance(DAY_MS);
  await drain(harness, process, 100);
  for (const admission of admissions) admission.refund();
  await closeOne(harness, process);
  const usage = await harness.start(quota).ledger.usage(accountOf(quota), 3);
  assert.ok(usage.every(({ used }) => used >= 0));
  assert.equal(usage.reduce((sum, { used }) => sum + used, 0), 100);
});

Deno.test("usage() tells each day of the last ones, by daily and by monthly plan", async () => {
  for (const per of ["day", "month"] as const) {
    const harness = createHarness();
    const quota: Quota = { requests: 1_000, per, timezone: "Asia/Jakarta" };
    const process = harness.start(quota);
    await drain(harness, process, 21);
    await harness.clock.advance(2 * DAY_MS);
    if (per === "month") await drainLease(harness, process);
    await drain(harness, process, 5);
    const usage = await process.ledger.usage(accountOf(quota), 4);
    assert.deepEqual(usage.map(({ day }) => day), [
      "2026-07-03",
      "2026-07-04",
      "2026-07-05",
      "2026-07-06",
    ]);
    const total = usage.reduce((sum, { used }) => sum + used, 0);
    assert.equal(
      total,
      usedIn([process], per === "day" ? "2026-07-04" : "2026-07") +
        (per === "day" ? usedIn([process], "2026-07-06") : 0),
    );
    if (per === "day") assert.deepEqual(usage.map(({ used }) => used), [0, 21, 0, 5]);
  }
});

/** Spends what is left of a lease, so that the next unit comes from a new one. */
async function drainLease(harness: Harness, process: Process): Promise<void> {
  while (!(harness.take(process) instanceof Promise));
  await harness.clock.advance(100);
}

Deno.test("usage() of the month before reaches over its end", async () => {
  const harness = createHarness({ startMs: Date.UTC(2026, 0, 31, 3) });
  const quota: Quota = { requests: 1_000, per: "month", timezone: "Asia/Jakarta" };
  const process = harness.start(quota);
  await drain(harness, process, 4);
  await harness.clock.advance(DAY_MS);
  await drain(harness, process, 2);
  await settle();
  assert.deepEqual(await process.ledger.usage(accountOf(quota), 2), [
    { day: "2026-01-31", used: 4 },
    { day: "2026-02-01", used: 2 },
  ]);
});
