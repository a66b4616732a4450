import type { Kv } from "../../platform/kv.ts";
import { openChunk } from "./chunk.ts";
import { AUDIT_CHUNKS, auditChunkKey } from "../../platform/store_keys.ts";
import { readChunks, readEntries } from "./read_record.ts";
import { type AdminEntry, adminEntry } from "../entries/admin_entry.ts";
import type { EntryKind, Recorded } from "../entries/entry.ts";
import { type UseEntry, useEntry } from "../entries/use.ts";

/** A use as `audit export` prints it: everything that is on record. */
export interface ExportedUse extends UseEntry {
  /** The template of the route that answered; "" where none did. */
  readonly route: string;
}

/** An entry as `audit export` prints it. */
export type ExportedEntry = ExportedUse | AdminEntry;

/** The entries on record behind number `after`, oldest first; holds no more than a few chunks in memory. */
export async function* exportEntries(
  kv: Kv,
  { after = 0, kind }: { readonly after?: number; readonly kind?: EntryKind | undefined } = {},
): AsyncGenerator<ExportedEntry> {
  for await (const entry of entriesBehind(kv, after)) {
    const exported = exportedEntry(entry);
    if (exported.seq > after && (kind === undefined || entry.kind === kind)) yield exported;
  }
}

function exportedEntry(entry: Recorded): ExportedEntry {
  if (entry.kind === "admin") return adminEntry(entry.act);
  return { ...useEntry(entry.use), route: entry.use.route };
}

/** The entries of the chunk that `after` lies in, and of all that follow. */
async function* entriesBehind(kv: Kv, after: number): AsyncGenerator<Recorded> {
  const [around] = await kv.list(AUDIT_CHUNKS, {
    limit: 1,
    reverse: true,
    after: auditChunkKey(after + 1),
  });
  const begun = openChunk(around?.value);
  if (begun !== null) yield* await readEntries(kv, [begun]);
  for await (const { chunk } of readChunks(kv, after)) {
    if (chunk !== null) yield* await readEntries(kv, [chunk]);
  }
}
