import assert from "node:assert/strict";
import { createStoreHealth, type StoreHealth } from "../../src/quota/leases/store_health.ts";
import { createPrng } from "../support/prng.ts";
import { accountOf, createHarness, dayQuota, type Process, usedIn } from "./harness.ts";

const DAY = "2026-07-04";

function take({ ledger }: ReturnType<ReturnType<typeof createHarness>["start"]>, id: string) {
  return ledger.take({ ...accountOf(dayQuota(1_000)), id });
}

Deno.test("once a request has waited in vain for a store that is away, none waits any more", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  process.kv.outOfReach = true;
  const first = ["a", "b"].map((id) => take(process, id));
  await harness.clock.advance(800);
  for (const charge of first) assert.equal((await charge).outcome, "unavailable");

  for (let second = 0; second < 100; second++) {
    for (const id of ["a", "b", "c", "d"]) {
      const charge = take(process, id);
      assert.ok(!(charge instanceof Promise));
      assert.equal(charge.outcome, "unavailable");
    }
    await harness.clock.advance(1_000);
  }
  assert.equal(usedIn(harness.processes, DAY), 0);
});

Deno.test("the first answer of a store that was away opens it to all again", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  process.kv.outOfReach = true;
  void take(process, "a");
  await harness.clock.advance(800);
  assert.ok(!(take(process, "b") instanceof Promise), "it is tried without a request that waits");
  process.kv.outOfReach = false;
  await harness.clock.advance(200);
  const served = take(process, "b");
  assert.ok(!(served instanceof Promise));
  assert.equal(served.outcome, "admitted");
  for (const id of ["c", "d"]) {
    const charge = take(process, id);
    assert.ok(charge instanceof Promise);
    await harness.clock.advance(0);
    assert.equal((await charge).outcome, "admitted");
  }
});

Deno.test("of a store that answers nothing one request of a key waits, until a call is given up", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000), { fault: () => "silence" });
  const first = take(process, "a");
  assert.ok(first instanceof Promise);
  await harness.clock.advance(800);
  assert.equal((await first).outcome, "unavailable");
  assert.ok(take(process, "b") instanceof Promise, "another key may have more luck");
  for (let waited = 0; waited < 4_000; waited += 800) {
    const charge = take(process, "a");
    assert.ok(!(charge instanceof Promise));
    assert.equal(charge.outcome, "unavailable");
    void take(process, "c");
    await harness.clock.advance(800);
  }
  assert.ok(!(take(process, "d") instanceof Promise), "it is away for all");
});

Deno.test("a store that is away for long is noticed within 400 ms of its return", async () => {
  for (const awayMs of [1_000, 30_000, 600_000]) {
    const harness = createHarness();
    const process = harness.start(dayQuota(1_000));
    process.kv.outOfReach = true;
    for (let waited = 0; waited < awayMs; waited += 50) {
      void take(process, `${waited % 7}`);
      await harness.clock.advance(50);
    }
    process.kv.outOfReach = false;
    let waited = 0;
    while (true) {
      const charge = take(process, "1");
      if (!(charge instanceof Promise) && charge.outcome === "admitted") break;
      await harness.clock.advance(50);
      waited += 50;
    }
    assert.ok(waited <= 400, `${waited} ms after ${awayMs} ms`);
  }
});

Deno.test("a store that is only slow is not away, however many requests wait in vain", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000), { latencyMs: 1_000 });
  for (let n = 0; n < 20; n++) {
    const charges = ["a", "b", "c"].map((id) => take(process, `${id}${n}`));
    assert.ok(charges.every((charge) => charge instanceof Promise), `round ${n}`);
    await harness.clock.advance(900);
  }
});

Deno.test("one failure of a store that answers others makes nobody's refusal quick", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000), { latencyMs: 100 });
  for (let n = 0; n < 20; n++) {
    process.kv.nextCommits.push("refused");
    const charges = ["a", "b", "c"].map((id) => take(process, `${id}${n}`));
    assert.ok(charges.every((charge) => charge instanceof Promise), `round ${n}`);
    await harness.clock.advance(800);
    for (const charge of charges) assert.equal((await charge).outcome, "admitted");
  }
});

Deno.test("a request waits on for a store that answers calls, but slowly", async () => {
  const harness = createHarness();
  // A ticket takes two calls.
  const process = harness.start(dayQuota(1_000), { latencyMs: 450 });
  const first = take(process, "a");
  await harness.clock.advance(800);
  const next = take(process, "a");
  assert.ok(next instanceof Promise);
  await harness.clock.advance(200);
  for (const charge of [first, next]) assert.equal((await charge).outcome, "admitted");
});

Deno.test("a wait goes on nine times while the store answers, and ends once it has answered nothing", () => {
  const waits = (answered: (health: StoreHealth, time: number) => void) => {
    const health = createStoreHealth({ info() {}, error() {}, warn() {} }, { now: () => 0 });
    let times = 0;
    void health.wait({ answersAtVainWait: undefined }, (goesOn) => {
      do answered(health, times); while (goesOn() && ++times < 100);
      return Promise.resolve("unavailable");
    }, () => {});
    return times;
  };
  assert.equal(waits((health) => health.answered()), 9);
  assert.equal(waits((health, time) => time < 3 && health.answered()), 3);
  assert.equal(waits(() => {}), 0);
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
