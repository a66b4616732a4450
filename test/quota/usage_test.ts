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

const DAY = "2026-07-04";
const DAY_MS = 86_400_000;

Deno.test("credit() adds to the limit of the period, for processes that know the key as used up too", async () => {
  const harness = createHarness();
  const [server, operator] = [harness.start(dayQuota(10)), harness.start(dayQuota(10))];
  assert.equal(await drain(harness, server), 10);
  await operator.ledger.credit(accountOf(dayQuota(10)), 7);
  server.ledger.recheck("k1");
  const admission = await takeOne({ harness, process: server });
  assert.equal(admission.limit, 17);
  assert.equal(await drain(harness, server), 6);
  await harness.clock.advance(DAY_MS);
  assert.equal(await drain(harness, server), 10);
});

Deno.test("credit() counts once, though its reply was lost", async () => {
  const harness = createHarness();
  let commits = 0;
  const operator = harness.start(dayQuota(10), {
    fault: () => ++commits === 2 ? "reply_lost" : "none",
  });
  const credited = operator.ledger.credit(accountOf(dayQuota(10)), 7);
  await harness.clock.advance(2_000);
  await credited;
  assert.equal(await drain(harness, harness.start(dayQuota(10))), 17);
});

Deno.test("quotaStatus() tells what was used to the unit where one process serves the key", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100));
  await drain(harness, process, 13);
  await process.ledger.credit(accountOf(dayQuota(100)), 50);
  assert.deepEqual(await process.ledger.status(accountOf(dayQuota(100))), {
    period: DAY,
    used: 13,
    limit: 150,
    remaining: 137,
    resetsAt: MIDNIGHT + DAY_MS,
  });
});

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

Deno.test("statuses() reads ten counters at once, and tells to the unit of those that are leased here", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100));
  const accounts = Array.from({ length: 100 }, (_, n) => ({
    ...accountOf(dayQuota(100)),
    id: `k${n}`,
  }));
  for (const account of accounts.slice(0, 50)) await process.ledger.take(account);
  await settle();
  const { reads } = process.kv.sent;
  const statuses = await process.ledger.statuses(accounts);
  assert.equal(process.kv.sent.reads - reads, 10);
  const used = accounts.map(({ id }) => statuses.get(id)!.used);
  assert.deepEqual(used, accounts.map((_, n) => n < 50 ? 1 : 0));
});

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
