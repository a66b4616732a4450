import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { accountOf, createHarness, dayQuota, usedIn } from "./harness.ts";
import type { Charge } from "./opening.ts";
import { closeOne, drain, sentBy, takenIn, takeOne } from "./steps.ts";

const DAY = "2026-07-04";
Deno.test("many refunds at once do not pile up in one process", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  const admissions = await Promise.all(
    Array.from({ length: 500 }, () => takeOne({ harness, process })),
  );
  for (const admission of admissions) admission.refund();
  await settle();
  const kept = await takenIn(harness, DAY);
  const largest = Math.max(...harness.grants().map(({ grant }) => grant));
  assert.ok(kept <= 2 * largest, `keeps ${kept}, its largest block was ${largest}`);
});

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
  assert.equal(await process.ledger.status(accountOf("unlimited")), undefined);
});

Deno.test("units given back by one process are found by the others within a second", async () => {
  const harness = createHarness();
  const [one, other] = [harness.start(dayQuota(40)), harness.start(dayQuota(40))];
  await takeOne({ harness, process: one });
  const had = await drain(harness, other);
  await closeOne(harness, one);
  const more = await drain(harness, other);
  assert.equal(had + more, 39);
  assert.ok(more > 0);
});

Deno.test("an idle holder gives its units back when the quota runs short", async () => {
  const harness = createHarness();
  const [idle, busy] = [harness.start(dayQuota(1_000)), harness.start(dayQuota(1_000))];
  await takeOne({ harness, process: idle });
  await drain(harness, busy);
  await harness.clock.advance(90_000);
  await drain(harness, busy);
  assert.equal(usedIn(harness.processes, DAY), 1_000);
});

Deno.test("a refused request for more than is left withholds nothing from other processes", async () => {
  const harness = createHarness();
  const [one, other] = [harness.start(dayQuota(100)), harness.start(dayQuota(100))];
  assert.equal(await drain(harness, one, 60), 60);
  assert.equal((await takeOne({ harness, process: one, units: 60 })).outcome, "exhausted");
  await harness.clock.advance(100);
  assert.equal((await takeOne({ harness, process: other, units: 24 })).outcome, "admitted");
  assert.equal(await drain(harness, one) + await drain(harness, other), 16);
  assert.equal(usedIn(harness.processes, DAY), 100);
});

Deno.test("8 processes with 100 ms latency share a quota to the last unit, and none is sent away", async () => {
  const harness = createHarness({ fraction: createPrng(7).fraction });
  const processes = Array.from(
    { length: 8 },
    () => harness.start(dayQuota(2_000), { latencyMs: 100 }),
  );
  const outcomes = new Map<string, number>();
  for (let round = 0; round < 400; round++) {
    for (const process of processes) {
      const note = ({ outcome }: Charge) =>
        void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const answer = harness.take(process);
      if (answer instanceof Promise) void answer.then(note);
      else note(answer);
    }
    await harness.clock.advance(10);
  }
  await harness.clock.advance(1_000);
  assert.equal(outcomes.get("admitted"), 2_000);
  assert.equal(outcomes.get("unavailable"), undefined);
  assert.equal(outcomes.get("exhausted"), 1_200);
});

Deno.test("close() gives up after 4 s and says so", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(100));
  await takeOne({ harness, process });
  await settle();
  process.kv.outOfReach = true;
  const closed = process.ledger.close();
  await harness.clock.advance(4_000);
  await closed;
  assert.equal(process.end, "gave_up");
});
