import assert from "node:assert/strict";
import { type ConditionKind, CONDITIONS } from "../../../src/addons/alerts/conditions.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { createAlarmHarness } from "./harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KINDS = Object.keys(CONDITIONS) as ConditionKind[];

for (const kind of KINDS) {
  Deno.test(`${kind} is told once when it begins and once when it is over`, async () => {
    const { steady, told, see, start, entries } = createAlarmHarness();
    const end = start();
    await steady.advance(10 * MINUTE);
    assert.deepEqual(await told(), []);
    see(kind, true);
    const { afterMs, quietMs } = CONDITIONS[kind];
    if (afterMs > 0) await steady.advance(afterMs - 1_000);
    assert.deepEqual(await told(), []);
    await steady.advance(3 * HOUR);
    assert.deepEqual(await told(), [`began ${kind}`]);
    see(kind, false);
    await steady.advance(quietMs / 2);
    assert.deepEqual(await told(), [`began ${kind}`]);
    await steady.advance(3 * HOUR);
    assert.deepEqual(await told(), [`began ${kind}`, `over ${kind}`]);
    assert.deepEqual((await entries()).map(({ step, detail }) => [step, detail]), [
      [1, "A detail."],
      [2, ""],
    ]);
    end();
  });

  Deno.test(`${kind} that comes and goes each minute is told at most four times in a day`, async () => {
    const { steady, told, see, start } = createAlarmHarness();
    const end = start();
    for (let n = 0; n < 24 * 60; n++) {
      see(kind, n % 10 < 4);
      await steady.advance(MINUTE);
    }
    const { length } = await told();
    assert.ok(length >= 1 && length <= 4, `${kind} was told ${length} times`);
    end();
  });
}

Deno.test("eight processes tell once for all of them, over slow stores and lost replies", async () => {
  const { steady, kv, told, see, start } = createAlarmHarness();
  const ends: (() => void)[] = [];
  for (let n = 0; n < 8; n++) {
    const slow = createFaultyKv(kv, { clock: steady, fraction: Math.random, latencyMs: 200 });
    if (n % 2 === 0) slow.nextCommits.push("reply_lost", "none", "reply_lost");
    ends.push(start(slow));
    await steady.advance(3_700);
  }
  const all: string[] = [];
  for (const kind of ["disk_low", "platform_down", "content_old", "clock_stepped"] as const) {
    see(kind, true);
    await steady.advance(30 * MINUTE);
    see(kind, false);
    await steady.advance(30 * MINUTE);
    all.push(`began ${kind}`, `over ${kind}`);
    assert.deepEqual(await told(), all);
  }
  ends.forEach((end) => end());
});

Deno.test("a trouble that one process alone sees lasts until it sees it no more, or is gone", async () => {
  const { steady, told, see, start } = createAlarmHarness();
  see("disk_low", true);
  const end = start();
  const others = [start(undefined, false), start(undefined, false)];
  await steady.advance(2 * HOUR);
  assert.deepEqual(await told(), ["began disk_low"]);
  end();
  await steady.advance(HOUR);
  assert.deepEqual(await told(), ["began disk_low", "over disk_low"]);
  others.forEach((one) => one());
});

Deno.test("a clock that is set, either way, ends no trouble and begins none anew", async () => {
  for (const byMs of [-5 * HOUR, 30 * HOUR]) {
    const { steady, told, see, start, setClock } = createAlarmHarness();
    const ends = [start(), start()];
    see("disk_low", true);
    await steady.advance(10 * MINUTE);
    setClock(byMs);
    await steady.advance(2 * HOUR);
    assert.deepEqual(await told(), ["began disk_low"]);
    see("disk_low", false);
    await steady.advance(HOUR);
    assert.deepEqual(await told(), ["began disk_low", "over disk_low"]);
    ends.forEach((end) => end());
  }
});

Deno.test("while the store is away nothing begins, and what is there then is told when it is back", async () => {
  const { steady, kv, told, see, start } = createAlarmHarness();
  const faulty = createFaultyKv(kv, { clock: steady });
  const end = start(faulty);
  faulty.outOfReach = true;
  see("disk_low", true);
  see("content_old", true);
  await steady.advance(20 * MINUTE);
  assert.deepEqual(await told(), []);
  see("content_old", false);
  faulty.outOfReach = false;
  await steady.advance(2 * MINUTE);
  assert.deepEqual(await told(), ["began disk_low"]);
  end();
});

Deno.test("a store without trouble is read and never written", async () => {
  const { steady, kv, see, start } = createAlarmHarness();
  const counting = createFaultyKv(kv, { clock: steady });
  const end = start(counting);
  KINDS.forEach((kind) => see(kind, false));
  await steady.advance(HOUR);
  assert.equal(counting.sent.commits, 0);
  assert.ok(counting.sent.reads <= 121, `${counting.sent.reads} reads in an hour`);
  end();
});
