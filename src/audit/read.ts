import type { Numbered } from "../events/entry_log.ts";
import {
  type AuditEntry,
  type Entry,
  type EntryKind,
  type ExportedEntry,
  exportedEntry,
  printedEntry,
  subjectOf,
} from "./entries.ts";
import type { UseLog } from "./use_log.ts";

interface TailOptions {
  /** At most so many; default 50. */
  readonly limit?: number;
  readonly kind?: EntryKind | undefined;
  /** Those about these keys, tokens, codes or administrators alone; all if there are none. */
  readonly subjects?: readonly string[];
  /** How far back they are looked for: about so many entries, of every kind; all if left out. */
  readonly among?: number;
}

/** The last entries on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailEntries(
  log: UseLog,
  { limit = 50, kind, subjects = [], among = Infinity }: TailOptions = {},
): Promise<AuditEntry[]> {
  const oldest = log.oldest();
  const isWanted = ({ value }: Numbered<Entry>) =>
    value.at >= oldest && (kind === undefined || value.kind === kind) &&
    (subjects.length === 0 || isAbout(value, subjects));
  const pages: Numbered<Entry>[][] = [];
  let count = 0;
  let read = 0;
  for await (const page of log.newest()) {
    if (count >= limit || read >= among) break;
    const wanted = page.filter(isWanted);
    pages.push(wanted);
    count += wanted.length;
    read += page.length;
  }
  const last = limit > 0 ? pages.reverse().flat().slice(-limit) : [];
  return (await log.unnamed(last)).map(printedEntry);
}

/** A webhook belongs to a key, which its entry names. */
function isAbout(entry: Entry, subjects: readonly string[]): boolean {
  if (subjects.includes(subjectOf(entry) ?? "")) return true;
  if (entry.kind === "use") return false;
  return [entry.before, entry.after].some((side) =>
    subjects.some((subject) => side?.key_id === subject)
  );
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
