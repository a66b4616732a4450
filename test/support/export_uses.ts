import { type ExportedUse, exportEntries } from "../../src/audit/record/read_record.ts";
import type { Kv } from "../../src/platform/kv.ts";

/** The uses alone that are on record behind number `after`. */
export async function* exportUses(kv: Kv, after = 0): AsyncGenerator<ExportedUse> {
  for await (const entry of exportEntries(kv, { after, kind: "use" })) {
    if (entry.kind === "use") yield entry;
  }
}
