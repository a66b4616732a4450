import assert from "node:assert/strict";
import { sleep } from "../../src/platform/clock.ts";
import type { Kv, KvCheck, KvWrite } from "../../src/platform/kv.ts";
import { type Claim, CLAIM_MS, clampFuture, UNCLAIMED } from "../../src/shared_state/claim.ts";
import { createLoop } from "../../src/shared_state/loop.ts";
import { createWorker, type Job, OWN_CLAIM, type Worker } from "../../src/shared_state/worker.ts";
import { createFaultyKv, type Fault } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { sizeOf } from "../support/size.ts";

const START = Date.parse("2026-07-04T12:00:00Z");
const MINUTE = 60_000;
const PARCELS = ["parcel"];
const REVISION = ["revision"];

/** A thing to be sent in so many steps. */
interface Parcel extends Claim {
  readonly steps: number;
  readonly done: number;
  readonly retryAt: number;
  readonly note: string;
}

function createHarness(fraction: () => number = () => 0.5) {
  const clock = createManualClock(START);
  const kv = createMemoryKv(clock);
  const log = createQuietLog();
  const runs: { readonly by: string; readonly id: string; readonly step: number }[] = [];
  const world = {
    runMs: 0,
    hangs: false,
    checks: undefined as KvCheck[] | undefined,
    also: [] as KvWrite[],
    during: async () => {},
    /** The most runs of one job at once. */
    most: 0,
  };
  const underWay = new Map<string, number>();

  async function add(id: string, parcel: Partial<Parcel> = {}): Promise<void> {
    const value = { steps: 1, done: 0, retryAt: 0, note: "", ...UNCLAIMED, ...parcel };
    await kv.commit([], [{ set: [...PARCELS, id], value }]);
  }

  function start(holder: string, store: Kv = kv): Worker {
    async function* jobs(): AsyncGenerator<Job<Parcel>> {
      for (const { key, value, version } of await store.list<Parcel>(PARCELS)) {
        if (value!.done === value!.steps) continue;
        const dueAt = clampFuture(value!.retryAt, clock.now() + MINUTE);
        yield {
          ...{ kv: store, key, value: value!, version, dueAt, claimMs: CLAIM_MS, ...OWN_CLAIM },
          ...(world.checks && { checks: world.checks }),
          async run({ done: step }) {
            const id = String(key.at(-1));
            runs.push({ by: holder, id, step });
            underWay.set(id, (underWay.get(id) ?? 0) + 1);
            world.most = Math.max(world.most, underWay.get(id)!);
            if (world.hangs) await new Promise(() => {});
            if (world.runMs > 0) await sleep(clock, world.runMs);
            await world.during();
            underWay.set(id, underWay.get(id)! - 1);
            const next = (current: Parcel) => ({ ...current, done: step + 1 });
            return { next, also: world.also, againAt: clock.now() };
          },
        };
      }
    }
    const random = { bytes: (count: number) => new Uint8Array(count), fraction };
    const worker = createWorker({ clock, random, log }, {
      ...{ holder, gatherMs: 10, hastens: true, away: "away", jobs },
    });
    worker.wake();
    return worker;
  }

  const read = async (id: string) => (await kv.get<Parcel>([...PARCELS, id])).value!;
  return { ...{ clock, kv, log, runs, add, start, read }, world };
}

async function close({ clock }: ReturnType<typeof createHarness>, ...workers: Worker[]) {
  const closing = Promise.all(workers.map((worker) => worker.close()));
  await clock.advance(10_000);
  await closing;
}

Deno.test("what a killed worker was doing another does when the claim has ended, and not before", async () => {
  const { clock, kv, runs, add, start, world, ...rest } = createHarness();
  await add("a");
  world.hangs = true;
  const dying = createFaultyKv(kv, { clock });
  start("one", dying);
  await clock.advance(100);
  dying.crash();
  world.hangs = false;
  const other = start("two");
  await clock.advance(CLAIM_MS - 200);
  assert.deepEqual(runs.map(({ by }) => by), ["one"]);
  await clock.advance(2_000);
  assert.deepEqual(runs.map(({ by }) => by), ["one", "two"]);
  assert.equal((await rest.read("a")).done, 1);
  await close({ clock, kv, runs, add, start, world, ...rest }, other);
});

