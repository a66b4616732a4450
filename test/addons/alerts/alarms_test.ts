import { type AlertData, createAlarms } from "../../../src/addons/alerts/alarms.ts";
import { type ConditionKind, CONDITIONS } from "../../../src/addons/alerts/conditions.ts";
import { type Finding } from "../../../src/addons/alerts/observe.ts";
import { openPost } from "../../../src/delivery/post_log.ts";
import { createClock, every } from "../../../src/platform/clock.ts";
import { type Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import assert from "node:assert/strict";

/** Processes over one store that look every 30 s, and troubles that a test makes. */
interface AlarmHarness {
  /** Moves time; nobody sets it. */
  readonly steady: ManualClock;
  readonly kv: Kv;
  /** Sets the clock of all processes. */
  setClock(byMs: number): void;
  /** Lets every process see a trouble, or none of its kind any more. */
  see(kind: ConditionKind, isBad: boolean): void;
  /** Starts a process, which sees the troubles or nothing at all; the returned function ends it. */
  start(kv?: Kv, seesThem?: boolean): () => void;
  /** What is in the log for operators, in words: `began disk_low`. */
  told(): Promise<string[]>;
  entries(): Promise<readonly AlertData[]>;
}

const START = Date.parse("2026-07-04T12:00:00Z");

function createAlarmHarness(): AlarmHarness {
  const steady = createManualClock(0);
  let setBy = START;
  const clock = createClock(() => steady.now() + setBy, steady.after);
  const shared = createMemoryKv();
  const seen = new Map<ConditionKind, Finding>();

  async function entries(): Promise<readonly AlertData[]> {
    const { source } = openPost({ kv: shared, clock, random: systemRandom });
    return (await source.after(0, 1_000)).map(({ value }) => value.data as AlertData);
  }

  return {
    steady,
    kv: shared,
    setClock: (byMs) => void (setBy += byMs),
    see: (kind, isBad) => void seen.set(kind, { kind, isBad, detail: "A detail." }),
    start(kv = shared, seesThem = true) {
      const post = openPost({ kv, clock, random: systemRandom });
      const judge = createAlarms({ kv, clock, post, elapsed: steady.now });
      return every(
        steady,
        30_000,
        () => void judge(seesThem ? [...seen.values()] : []).catch(() => {}),
      );
    },
    entries,
    told: async () =>
      (await entries()).map(({ alert, overAt }) =>
        `${overAt === null ? "began" : "over"} ${alert}`
      ),
  };
}

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
