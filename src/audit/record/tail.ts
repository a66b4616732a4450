import { type Kv, listAll } from "../../platform/kv.ts";
import { openChunk } from "./chunk.ts";
import { AUDIT_CHUNKS } from "../../platform/store_keys.ts";
import { usesOf } from "./read_record.ts";
import { type UseEntry, useEntry } from "./use.ts";

const PAGE = 4;

/** The last `limit` uses on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailUses(kv: Kv, limit = 50): Promise<UseEntry[]> {
  if (limit <= 0) return [];
  const newestFirst: UseEntry[][] = [];
  let count = 0;
  for await (const { value } of listAll(kv, AUDIT_CHUNKS, { limit: PAGE, reverse: true })) {
    const uses = entriesOf(value);
    newestFirst.push(uses);
    count += uses.length;
    if (count >= limit) break;
  }
  return newestFirst.reverse().flat().slice(-limit);
}

function entriesOf(value: unknown): UseEntry[] {
  const chunk = openChunk(value);
  return chunk === null ? [] : usesOf(chunk).map(useEntry);
}
