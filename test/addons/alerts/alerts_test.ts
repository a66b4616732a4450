import assert from "node:assert/strict";
import { CONDITION_KINDS, type ConditionKind } from "../../../src/alerts/condition.ts";
import type { Alerts } from "../../../src/alerts/alerts.ts";
import type { AlertChannel, AlertMessage } from "../../../src/alerts/channels.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { createAlertHarness, wordsOf } from "./harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KINDS = Object.keys(CONDITION_KINDS) as ConditionKind[];
const SENT = { kind: "sent", pauseMs: 0 } as const;
const SEEN = KINDS.filter((kind) => kind !== "clock_stepped");

for (const kind of SEEN) {
  Deno.test(`${kind} is told once when it begins and once when it is over`, async () => {
    const { steady, told, see, start } = createAlertHarness();
    const alerts = start();
    await steady.advance(10 * MINUTE);
    assert.deepEqual(told, []);
    see(kind, true);
    await steady.advance(3 * HOUR);
    assert.deepEqual(wordsOf(told), [`began ${kind}`]);
    see(kind, false);
    await steady.advance(3 * HOUR);
    assert.deepEqual(wordsOf(told), [`began ${kind}`, `over ${kind}`]);
    assert.equal(new Set(told.map(({ id }) => id)).size, 2);
    await alerts.close();
  });

  Deno.test(`${kind} that comes and goes each minute is told at most four times in a day`, async () => {
    const { steady, told, see, start } = createAlertHarness();
    const alerts = start();
    for (let n = 0; n < 24 * 60; n++) {
      see(kind, n % 10 < 4);
      await steady.advance(MINUTE);
    }
    assert.ok(told.length >= 1 && told.length <= 4, `${kind} was told ${told.length} times`);
    await alerts.close();
  });
}

Deno.test("eight processes tell once for all of them", async () => {
  const world = createAlertHarness();
  const { steady, kv, told, see, start } = world;
  world.postMs = 9_000;
  const slow = { clock: steady, fraction: Math.random, latencyMs: 200 };
  const processes: Alerts[] = [];
  for (let n = 0; n < 8; n++) {
    processes.push(start(createFaultyKv(kv, slow)));
    await steady.advance(3_700);
  }
  for (const kind of ["disk_low", "platform_down", "content_old", "audit_channel_down"] as const) {
    see(kind, true);
    await steady.advance(30 * MINUTE);
    see(kind, false);
    await steady.advance(30 * MINUTE);
    assert.deepEqual(wordsOf(told.splice(0)), [`began ${kind}`, `over ${kind}`]);
  }
  processes.forEach((one) => one.clockStepped(-3 * HOUR));
  await steady.advance(HOUR);
  assert.deepEqual(wordsOf(told), ["began clock_stepped", "over clock_stepped"]);
  const closing = Promise.all(processes.map((one) => one.close()));
  await steady.advance(MINUTE);
  await closing;
});

Deno.test("a clock that is set, either way, ends no trouble and begins none anew", async () => {
  for (const byMs of [-5 * HOUR, 30 * HOUR]) {
    const { steady, told, see, start, setClock } = createAlertHarness();
    const processes = [start(), start()];
    see("disk_low", true);
    await steady.advance(10 * MINUTE);
    setClock(byMs);
    processes.forEach((one) => one.clockStepped(byMs));
    await steady.advance(2 * HOUR);
    const words = ["began disk_low", "began clock_stepped", "over clock_stepped"];
    assert.deepEqual(wordsOf(told), words);
    see("disk_low", false);
    await steady.advance(HOUR);
    assert.deepEqual(wordsOf(told), [...words, "over disk_low"]);
    await Promise.all(processes.map((one) => one.close()));
  }
});

