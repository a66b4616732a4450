import type { Imported } from "../import_dump.ts";
import { formatFieldChanges } from "./field_change.ts";
import { countLost, formatFates } from "./field_log.ts";
import type { Outcome } from "./outcome.ts";

/** The parts of a report beside what the import did. */
export interface ReportFrame {
  /** The dump's name. */
  readonly name: string;
  readonly into: string;
  readonly isWritten: boolean;
}

/** Reports in a line what became of files, and in a table what became of fields. */
export function formatImport(
  { outcome, records, fates }: Imported,
  { name, into, isWritten }: ReportFrame,
): string {
  const { made, changed, kept } = outcome.counts;
  const line = `${isWritten ? "Imported" : "Would import"} ${name} into ${into}: ` +
    `${counted(records, "record")}; ${counted(made, "file")} made, ${changed} changed, ` +
    `${kept} left as ${kept === 1 ? "it was" : "they were"}`;
  const parts = [line, ...formatFieldChanges(outcome.fields, isWritten), ...entriesLeft(outcome)];
  if (fates.length === 0) return parts.join("\n\n");
  const lost = countLost(fates);
  const sum = lost === 0 ? "Nothing is lost" : `${counted(lost, "value")} lost`;
  return [...parts, formatFates(fates), sum].join("\n\n");
}

function entriesLeft({ removedEntries, missingEntries }: Outcome): string[] {
  const list = (head: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [[head, ...entries.map((entry) => `  ${entry}`)].join("\n")];
  return [
    ...list("Removed since an import made it, and not made again; --theirs does:", removedEntries),
    ...list("In the folder, and no longer in the dump:", missingEntries),
  ];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
