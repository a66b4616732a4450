import assert from "node:assert/strict";
import { settle } from "../support/manual_clock.ts";
import { closeOne, drain, takenIn, takeOne } from "./steps.ts";
import { createWorld, dayQuota, usedIn } from "./world.ts";

const DAY = "2026-07-04";

Deno.test("close() gives back what is unspent; the next process starts where the last one ended", async () => {
  const world = createWorld();
  const first = world.start(dayQuota(100));
  await drain(world, first, 13);
  await closeOne(world, first);
  assert.equal(first.end, "none");
  assert.equal(await takenIn(world, DAY), 13);
  assert.equal((await takeOne({ world, process: first })).outcome, "unavailable");
  assert.equal(await drain(world, world.start(dayQuota(100))), 87);
});

Deno.test("close() gives up after 4 s and says so", async () => {
  const world = createWorld();
  const process = world.start(dayQuota(100));
  await takeOne({ world, process });
  await settle();
  process.kv.outOfReach = true;
  const closed = process.ledger.close();
  await world.clock.advance(4_000);
  await closed;
  assert.equal(process.end, "gave_up");
});

Deno.test("a process that dies takes two blocks with it at most, and nothing is given twice", async () => {
  const world = createWorld();
  const [dying, living] = [world.start(dayQuota(5_000)), world.start(dayQuota(5_000))];
  await drain(world, dying, 300);
  dying.kv.crash();
  const rest = await drain(world, living);
  const lost = 5_000 - 300 - rest;
  const block = Math.max(...world.grants().map(({ ticket }) => ticket.want));
  assert.ok(lost >= 0 && lost <= 2 * block, `lost ${lost}, the largest block was ${block}`);
});

Deno.test("a ticket whose reply was lost is not written twice", async () => {
  const world = createWorld();
  let calls = 0;
  const process = world.start(dayQuota(100), {
    fault: () => ++calls === 1 ? "reply_lost" : "none",
  });
  assert.equal((await takeOne({ world, process })).outcome, "admitted");
  assert.deepEqual(world.grants().map(({ grant }) => grant), [8]);
});

Deno.test("a ticket that commits long after others were granted takes nothing from them", async () => {
  const world = createWorld();
  let calls = 0;
  const late = world.start(dayQuota(10), {
    fault: () => ++calls === 1 ? { lateMs: 5_000 } : calls < 20 ? "silence" : "none",
  });
  const other = world.start(dayQuota(10));
  void world.take(late);
  await world.clock.advance(100);
  assert.equal(await drain(world, other), 10);
  await world.clock.advance(20_000);
  assert.equal(await takenIn(world, DAY), 10);
  assert.equal(usedIn(world.processes, DAY), 10);
});
