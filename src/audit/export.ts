import type { Kv } from "../platform/kv.ts";
import { readChunks, usesOf } from "./read_record.ts";
import { type UseEntry, useEntry } from "./use_entry.ts";

/** A use as `audit export` prints it: everything that is on record. */
export interface ExportedUse extends UseEntry {
  /** The template of the route that answered; "" where none did. */
  readonly route: string;
}

/** Every use on record, oldest first; never holds more than a few chunks in memory. */
export async function* exportUses(kv: Kv): AsyncGenerator<ExportedUse> {
  for await (const { chunk } of readChunks(kv)) {
    if (chunk === null) continue;
    for (const use of usesOf(chunk)) yield { ...useEntry(use), route: use.route };
  }
}
