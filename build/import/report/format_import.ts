import type { Imported } from "../import_dump.ts";
import { countLost, formatFates } from "./field_log.ts";

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
  if (fates.length === 0) return line;
  const lost = countLost(fates);
  const sum = lost === 0 ? "Nothing is lost" : `${counted(lost, "value")} lost`;
  return `${line}\n\n${formatFates(fates)}\n\n${sum}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
