import assert from "node:assert/strict";
import { cutList, cutRows, joinList, readRows } from "../../src/shared_state/chunks.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";

/** Rows of very different lengths, in scripts of one, two and three bytes a letter. */
function rows(count: number, seed: number): { n: number; text: string }[] {
  const random = createPrng(seed);
  return Array.from({ length: count }, (_, n) => ({
    n,
    text: "aéア"[n % 3]!.repeat(Math.floor(random.fraction() ** 4 * 15_000)),
  }));
}

Deno.test("a list is the same after it was cut, and the store takes each chunk", async () => {
  const kv = createMemoryKv();
  for (const [seed, count] of [0, 1, 2, 100, 900].entries()) {
    const list = rows(count, seed + 1);
    const chunks = cutList(list);
    for (const [n, value] of chunks.entries()) await kv.commit([], [{ set: ["c", n], value }]);
    assert.deepEqual(joinList(chunks), list);
  }
  assert.deepEqual(joinList([]), []);
});

Deno.test("rows are the same after they were cut, and each chunk is JSON by itself", async () => {
  const kv = createMemoryKv();
  for (const [seed, count] of [0, 1, 2, 100, 900].entries()) {
    const all = rows(count, seed + 1);
    const chunks = await cutRows(all);
    for (const [n, value] of chunks.entries()) await kv.commit([], [{ set: ["c", n], value }]);
    assert.deepEqual(chunks.flatMap((chunk) => readRows(chunk)), all);
    assert.ok(chunks.every(({ length }) => length <= 60_000));
  }
});

Deno.test("rows fill a chunk to its last byte, and begin the next one only then", async () => {
  const row = "x".repeat(9_997);
  assert.deepEqual((await cutRows(Array(6).fill(row))).map(({ length }) => length), [
    50_001,
    10_001,
  ]);
  const fitting = [...Array(5).fill(row), "x".repeat(9_996)];
  assert.deepEqual((await cutRows(fitting)).map(({ length }) => length), [60_000]);
});