Deno.test("while the store is away each process tells that, and all else waits", async () => {
  const { steady, kv, told, see, start } = createAlertHarness();
  const faulty = createFaultyKv(kv, { clock: steady, fraction: Math.random });
  const processes = [start(faulty), start(faulty)];
  await steady.advance(MINUTE);
  faulty.outOfReach = true;
  see("store_away", true);
  see("disk_low", true);
  await steady.advance(20 * MINUTE);
  assert.deepEqual(wordsOf(told), ["began store_away", "began store_away"]);
  assert.equal(new Set(told.map(({ id }) => id)).size, 2);
  faulty.outOfReach = false;
  see("store_away", false);
  await steady.advance(20 * MINUTE);
  assert.deepEqual(wordsOf(told).slice(2).sort(), [
    "began disk_low",
    "over store_away",
    "over store_away",
  ]);
  await Promise.all(processes.map((one) => one.close()));
});

Deno.test("what a killed process was about to tell another tells", async () => {
  const { steady, kv, told, see, start, outcomes } = createAlertHarness();
  const dying = createFaultyKv(kv, { clock: steady, fraction: Math.random });
  start(dying);
  outcomes.push("hang");
  see("disk_low", true);
  await steady.advance(2 * MINUTE);
  dying.crash();
  assert.deepEqual(told, []);
  const other = start();
  await steady.advance(2 * MINUTE);
  assert.deepEqual(wordsOf(told), ["began disk_low"]);
  await other.close();
});

Deno.test("a message that fails is tried again, with the same id, until it arrives", async () => {
  const { steady, told, see, start, outcomes, log } = createAlertHarness();
  const alerts = start();
  outcomes.push({ kind: "later", reason: "status 500" }, {
    kind: "later",
    reason: "status 429",
    waitMs: 5_000,
  });
  outcomes.push({ kind: "gone", reason: "status 404" });
  see("disk_low", true);
  await steady.advance(10 * MINUTE);
  assert.deepEqual(told, []);
  await steady.advance(HOUR);
  assert.deepEqual(told.map(({ id }) => id), ["alert_disk_low_1"]);
  assert.ok(log.lines.some((line) => line.includes("status 404")));
  await alerts.close();
});

Deno.test("a trouble whose beginning could not be told is told by its end", async () => {
  const { steady, told, see, start, outcomes } = createAlertHarness();
  const alerts = start();
  outcomes.push({ kind: "later", reason: "status 429", waitMs: HOUR });
  see("disk_low", true);
  await steady.advance(10 * MINUTE);
  see("disk_low", false);
  await steady.advance(2 * HOUR);
  assert.deepEqual(wordsOf(told), ["over disk_low"]);
  assert.match(told[0]!.paragraphs.join(), /It began at 2026-07-04T12:0/);
  await alerts.close();
});

Deno.test("each channel is told once, and none waits for another that takes nothing", async () => {
  const { steady, told, see, start, outcomes } = createAlertHarness();
  const mails: AlertMessage[] = [];
  const mail: AlertChannel = {
    name: "mail",
    claimMs: 120_000,
    post: (message) => Promise.resolve(void mails.push(message)).then(() => SENT),
  };
  const processes = [start(undefined, [mail]), start(undefined, [mail])];
  outcomes.push(...Array(6).fill({ kind: "later", reason: "status 500" }));
  see("disk_low", true);
  await steady.advance(MINUTE + 35_000);
  assert.deepEqual([told.length, mails.length], [0, 1]);
  await steady.advance(10 * MINUTE);
  assert.deepEqual([wordsOf(told), wordsOf(mails)], [["began disk_low"], ["began disk_low"]]);
  see("disk_low", false);
  await steady.advance(HOUR);
  assert.deepEqual([told.length, mails.length], [2, 2]);
  await Promise.all(processes.map((one) => one.close()));
});

Deno.test("a store without trouble is read and never written", async () => {
  const { steady, kv, see, start } = createAlertHarness();
  const counting = createFaultyKv(kv, { clock: steady, fraction: Math.random });
  const alerts = start(counting);
  SEEN.forEach((kind) => see(kind, false));
  await steady.advance(HOUR);
  assert.equal(counting.sent.commits, 0);
  assert.ok(counting.sent.reads <= 121, `${counting.sent.reads} reads in an hour`);
  await alerts.close();
});
