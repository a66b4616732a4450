import assert from "node:assert/strict";
import { openLog } from "../../src/events/entry_log.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const NOW = Date.parse("2026-07-04T10:00:00Z");
const LIFE_MS = 60_000;
const ALONGSIDE = ["test", "alongside"];

/** A store that fails now and then, before a commit or after it. */
function failing(kv: Kv, fails: () => boolean): Kv {
  return {
    ...kv,
    async commit(checks, writes) {
      if (fails()) throw new Error("The store is away");
      const version = await kv.commit(checks, writes);
      if (fails()) throw new Error("The reply got lost");
      return version;
    },
  };
}

async function read(log: ReturnType<typeof openLog<string>>, after = 0) {
  const entries = [];
  for await (const some of log.after(after)) entries.push(...some);
  return entries;
}

Deno.test("batches of several writers are appended once and whole, however often replies are lost", async () => {
  const random = createPrng(testSeed());
  const clock = createManualClock(NOW);
  const kv = createMemoryKv(clock);
  const open = (seed: number) =>
    openLog<string>({
      kv: failing(kv, () => random.happens(0.2)),
      clock,
      random: createPrng(seed),
    }, { name: "test", lifeMs: LIFE_MS * 1_000 });
  const written: string[] = [];
  const write = async (log: ReturnType<typeof open>, name: string) => {
    const values = Array.from({ length: random.between(1, 4) }, (_, n) => `${name}.${n}`);
    const key = [...ALONGSIDE, name];
    const batch = log.batch(values, {
      checks: [{ key, version: null }],
      writes: (last) => [{ set: key, value: last }],
    });
    let last: number | null | undefined;
    while (last === undefined) last = await batch.append().catch(() => undefined);
    assert.equal((await kv.get(key)).value, last, "what goes along is of the same commit");
    written.push(...values);
  };
  const logs = [1, 2, 3].map(open);
  let isDone = false;
  const writing = Promise.all(logs.map(async (log, n) => {
    for (let round = 0; round < sizeOf({ default: 60, full: 2_000 }); round++) {
      await write(log, `${n}-${round}`);
    }
  })).then(() => isDone = true);
  while (!isDone) await clock.advance(50);
  await writing;
  const entries = await read(openLog({ kv, clock, random }, { name: "test", lifeMs: LIFE_MS }));
  assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, n) => n + 1));
  assert.deepEqual(entries.map(({ value }) => value).toSorted(), written.toSorted());
});

Deno.test("nothing is appended if a check does not hold, and nothing that is too large", async () => {
  const clock = createManualClock(NOW);
  const kv = createMemoryKv(clock);
  const log = openLog<string>({ kv, clock, random: createPrng(1) }, {
    name: "test",
    lifeMs: LIFE_MS,
  });
  await kv.commit([], [{ set: ALONGSIDE, value: 1 }]);
  const checks = [{ key: ALONGSIDE, version: null }];
  assert.equal(await log.append(["a"], { checks }), null);
  assert.throws(() => log.batch(["x".repeat(70_000)]), RangeError);
  assert.deepEqual(await read(log), []);
  assert.equal(await log.last(), 0);
});

Deno.test("a batch larger than a value of the store is read as it was written, from any place on", async () => {
  const clock = createManualClock(NOW);
  const kv = createMemoryKv(clock);
  const log = openLog<string>({ kv, clock, random: createPrng(1) }, {
    name: "test",
    lifeMs: LIFE_MS,
  });
  const values = Array.from({ length: 9 }, (_, n) => `${n}${"ア".repeat(8_000)}`);
  assert.equal(await log.append(values), 9);
  assert.deepEqual((await read(log)).map(({ value }) => value), values);
  for (let after = 0; after <= 9; after++) {
    const places = (await read(log, after)).map(({ seq }) => seq);
    assert.deepEqual(places, Array.from({ length: 9 - after }, (_, n) => after + 1 + n));
  }
});

Deno.test("an entry goes when its own life ends, rewritten or not, and its number is not given again", async () => {
  const clock = createManualClock(NOW);
  const kv = createMemoryKv(clock);
  const log = openLog<string>({ kv, clock, random: createPrng(1) }, {
    name: "test",
    lifeMs: LIFE_MS,
  });
  await log.append(["a"]);
  clock.set(NOW + LIFE_MS - 1);
  await log.append(["b"]);
  await log.rewrite((value) => value.toUpperCase());
  clock.set(NOW + LIFE_MS);
  assert.deepEqual((await read(log)).map(({ value }) => value), ["B"]);
  assert.equal(await log.append(["c"]), 3);
});
