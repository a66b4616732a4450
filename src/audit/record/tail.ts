import { type Kv, listAll } from "../../platform/kv.ts";
import { type AuditEntry, type EntryKind, printedEntry } from "../entries/entry.ts";
import { openChunk } from "./chunk.ts";
import { AUDIT_CHUNKS } from "../../platform/store_keys.ts";
import { readEntries } from "./read_record.ts";

const PAGE = 4;

/** Which entries are wanted. */
export interface TailOptions {
  /** At most so many; default 50. */
  readonly limit?: number;
  /** Those of one kind alone. */
  readonly kind?: EntryKind | undefined;
}

/** The last entries on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailEntries(
  kv: Kv,
  { limit = 50, kind }: TailOptions = {},
): Promise<AuditEntry[]> {
  if (limit <= 0) return [];
  const newestFirst: AuditEntry[][] = [];
  let count = 0;
  for await (const { value } of listAll(kv, AUDIT_CHUNKS, { limit: PAGE, reverse: true })) {
    const entries = await printed(kv, value, kind);
    newestFirst.push(entries);
    count += entries.length;
    if (count >= limit) break;
  }
  return newestFirst.reverse().flat().slice(-limit);
}

async function printed(
  kv: Kv,
  value: unknown,
  kind: EntryKind | undefined,
): Promise<AuditEntry[]> {
  const chunk = openChunk(value);
  const entries = chunk === null ? [] : await readEntries(kv, [chunk]);
  return entries.filter((entry) => kind === undefined || entry.kind === kind).map(printedEntry);
}