Deno.test("the result of an earlier claim is ignored", async () => {
  const harness = createHarness();
  const { clock, runs, add, start, read, world } = harness;
  await add("a", { steps: 5 });
  world.runMs = 4 * CLAIM_MS;
  const late = start("one");
  await clock.advance(CLAIM_MS + 100);
  world.runMs = 0;
  const other = start("two");
  await clock.advance(2 * CLAIM_MS);
  assert.equal((await read("a")).done, 5);
  await clock.advance(5 * CLAIM_MS);
  assert.deepEqual(runs.map(({ by }) => by), ["one", ...Array(5).fill("two")]);
  assert.equal((await read("a")).done, 5, "the late result counted");
  await close(harness, late, other);
});

Deno.test("a claim and instants of a clock that was set back hold nothing up", async () => {
  const harness = createHarness();
  const { clock, runs, add, start } = harness;
  const ahead = START + 24 * 60 * MINUTE;
  await add("held", { holder: "gone", heldUntil: ahead });
  await add("postponed", { retryAt: ahead });
  const worker = start("one");
  await clock.advance(1_000);
  assert.deepEqual(runs.map(({ id }) => id), ["held", "postponed"]);
  await add("later", { steps: 2 });
  clock.set(START - 24 * 60 * MINUTE);
  worker.wake();
  await clock.advance(24 * 60 * MINUTE + MINUTE);
  assert.equal(runs.filter(({ id }) => id === "later").length, 2);
  await close(harness, worker);
});

Deno.test("a claim that may still hold is waited for, with the skew of two clocks", async () => {
  const harness = createHarness();
  const { clock, runs, add, start } = harness;
  await add("a", { holder: "other", heldUntil: START + CLAIM_MS + 9_000 });
  const worker = start("one");
  await clock.advance(CLAIM_MS + 8_000);
  assert.deepEqual(runs, []);
  await clock.advance(3_000);
  assert.equal(runs.length, 1);
  await close(harness, worker);
});

Deno.test("an unreachable store is tried after 1 s, 2 s, 4 s … 60 s, and logged once", async () => {
  const harness = createHarness(() => 1);
  const { clock, kv, log, runs, add, start } = harness;
  const faulty = createFaultyKv(kv, { clock });
  faulty.outOfReach = true;
  const worker = start("one", faulty);
  const tries: number[] = [];
  for (let seconds = 0; seconds < 190; seconds++) {
    const before = faulty.sent.reads;
    await clock.advance(1_000);
    if (faulty.sent.reads > before) tries.push(seconds);
  }
  assert.deepEqual(tries, [0, 1, 3, 7, 15, 31, 63, 123, 183]);
  assert.deepEqual(log.lines.length, 1, log.lines.join("\n"));
  faulty.outOfReach = false;
  await add("a");
  await clock.advance(MINUTE);
  assert.equal(runs.length, 1);
  await close(harness, worker);
});

Deno.test("what others change of a value meanwhile stays", async () => {
  const harness = createHarness();
  const { clock, kv, add, start, read, world } = harness;
  await add("a");
  world.during = async () => {
    const { value, version } = await kv.get<Parcel>([...PARCELS, "a"]);
    const set = { set: [...PARCELS, "a"], value: { ...value, note: "noted" } };
    await kv.commit([{ key: [...PARCELS, "a"], version }], [set]);
  };
  const worker = start("one");
  await clock.advance(1_000);
  const { done, note, holder } = await read("a");
  assert.deepEqual([done, note, holder], [1, "noted", ""]);
  await close(harness, worker);
});

