import type { Kv, KvKey } from "../platform/kv.ts";
import { openChunk } from "./chunk.ts";
import { CHUNKS } from "./places.ts";
import { usesOf } from "./read_record.ts";
import { type UseEntry, useEntry } from "./use_entry.ts";

const PAGE = 4;

/** The last `limit` uses on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailUses(kv: Kv, limit = 50): Promise<UseEntry[]> {
  let newest: UseEntry[] = [];
  let before: KvKey | undefined;
  while (newest.length < limit) {
    const page = await kv.list(CHUNKS, {
      limit: PAGE,
      reverse: true,
      ...(before === undefined ? {} : { after: before }),
    });
    for (const { value } of page) newest = [...entriesOf(value), ...newest];
    if (page.length < PAGE) break;
    before = page.at(-1)!.key;
  }
  return limit > 0 ? newest.slice(-limit) : [];
}

function entriesOf(value: unknown): UseEntry[] {
  const chunk = openChunk(value);
  return chunk === null ? [] : usesOf(chunk).map(useEntry);
}
