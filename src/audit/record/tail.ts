import type { Kv, KvKey } from "../../platform/kv.ts";
import { openChunk } from "./chunk.ts";
import { CHUNKS } from "./record_keys.ts";
import { usesOf } from "./read_record.ts";
import { type UseEntry, useEntry } from "./use.ts";

const PAGE = 4;

/** The last `limit` uses on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailUses(kv: Kv, limit = 50): Promise<UseEntry[]> {
  const newestFirst: UseEntry[][] = [];
  let count = 0;
  let before: KvKey | undefined;
  while (count < limit) {
    const page = await kv.list(CHUNKS, {
      limit: PAGE,
      reverse: true,
      ...(before === undefined ? {} : { after: before }),
    });
    for (const { value } of page) {
      newestFirst.push(entriesOf(value));
      count += newestFirst.at(-1)!.length;
    }
    if (page.length < PAGE) break;
    before = page.at(-1)!.key;
  }
  return limit > 0 ? newestFirst.reverse().flat().slice(-limit) : [];
}

function entriesOf(value: unknown): UseEntry[] {
  const chunk = openChunk(value);
  return chunk === null ? [] : usesOf(chunk).map(useEntry);
}
