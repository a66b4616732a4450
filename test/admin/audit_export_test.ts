import assert from "node:assert/strict";
import { createAppender } from "../../src/audit/appender.ts";
import { createChain } from "../../src/audit/chain.ts";
import { exportUses } from "../../src/audit/export.ts";
import { encodeUse } from "../../src/audit/use.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { PEPPER, sampleUse, seededRandom } from "../audit/sample_use.ts";

Deno.test("exportUses() begins behind any use, within a chunk and between two", async () => {
  const kv = createMemoryKv();
  const deps = { kv, clock: createManualClock(), random: seededRandom(1) };
  const appender = createAppender({ ...deps, chain: createChain(PEPPER) });
  for (let batch = 0; batch < 5; batch++) {
    await appender.land(appender.batch(Array(4).fill(encodeUse(sampleUse()))));
  }
  for (let after = 0; after <= 21; after++) {
    const uses = await Array.fromAsync(exportUses(kv, after));
    const expected = Array.from(
      { length: Math.max(0, 20 - after) },
      (_, place) => after + place + 1,
    );
    assert.deepEqual(uses.map(({ seq }) => seq), expected);
  }
});
