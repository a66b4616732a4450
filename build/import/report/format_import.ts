import type { Imported } from "../import_dump.ts";
import { formatFieldChanges } from "./field_change.ts";
import { countLost, formatFates } from "./field_log.ts";
import type { Outcome } from "./outcome.ts";
import { say } from "../../words/say.ts";

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
  const what = say`${recordsIn(records)}; ${filesIn(made)} made, ${changed} changed, ${kept} ${
    kept === 1 ? say`left as it was` : say`left as they were`
  }`;
  const line = isWritten
    ? say`Imported ${name} into ${into}: ${what}`
    : say`Would import ${name} into ${into}: ${what}`;
  const parts = [line, ...formatFieldChanges(outcome.fields, isWritten), ...entriesLeft(outcome)];
  if (fates.length === 0) return parts.join("\n\n");
  const lost = countLost(fates);
  const sum = lost === 0
    ? say`Nothing is lost`
    : lost === 1
    ? say`1 value lost`
    : say`${lost} values lost`;
  return [...parts, formatFates(fates), sum].join("\n\n");
}

function entriesLeft({ removedEntries, missingEntries }: Outcome): string[] {
  const list = (head: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [[head, ...entries.map((entry) => `  ${entry}`)].join("\n")];
  return [
    ...list(
      say`Removed since an import made it, and not made again; --theirs makes it again:`,
      removedEntries,
    ),
    ...list(say`In the folder, and no longer in the dump:`, missingEntries),
  ];
}

function recordsIn(count: number): string {
  return count === 1 ? say`1 record` : say`${count} records`;
}

function filesIn(count: number): string {
  return count === 1 ? say`1 file` : say`${count} files`;
}
