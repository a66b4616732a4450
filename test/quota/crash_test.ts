import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { closeOne, drain, takenIn, takeOne } from "./steps.ts";
import { createHarness, dayQuota, usedIn } from "./harness.ts";

const DAY = "2026-07-04";

Deno.test("close() gives back what is unspent; the next process starts where the last one ended", async () => {
  const harness = createHarness();
  const first = harness.start(dayQuota(100));
  await drain(harness, first, 13);
  await closeOne(harness, first);
  assert.equal(first.end, "none");
  assert.equal(await takenIn(harness, DAY), 13);
  assert.equal((await takeOne({ harness, process: first })).outcome, "unavailable");
  assert.equal(await drain(harness, harness.start(dayQuota(100))), 87);
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

Deno.test("a process that dies takes two blocks with it at most, and nothing is given twice", async () => {
  const harness = createHarness();
  const [dying, living] = [harness.start(dayQuota(5_000)), harness.start(dayQuota(5_000))];
  await drain(harness, dying, 300);
  dying.kv.crash();
  const rest = await drain(harness, living);
  const lost = 5_000 - 300 - rest;
  const block = Math.max(...harness.grants().map(({ ticket }) => ticket.want));
  assert.ok(lost >= 0 && lost <= 2 * block, `lost ${lost}, the largest block was ${block}`);
});

Deno.test("a ticket whose reply was lost is not written twice", async () => {
  const harness = createHarness();
  let calls = 0;
  const process = harness.start(dayQuota(100), {
    fault: () => ++calls === 1 ? "reply_lost" : "none",
  });
  assert.equal((await takeOne({ harness, process })).outcome, "admitted");
  assert.deepEqual(harness.grants().map(({ grant }) => grant), [8]);
});

Deno.test("a ticket that commits long after others were granted takes nothing from them", async () => {
  const harness = createHarness();
  let calls = 0;
  const late = harness.start(dayQuota(10), {
    fault: () => ++calls === 1 ? { lateMs: 5_000 } : calls < 20 ? "silence" : "none",
  });
  const other = harness.start(dayQuota(10));
  void harness.take(late);
  await harness.clock.advance(100);
  assert.equal(await drain(harness, other), 10);
  await harness.clock.advance(20_000);
  assert.equal(await takenIn(harness, DAY), 10);
  assert.equal(usedIn(harness.processes, DAY), 10);
});
