import { tailEntries } from "../../src/audit/record/read_record.ts";
import type { UseEntry } from "../../src/audit/entries/use.ts";
import type { Kv } from "../../src/platform/kv.ts";

/** The last uses on record, oldest first. */
export async function lastUses(kv: Kv, limit = 50): Promise<UseEntry[]> {
  const entries = await tailEntries(kv, { limit, kind: "use" });
  return entries.flatMap((entry) => entry.kind === "use" ? [entry] : []);
}
