import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { accountOf, createHarness, dayQuota, type Process, usedIn } from "./harness.ts";
import { drain, takenIn, takeOne } from "./steps.ts";

const DAY = "2026-07-04";

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

function take({ ledger }: Process, id: string) {
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
