import type { Kv } from "../../platform/kv.ts";
import { openChunk } from "./chunk.ts";
import { AUDIT_CHUNKS, auditChunkKey } from "../../platform/store_keys.ts";
import { readChunks, usesOf } from "./read_record.ts";
import type { RecordedUse } from "./use.ts";
import { type UseEntry, useEntry } from "./use.ts";

/** A use as `audit export` prints it: everything that is on record. */
export interface ExportedUse extends UseEntry {
  /** The template of the route that answered; "" where none did. */
  readonly route: string;
}

/** The uses on record behind number `after`, oldest first; holds no more than a few chunks in memory. */
export async function* exportUses(kv: Kv, after = 0): AsyncGenerator<ExportedUse> {
  for await (const use of usesBehind(kv, after)) {
    if (use.seq > after) yield { ...useEntry(use), route: use.route };
  }
}

/** The uses of the chunk that `after` lies in, and of all that follow. */
async function* usesBehind(kv: Kv, after: number): AsyncGenerator<RecordedUse> {
  const [around] = await kv.list(AUDIT_CHUNKS, {
    limit: 1,
    reverse: true,
    after: auditChunkKey(after + 1),
  });
  const begun = openChunk(around?.value);
  if (begun !== null) yield* usesOf(begun);
  for await (const { chunk } of readChunks(kv, after)) {
    if (chunk !== null) yield* usesOf(chunk);
  }
}
