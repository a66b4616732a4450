import assert from "node:assert/strict";
import { SUMS_SCHEMA } from "../../src/admin/backup/backup_schema.ts";
import { addToYear, type YearSums } from "../../src/live/records/day_sums.ts";
import { createSums } from "../../src/live/store/sums.ts";
import { restoreSums, takeSums } from "../../src/live/store/sums_backup.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { memberSumsKey, recentBroadcastKey, SUMS_HEAD } from "../../src/platform/live_keys.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { quietLog, START } from "./live_harness.ts";

/** A store with the sums of 30 members of two years. */
async function createStore(): Promise<Kv> {
  const kv = createMemoryKv();
  for (const year of [2025, 2026]) {
    for (let n = 0; n < 30; n++) {
      let sums: YearSums = {};
      for (let day = n; day < 365; day += 7) {
        const sum = { count: 1, durationMs: n * 1_000, peak: day, longestMs: n * 1_000 };
        sums = addToYear(sums, n % 2 === 0 ? "idn" : "youtube", day, sum);
      }
      const member = n === 0 ? "" : `m${n}`;
      await kv.commit([], [{ set: memberSumsKey({ year, group: "kota", member }), value: sums }]);
    }
  }
  const head = { years: { 2025: 30, 2026: 30 }, isWhole: true };
  await kv.commit([], [{ set: SUMS_HEAD, value: head }]);
  return kv;
}

async function readAll(kv: Kv) {
  const clock = createManualClock(START);
  const dayOf = () => "2026-01-01";
  const sums = createSums({ kv, clock, log: quietLog, pollMs: Infinity, dayOf });
  await sums.load();
  const found = [...sums.between("kota", "2025-02-03", "2026-05-06")].sort();
  await sums.stop();
  return found;
}

Deno.test("sums come out of a backup as they went in, into a store without broadcasts", async () => {
  const kv = await createStore();
  const file = JSON.parse(JSON.stringify(await takeSums(kv)));
  assert.ok(SUMS_SCHEMA.safeParse(file).success);
  const other = createMemoryKv();
  assert.equal(await restoreSums(other, file), true);
  const restored = await readAll(other);
  assert.equal(restored.length, 30);
  assert.deepEqual(restored, await readAll(kv));
  assert.deepEqual(await takeSums(other), await takeSums(kv));
});

Deno.test("a store that has broadcasts of its own keeps its sums", async () => {
  const kv = await createStore();
  const [first, ...others] = await takeSums(kv);
  assert.equal(await restoreSums(kv, [first!]), false);
  assert.equal((await takeSums(kv)).length, others.length + 1);
  const recorded = createMemoryKv();
  const key = recentBroadcastKey({ group: "kota", id: "idn-1" });
  await recorded.commit([], [{ set: key, value: {} }]);
  assert.equal(await restoreSums(recorded, others), false);
  assert.deepEqual(await takeSums(recorded), []);
});

Deno.test("a backup whose sums are not whole is refused", () => {
  const row = { year: 2026, group: "kota", member: "", platforms: { idn: [] } };
  assert.ok(SUMS_SCHEMA.safeParse([row]).success);
  const day = { day: 1, count: 1, durationMs: 1, peak: 1, longestMs: 1 };
  for (
    const wrong of [
      null,
      {},
      [{ ...row, year: "2026" }],
      [{ ...row, member: undefined }],
      [{ ...row, platforms: { idn: [{ ...day, day: 400 }] } }],
      [{ ...row, platforms: { idn: [{ ...day, count: -1 }] } }],
    ]
  ) assert.ok(!SUMS_SCHEMA.safeParse(wrong).success, JSON.stringify(wrong));
});