Deno.test("where a check does not hold, nothing is begun; afterwards nothing else is stored", async () => {
  const harness = createHarness();
  const { clock, kv, runs, add, start, read, world } = harness;
  await add("a");
  world.checks = [{ key: REVISION, version: "0" }];
  world.also = [{ set: ["also"], value: 1 }];
  const worker = start("one");
  await clock.advance(1_000);
  assert.deepEqual(runs, []);
  world.checks = [{ key: REVISION, version: null }];
  world.during = async () => void await kv.commit([], [{ set: REVISION, value: 1 }]);
  await clock.advance(1_000);
  assert.equal((await read("a")).done, 1);
  assert.equal((await kv.get(["also"])).value, null);
  world.checks = undefined;
  await add("b");
  await clock.advance(MINUTE);
  assert.equal((await kv.get(["also"])).value, 1);
  await close(harness, worker);
});

Deno.test("a worker that ends finishes the job under way within 2 s, and begins no other", async () => {
  const harness = createHarness();
  const { clock, runs, add, start, read, world } = harness;
  await add("a");
  await add("b");
  world.runMs = 1_500;
  const worker = start("one");
  await clock.advance(100);
  const closing = worker.close();
  await clock.advance(1_600);
  await closing;
  await clock.advance(MINUTE);
  assert.deepEqual(runs.map(({ id }) => id), ["a"]);
  assert.equal((await read("a")).done, 1);
});

Deno.test("a wake hastens a tick that is due later only where it is asked to", async () => {
  for (const hastens of [true, false]) {
    const clock = createManualClock(START);
    const ticks: number[] = [];
    const random = { bytes: (count: number) => new Uint8Array(count), fraction: () => 0.5 };
    const options = { gatherMs: 100, hastens, away: "away" };
    const loop = createLoop({ clock, random, log: createQuietLog() }, options, () => {
      ticks.push(clock.now() - START);
      return Promise.resolve(clock.now() + 10_000);
    });
    await clock.advance(MINUTE);
    assert.deepEqual(ticks, []);
    loop.wake();
    await clock.advance(5_000);
    loop.wake();
    await clock.advance(6_000);
    const waits = ticks.map((at) => at - MINUTE);
    assert.deepEqual(waits, hastens ? [100, 5_100] : [100, 10_100]);
    const closing = loop.close();
    assert.ok(loop.signal.aborted);
    await closing;
  }
});

Deno.test("over kills, lost replies and slow stores every step is done, and at one worker at a time", async () => {
  const rounds = sizeOf({ default: 20, full: 2_000 });
  for (let round = 0; round < rounds; round++) {
    const { fraction } = createPrng(round);
    const harness = createHarness(fraction);
    const { clock, kv, runs, add, start, read, world } = harness;
    for (const id of ["a", "b", "c"]) await add(id, { steps: 5 });
    world.runMs = 200;
    const stores: ReturnType<typeof createFaultyKv>[] = [];
    const begin = () => {
      const fault = (): Fault => {
        const chance = fraction();
        if (chance < 0.02) return "crash_before";
        if (chance < 0.04) return "crash_after";
        if (chance < 0.08) return "reply_lost";
        return chance < 0.12 ? "refused" : "none";
      };
      const store = createFaultyKv(kv, { clock, fraction, latencyMs: 30, fault });
      stores.push(store);
      start(`worker ${stores.length}`, store);
    };
    begin();
    begin();
    for (let seconds = 0; seconds < 600; seconds += 5) {
      await clock.advance(5_000);
      if (stores.filter((store) => !store.crashed).length < 2) begin();
      assert.ok(world.most <= 1, `round ${round}: a job was run twice at once`);
    }
    for (const id of ["a", "b", "c"]) {
      assert.equal((await read(id)).done, 5, `round ${round}: ${id}`);
      const steps = runs.filter((run) => run.id === id).map(({ step }) => step);
      // A step may be done again, and none after a later one.
      assert.deepEqual(steps, steps.toSorted((a, b) => a - b), `round ${round}: ${id}`);
      assert.deepEqual([...new Set(steps)], [0, 1, 2, 3, 4]);
    }
    for (const store of stores) store.crash();
  }
});
