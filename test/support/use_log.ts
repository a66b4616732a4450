import assert from "node:assert/strict";
import type { ExportedUse, UseEntry } from "../../src/audit/entries.ts";
import { exportEntries, tailEntries } from "../../src/audit/read.ts";
import { openUseLog, type UseLog } from "../../src/audit/use_log.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createManualClock } from "./manual_clock.ts";

/** The log of uses of a store, to which no entry is too old. */
export function useLogOf(kv: Kv): UseLog {
  return openUseLog({ kv, clock: createManualClock(0), random: systemRandom, auditDays: 90 });
}

/** The uses alone that are on record behind number `after`. */
export async function* exportUses(kv: Kv, after = 0): AsyncGenerator<ExportedUse> {
  for await (const entry of exportEntries(useLogOf(kv), { after, kind: "use" })) {
    if (entry.kind === "use") yield entry;
  }
}

/** The last uses on record, oldest first. */
export async function lastUses(kv: Kv, limit = 50): Promise<UseEntry[]> {
  const entries = await tailEntries(useLogOf(kv), { limit, kind: "use" });
  return entries.flatMap((entry) => entry.kind === "use" ? [entry] : []);
}

/** How many uses and entries of administrators are on record, whose numbers have no gap up to its end. */
export async function countEntries(kv: Kv): Promise<{ uses: number; admin: number }> {
  const { source } = useLogOf(kv);
  const counts = { uses: 0, admin: 0 };
  let seq = 0;
  for (let page = await source.after(0, 1_000); page.length > 0;) {
    for (const { seq: next, value } of page) {
      assert.equal(next, ++seq);
      if (value.kind === "use") counts.uses += value.count ?? 1;
      else counts.admin++;
    }
    page = await source.after(seq, 1_000);
  }
  assert.equal(await source.last(), seq);
  return counts;
}
