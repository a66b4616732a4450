import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { drain, sentBy, takenIn, takeOne } from "./steps.ts";
import { accountOf, createHarness, dayQuota, MIDNIGHT, usedIn } from "./harness.ts";

const DAY = "2026-07-04";
const DAY_MS = 86_400_000;

Deno.test("take() on a warm lease is a plain value and calls the store never", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10_000));
  await drain(harness, process, 2);
  const sent = sentBy(process);
  const answer = harness.take(process);
  assert.ok(!(answer instanceof Promise));
  assert.equal(answer.outcome, "admitted");
  await settle();
  assert.equal(sentBy(process), sent);
});

Deno.test("take() says what remains and when the period ends", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100));
  for (let used = 1; used <= 100; used++) {
    const { remaining, limit, resetsAt } = await takeOne({ harness, process });
    assert.deepEqual({ remaining, limit, resetsAt }, {
      remaining: 100 - used,
      limit: 100,
      resetsAt: MIDNIGHT + DAY_MS,
    });
  }
  const last = await takeOne({ harness, process });
  assert.equal(last.outcome, "exhausted");
  assert.equal(last.remaining, 0);
});

Deno.test("take() leases 8 units first, then twice as many each time", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100_000));
  await drain(harness, process, 200);
  const wants = harness.grants().map(({ ticket }) => ticket.want);
  assert.deepEqual(wants.slice(0, 5), [8, 16, 32, 64, 128]);
});

Deno.test("take() renews at half a block, before anybody has to wait", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100_000), { latencyMs: 100 });
  await takeOne({ harness, process });
  for (let n = 0; n < 3; n++) assert.ok(!(harness.take(process) instanceof Promise));
  await harness.clock.advance(300);
  for (let n = 0; n < 12; n++) assert.ok(!(harness.take(process) instanceof Promise), `${n}`);
});

Deno.test("100 requests at once share one lease in flight", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100_000), { latencyMs: 100 });
  const answers = Array.from({ length: 100 }, () => takeOne({ harness, process }));
  await harness.clock.advance(190);
  assert.deepEqual({ ...process.kv.sent }, { reads: 1, commits: 1, writes: 1 });
  await harness.clock.advance(610);
  const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome);
  assert.deepEqual(new Set(outcomes), new Set(["admitted"]));
});

Deno.test("take() waits 800 ms at most, then says that the store is out of reach", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100), { fault: () => "silence" });
  const answer = takeOne({ harness, process });
  await harness.clock.advance(790);
  assert.equal(await Promise.race([answer, Promise.resolve("waiting")]), "waiting");
  await harness.clock.advance(10);
  assert.equal((await answer).outcome, "unavailable");
  assert.equal(usedIn(harness.processes, DAY), 0);
});

Deno.test("take() is served as soon as the store is back within the wait", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100));
  process.kv.outOfReach = true;
  const answer = takeOne({ harness, process });
  await harness.clock.advance(500);
  process.kv.outOfReach = false;
  await harness.clock.advance(250);
  assert.equal((await answer).outcome, "admitted");
});

Deno.test("with the store out of reach a key goes on from its lease, and no unit beyond it", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  await drain(harness, process, 20);
  await settle();
  const leased = await takenIn(harness, DAY);
  process.kv.outOfReach = true;
  const rest = await drain(harness, process);
  assert.equal(20 + rest, leased);
  assert.equal((await takeOne({ harness, process })).outcome, "unavailable");
  assert.equal(process.ledger.reachable, false);
  process.kv.outOfReach = false;
  // It is tried because of the next request, which does not wait.
  assert.equal((await takeOne({ harness, process })).outcome, "unavailable");
  await harness.clock.advance(200);
  assert.equal((await takeOne({ harness, process })).outcome, "admitted");
  assert.equal(process.ledger.reachable, true);
});

Deno.test("a store that is out of reach is not asked for every request", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  process.kv.outOfReach = true;
  for (let n = 0; n < 100; n++) {
    void harness.take(process);
    await harness.clock.advance(50);
  }
  assert.ok(sentBy(process) < 70, `${sentBy(process)} calls in 5 s`);
});

Deno.test("refund() makes a unit usable again, once", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10));
  const admission = await takeOne({ harness, process });
  await drain(harness, process);
  admission.refund();
  admission.refund();
  assert.equal(await drain(harness, process), 1);
  assert.equal(usedIn(harness.processes, DAY), 10);
});

Deno.test("refund() of what was not admitted does nothing", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(5));
  await drain(harness, process);
  (await takeOne({ harness, process })).refund();
  assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
});

Deno.test("refund() after the plan was lowered gives the unit back instead of spending it", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10));
  const first = await takeOne({ harness, process });
  await drain(harness, process);
  process.quota = dayQuota(5);
  assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
  first.refund();
  assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
  assert.equal(await takenIn(harness, DAY), 9);
});

Deno.test("many refunds at once do not pile up in one process", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  const admissions = await Promise.all(
    Array.from({ length: 500 }, () => takeOne({ harness, process })),
  );
  for (const admission of admissions) admission.refund();
  await settle();
  const kept = await takenIn(harness, DAY);
  const largest = Math.max(...harness.grants().map(({ ticket }) => ticket.want));
  assert.ok(kept <= 2 * largest, `keeps ${kept}, its largest block was ${largest}`);
});

Deno.test("units: 3 are charged together or not at all", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10));
  for (let n = 0; n < 3; n++) {
    assert.equal((await takeOne({ harness, process, units: 3 })).outcome, "admitted");
  }
  assert.equal((await takeOne({ harness, process, units: 3 })).outcome, "exhausted");
  assert.equal((await takeOne({ harness, process })).outcome, "admitted");
  assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
});

for (const units of [0, -1, 1.5, NaN]) {
  Deno.test(`take() refuses ${units} units`, () => {
    const { ledger } = createHarness().start(dayQuota(10));
    assert.throws(() => ledger.take(accountOf(dayQuota(10)), units), RangeError);
  });
}

Deno.test("an unlimited plan is admitted at once and never asks the store", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1));
  for (let n = 0; n < 1_000; n++) {
    const admission = process.ledger.take(accountOf("unlimited"));
    assert.ok(!(admission instanceof Promise));
    assert.equal(admission.outcome, "admitted");
  }
  await settle();
  assert.equal(sentBy(process), 0);
  assert.equal(await process.ledger.quotaStatus(accountOf("unlimited")), undefined);
});
