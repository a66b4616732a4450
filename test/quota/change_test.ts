import assert from "node:assert/strict";
import { readTicketLog } from "../../src/quota/tickets/ticket_log.ts";
import { settle } from "../support/manual_clock.ts";
import { closeOne, drain, takenIn, takeOne } from "./steps.ts";
import { accountOf, createHarness, dayQuota, MIDNIGHT, usedIn } from "./harness.ts";

const DAY = "2026-07-04";
const DAY_MS = 86_400_000;

Deno.test("the day ends at midnight in Jakarta, and the next one begins with a full quota", async () => {
  const harness = createHarness({ startMs: MIDNIGHT + DAY_MS - 10 });
  const process = harness.start(dayQuota(20));
  assert.equal(await drain(harness, process), 20);
  await harness.clock.advance(9);
  assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
  await harness.clock.advance(1);
  assert.equal(await drain(harness, process), 20);
  assert.equal(usedIn(harness.processes, "2026-07-04"), 20);
  assert.equal(usedIn(harness.processes, "2026-07-05"), 20);
});

Deno.test("units of a period that is over are never spent in the next, and are given back", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(20));
  await drain(harness, process, 3);
  await harness.clock.advance(DAY_MS);
  assert.equal(await drain(harness, process), 20);
  assert.equal(await takenIn(harness, "2026-07-04"), 3);
  assert.deepEqual(
    (await readTicketLog(harness.store, { account: "k1", period: DAY })).tickets,
    [],
  );
});

for (const [month, days] of [[1, 31], [2, 28], [4, 30]] as const) {
  Deno.test(`a monthly quota counts for all ${days} days of month ${month}`, async () => {
    const start = Date.UTC(2026, month - 1, 1, -7);
    const harness = createHarness({ startMs: start });
    const process = harness.start({ requests: 1_000, per: "month", timezone: "Asia/Jakarta" });
    for (let day = 0; day < days; day++) {
      const { resetsAt } = await takeOne({ harness, process });
      assert.equal(resetsAt, start + days * DAY_MS);
      await harness.clock.advance(DAY_MS);
    }
    assert.equal(usedIn([process], `2026-0${month}`), days);
    await takeOne({ harness, process });
    assert.equal(usedIn([process], `2026-0${month + 1}`), 1);
  });
}

Deno.test("a plan raised in mid-period admits the difference at once", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10));
  assert.equal(await drain(harness, process), 10);
  process.quota = dayQuota(25);
  assert.equal(await drain(harness, process), 15);
});

Deno.test("a plan lowered in mid-period ends at the new limit, the units in hand included", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10_000));
  await drain(harness, process, 30);
  process.quota = dayQuota(40);
  assert.equal(await drain(harness, process), 10);
  process.quota = dayQuota(35);
  assert.equal(await drain(harness, process), 0);
});

Deno.test("an older process with the old plan and a newer one with the new plan keep to both", async () => {
  for (const [older, newer] of [[30, 50], [50, 30]] as const) {
    const harness = createHarness();
    const [old, young] = [harness.start(dayQuota(older)), harness.start(dayQuota(newer))];
    let refused = 0;
    while (refused < 2) {
      refused = 0;
      for (const process of [old, young]) {
        if (await drain(harness, process, 1) === 0) refused++;
      }
    }
    await closeOne(harness, old);
    await closeOne(harness, young);
    assert.equal(usedIn([old, young], DAY), 50, `${older} beside ${newer}`);
  }
});

Deno.test("keys do not share their units", async () => {
  const harness = createHarness();
  const { ledger } = harness.start(dayQuota(10));
  const take = async (id: string) => {
    const answer = ledger.take({ ...accountOf(dayQuota(10)), id });
    await settle();
    return (await answer).outcome;
  };
  for (let n = 0; n < 10; n++) assert.equal(await take("a"), "admitted");
  assert.equal(await take("a"), "exhausted");
  assert.equal(await take("b"), "admitted");
});

Deno.test("leases of keys that are not used any more are let go of in time", async () => {
  const harness = createHarness();
  const quota = dayQuota(1_000);
  const { ledger } = harness.start(quota);
  for (let n = 0; n < 50; n++) {
    void ledger.take({ ...accountOf(quota), id: `old${n}` });
    await settle();
  }
  await harness.clock.advance(DAY_MS);
  for (let n = 0; n < 50; n++) {
    void ledger.take({ ...accountOf(quota), id: `new${n}` });
    await settle();
  }
  await harness.clock.advance(1_000);
  for (let n = 0; n < 50; n++) {
    const { totals } = await readTicketLog(harness.store, {
      account: `old${n}`,
      period: DAY,
    });
    assert.equal(totals.taken, 1);
  }
});
