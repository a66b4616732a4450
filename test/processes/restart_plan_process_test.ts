import assert from "node:assert/strict";
import { createRestartPlan } from "../../src/processes/supervisor.ts";

Deno.test("a server that keeps dying is waited for from 1 s to 30 s, and from 1 s after a calm minute", () => {
  const plan = createRestartPlan(2);
  const waits: (number | undefined)[] = [];
  let now = 0;
  for (let n = 0; n < 7; n++) {
    plan.started(0, now);
    waits.push(plan.died(0, now += 20_000));
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  plan.started(0, now);
  assert.equal(plan.died(0, now + 60_000), 1000);
});

Deno.test("servers that all die within 10 s are not started anew", () => {
  const within = createRestartPlan(2);
  assert.equal(within.died(0, 1000), 1000);
  assert.equal(within.died(1, 11_000), undefined);
  const apart = createRestartPlan(2);
  assert.equal(apart.died(0, 1000), 1000);
  assert.equal(apart.died(1, 11_001), 1000);
});

Deno.test("a server that listens again is not dead: two deaths apart end nothing", () => {
  const plan = createRestartPlan(2);
  assert.equal(plan.died(0, 1000), 1000);
  plan.started(0, 2000);
  plan.listens(0);
  assert.equal(plan.died(1, 10_000), 1000);
  plan.started(1, 11_000);
  assert.equal(
    plan.died(0, 11_500),
    undefined,
    "the other one has started and does not listen yet",
  );
});
