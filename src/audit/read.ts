import type { Numbered } from "../events/entry_log.ts";
import {
  type AuditEntry,
  type Entry,
  type EntryKind,
  type ExportedEntry,
  exportedEntry,
  printedEntry,
} from "./entries.ts";
import type { UseLog } from "./use_log.ts";

interface TailOptions {
  /** At most so many; default 50. */
  readonly limit?: number | undefined;
  readonly kind?: EntryKind | undefined;
}

/** The last entries on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailEntries(
  log: UseLog,
  { limit = 50, kind }: TailOptions = {},
): Promise<AuditEntry[]> {
  const oldest = log.oldest();
  const isWanted = ({ value }: Numbered<Entry>) =>
    value.at >= oldest && (kind === undefined || value.kind === kind);
  const pages: Numbered<Entry>[][] = [];
  let count = 0;
  for await (const page of log.newest()) {
    if (count >= limit) break;
    const wanted = page.filter(isWanted);
    pages.push(wanted);
    count += wanted.length;
  }
  const last = limit > 0 ? pages.reverse().flat().slice(-limit) : [];
  return (await log.unnamed(last)).map(printedEntry);
}

/** Entries of an export in memory at a time. */
const PAGE = 500;

/** The entries on record behind number `after`, oldest first. */
export async function* exportEntries(
  { source, oldest }: UseLog,
  { after = 0, kind }: { readonly after?: number; readonly kind?: EntryKind | undefined } = {},
): AsyncGenerator<ExportedEntry> {
  while (true) {
    const page = await source.after(after, PAGE);
    for (const entry of page) {
      const isWanted = kind === undefined || entry.value.kind === kind;
      if (isWanted && entry.value.at >= oldest()) yield exportedEntry(entry);
    }
    if (page.length === 0) return;
    after = page.at(-1)!.seq;
  }
}
