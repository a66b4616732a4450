import assert from "node:assert/strict";
import type { Charge } from "../../src/quota/tickets/account.ts";
import { closeOne, drain, sentBy, takeOne } from "./steps.ts";
import { createHarness, dayQuota, type Harness, type Process, usedIn } from "./harness.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const DAY = "2026-07-04";
const RUNS = sizeOf({ default: 4, full: 200 });

Deno.test("a key that is used up costs one list a minute where it has one holder only", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(10));
  await drain(harness, process);
  const sent = sentBy(process);
  for (let n = 0; n < 590; n++) {
    assert.equal((await takeOne({ harness, process })).outcome, "exhausted");
    await harness.clock.advance(100);
  }
  assert.equal(sentBy(process), sent);
  await harness.clock.advance(2_000);
  await takeOne({ harness, process });
  assert.equal(sentBy(process), sent + 1);
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

Deno.test("while another may give back, a used-up key is asked about once a second", async () => {
  const harness = createHarness();
  const [one, other] = [harness.start(dayQuota(40)), harness.start(dayQuota(40))];
  await takeOne({ harness, process: one });
  await drain(harness, other);
  one.kv.crash();
  const sent = sentBy(other);
  for (let n = 0; n < 100; n++) {
    await takeOne({ harness, process: other });
    await harness.clock.advance(100);
  }
  assert.ok(sentBy(other) - sent <= 12, `${sentBy(other) - sent} calls in 10 s`);
});

Deno.test("when every holder has told that it keeps nothing, all stop asking", async () => {
  const harness = createHarness();
  const processes = [1, 2, 3].map(() => harness.start(dayQuota(60)));
  let admitted = 0;
  for (let n = 0; n < 100; n++) {
    for (const process of processes) admitted += await drain(harness, process, 1);
  }
  assert.equal(admitted, 60);
  await harness.clock.advance(1_000);
  for (const process of processes) await takeOne({ harness, process });
  await harness.clock.advance(1_000);
  for (const process of processes) await takeOne({ harness, process });
  const sent = processes.map(sentBy);
  for (let n = 0; n < 50; n++) {
    await harness.clock.advance(1_000);
    for (const process of processes) await takeOne({ harness, process });
  }
  assert.deepEqual(processes.map(sentBy), sent);
});

Deno.test("an idle holder gives its units back when the quota runs short", async () => {
  const harness = createHarness();
  const [idle, busy] = [harness.start(dayQuota(1_000)), harness.start(dayQuota(1_000))];
  await takeOne({ harness, process: idle });
  await drain(harness, busy);
  await harness.clock.advance(30_000);
  await drain(harness, busy);
  assert.equal(usedIn(harness.processes, DAY), 1_000);
});

Deno.test("an idle holder writes nothing while the quota is ample", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(5_000));
  await takeOne({ harness, process });
  const { writes } = process.kv.sent;
  await harness.clock.advance(3_600_000);
  assert.equal(process.kv.sent.writes, writes);
  assert.ok(process.kv.sent.reads < 20, `${process.kv.sent.reads} reads`);
});

Deno.test("a refused request for more than is left withholds nothing from other processes", async () => {
  const harness = createHarness();
  const [one, other] = [harness.start(dayQuota(100)), harness.start(dayQuota(100))];
  assert.equal(await drain(harness, one, 60), 60);
  assert.equal((await takeOne({ harness, process: one, units: 60 })).outcome, "exhausted");
  await harness.clock.advance(100);
  assert.equal((await takeOne({ harness, process: other, units: 30 })).outcome, "admitted");
  assert.equal(await drain(harness, one) + await drain(harness, other), 10);
  assert.equal(usedIn(harness.processes, DAY), 100);
});

Deno.test("requests for more than is left are told how much is, and cost the store little", async () => {
  const harness = createHarness();
  const [one, other] = [harness.start(dayQuota(100)), harness.start(dayQuota(100))];
  await drain(harness, one, 60);
  const sent = sentBy(one);
  for (let n = 0; n < 100; n++) {
    const { outcome, remaining } = await takeOne({ harness, process: one, units: 60 });
    assert.deepEqual([n, outcome, remaining], [n, "exhausted", 40]);
    await harness.clock.advance(20);
  }
  assert.ok(sentBy(one) - sent <= 16, `${sentBy(one) - sent} calls in 2 s`);
  assert.equal((await takeOne({ harness, process: one, units: 40 })).outcome, "admitted");
  const { outcome, remaining } = await takeOne({ harness, process: one });
  assert.deepEqual([outcome, remaining], ["exhausted", 0]);
  assert.equal(await drain(harness, other), 0);
  assert.equal(usedIn(harness.processes, DAY), 100);
});

Deno.test("a quota of 0 admits nothing", async () => {
  const harness = createHarness();
  assert.equal(await drain(harness, harness.start(dayQuota(0))), 0);
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

Deno.test("a busy key with a quota of 100,000 costs at most 5 writes per 1,000 admitted, whatever the chances", async () => {
  const seed = testSeed();
  for (let run = 0; run < RUNS; run++) {
    const harness = createHarness({ fraction: createPrng(seed + run).fraction });
    const processes = Array.from({ length: 8 }, () => harness.start(dayQuota(100_000)));
    assert.equal(await drainInTurns(harness, processes), 100_000);
    const writes = processes.reduce((sum, { kv }) => sum + kv.sent.writes, 0);
    assert.ok(writes / 100 <= 5, `${writes / 100} writes per 1,000 in run ${run}`);
  }
});

/** All processes ask at the same pace until none is given anything; returns how many units they had. */
async function drainInTurns(harness: Harness, processes: readonly Process[]): Promise<number> {
  let admitted = 0;
  let refused = 0;
  for (let round = 0; refused < processes.length; round++) {
    refused = 0;
    for (const process of processes) {
      const { outcome } = await takeOne({ harness, process });
      if (outcome === "admitted") admitted++;
      else refused++;
    }
    if (round % 10 === 0) await harness.clock.advance(50);
  }
  return admitted;
}
