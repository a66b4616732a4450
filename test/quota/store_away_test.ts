import assert from "node:assert/strict";
import { accountOf, createHarness, dayQuota, usedIn } from "./harness.ts";

const DAY = "2026-07-04";

function take({ ledger }: ReturnType<ReturnType<typeof createHarness>["start"]>, id: string) {
  return ledger.take({ ...accountOf(dayQuota(1_000)), id });
}

Deno.test("while one request tries a store that is away, the others are refused at once", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  process.kv.outOfReach = true;
  const first = ["a", "b"].map((id) => take(process, id));
  await harness.clock.advance(800);
  for (const charge of first) assert.equal((await charge).outcome, "unavailable");

  const probe = take(process, "c");
  assert.ok(probe instanceof Promise, "one waits");
  for (const id of ["a", "b", "c", "d"]) {
    const charge = take(process, id);
    assert.ok(!(charge instanceof Promise), "the others do not");
    assert.equal(charge.outcome, "unavailable");
  }
  await harness.clock.advance(800);
  assert.equal((await probe).outcome, "unavailable");
  assert.ok(take(process, "d") instanceof Promise, "the next one tries");
  assert.equal(usedIn(harness.processes, DAY), 0);
});

Deno.test("the first answer of a store that was away opens it to all again", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000));
  process.kv.outOfReach = true;
  void take(process, "a");
  await harness.clock.advance(800);
  const probe = take(process, "b");
  process.kv.outOfReach = false;
  await harness.clock.advance(200);
  assert.equal((await probe).outcome, "admitted");
  for (const id of ["c", "d"]) {
    const charge = take(process, id);
    assert.ok(charge instanceof Promise);
    await harness.clock.advance(0);
    assert.equal((await charge).outcome, "admitted");
  }
});

Deno.test("a store that answers nothing is away once a call was given up", async () => {
  const harness = createHarness();
  const process = harness.start(dayQuota(1_000), { fault: () => "silence" });
  for (let waited = 0; waited < 4_000; waited += 800) {
    void take(process, "a");
    await harness.clock.advance(800);
  }
  assert.ok(take(process, "a") instanceof Promise);
  assert.ok(!(take(process, "b") instanceof Promise));
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
