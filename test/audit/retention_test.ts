import assert from "node:assert/strict";
import { createRecorder } from "../../src/audit/record/recorder.ts";
import { dropOldUses } from "../../src/audit/audit.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { lastUses } from "../support/last_uses.ts";
import { auditChunkKey } from "../../src/platform/store_keys.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { keptLog, PEPPER, sampleUse, START_MS } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";

const DAY_MS = 86_400_000;

async function recordOfDays(days: number) {
  const kv = createMemoryKv();
  const clock = createManualClock(START_MS);
  const deps = { kv, clock, log: keptLog(), random: createPrng(1), pepper: PEPPER };
  const recorder = createRecorder(deps);
  for (let day = 0; day < days; day++) {
    const answer = recorder.record(sampleUse({ at: clock.now() }));
    await clock.advance(DAY_MS);
    await answer;
  }
  return { kv, clock, recorder, drop: (days: number) => dropOldUses({ ...deps, days }) };
}

Deno.test("dropOldUses() drops what is older than the given days, and the record stays whole", async () => {
  const { kv, clock, recorder, drop } = await recordOfDays(250);
  assert.equal(await drop(90), 160);
  assert.equal(await drop(90), 0);
  const verdict = await verifyRecord(kv, PEPPER);
  assert.deepEqual([verdict.ok, verdict.uses], [true, 90], verdict.message);
  assert.deepEqual((await lastUses(kv, 1_000)).map(({ seq }) => seq)[0], 161);
  await clock.advance(400 * DAY_MS);
  assert.equal(await drop(90), 90);
  const answer = recorder.record(sampleUse({ at: clock.now() }));
  await clock.advance(100);
  await answer;
  assert.deepEqual((await lastUses(kv)).map(({ seq }) => seq), [251]);
  assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
});

Deno.test("dropOldUses() stops where the record was tampered with", async () => {
  const { kv, drop } = await recordOfDays(30);
  const { value } = await kv.get<Uint8Array>(auditChunkKey(5));
  const edited = new TextDecoder().decode(value!).replace('"GET"', '"PUT"');
  await kv.commit([], [{ set: auditChunkKey(5), value: new TextEncoder().encode(edited) }]);
  assert.equal(await drop(10), 4);
  const verdict = await verifyRecord(kv, PEPPER);
  assert.deepEqual(verdict.flaws.map(({ seq }) => seq), [5]);
});
