import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { createHarness, dayQuota, type Process, usedIn } from "./harness.ts";
import { closeOne, drain, takenIn, takeOne } from "./steps.ts";

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

/** In the second case a ticket takes as long as a request may wait. */
Deno.test.each<[number, number]>([[200, 0.01], [400, 0.05]])(
  "of a store that is %i ms away clients without pauses have all, and %f of them try again at most",
  async (latencyMs, mostLater) => {
    const [QUOTA, ASKED, PROCESSES, CLIENTS] = [2_000, 10_000, 8, 4];
    const harness = createHarness({ fraction: createPrng(7).fraction });
    const counts = { admitted: 0, exhausted: 0, unavailable: 0 };
    let asked = 0;
    const client = async (process: Process) => {
      while (asked++ < ASKED) {
        counts[(await harness.take(process)).outcome]++;
        await new Promise<void>((resolve) => void harness.clock.after(1, resolve));
      }
    };
    const clients = Array.from({ length: PROCESSES }, () => {
      const process = harness.start(dayQuota(QUOTA), { latencyMs });
      return Array.from({ length: CLIENTS }, () => client(process));
    }).flat();
    let isDone = false;
    void Promise.all(clients).then(() => isDone = true);
    while (!isDone) await harness.clock.advance(100);
    assert.equal(counts.admitted, QUOTA);
    assert.ok(counts.unavailable < ASKED * mostLater, `${counts.unavailable} told to try again`);
  },
);
