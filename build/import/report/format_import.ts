import { formatFieldChanges, type Outcome } from "./outcome.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** Reports in a line what became of files, and in a table what became of fields; `name` is the dump's. */
export function formatImport(
  { outcome, records, fates }: { outcome: Outcome; records: number; fates: readonly FieldFate[] },
  { name, into, isWritten }: { name: string; into: string; isWritten: boolean },
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

/** What became of one field of one record. */
export interface FieldFate {
  /** The dump's name of the field. */
  readonly theirs: string;
  /** Our name; undefined where there is none. */
  readonly ours?: string | undefined;
  /** `derived`: it follows from other fields, or is kept by other means. */
  readonly fate: "filled" | "lost" | "derived";
  readonly value: unknown;
  /** Why it is lost: what was expected. */
  readonly reason?: string | undefined;
  /** The record's place in the dump, from 1. */
  readonly record: number;
}

/** The number of different lost values that are shown of a field. */
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 40;

/**
 * What became of a field in all records. `isDerived`: no record fills or loses it; `samples`: lost values
 * with the record of each.
 */
function rowOf(fates: readonly FieldFate[]) {
  const { theirs, ours } = fates[0]!;
  const lost = fates.filter(({ fate }) => fate === "lost");
  const samples = [
    ...new Map(lost.toReversed().map((fate) => [sampleOf(fate.value), fate.record])),
  ].reverse();
  return {
    theirs,
    ours,
    filled: fates.filter(({ fate }) => fate === "filled").length,
    lost: lost.length,
    isDerived: fates.every(({ fate }) => fate === "derived"),
    samples: samples.slice(0, MAX_SAMPLES).map(([sample, record]) => `#${record} ${sample}`),
    reasons: [
      ...new Set(lost.map(({ reason }) => reason).filter((reason) => reason !== undefined)),
    ],
  };
}

function sampleOf(value: unknown): string {
  const text = JSON.stringify(value) ?? say`nothing`;
  return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text;
}

/** The head of the table. */
const COLUMNS = [
  phrase`their field`,
  phrase`our field`,
  phrase`filled`,
  phrase`lost`,
  phrase`lost for example`,
];

/**
 * The table of all fields, and below it why values were lost: a row for each of their fields and ours, in
 * the order of their first appearance.
 */
export function formatFates(fates: readonly FieldFate[]): string {
  const groups = Map.groupBy(fates, ({ theirs, ours }) => `${theirs}\n${ours ?? ""}`);
  const rows = [...groups.values()].map(rowOf);
  const head = COLUMNS.map(translated);
  const cells = rows.map((row) => [
    row.theirs,
    row.ours === undefined ? row.isDerived ? say`(not needed)` : say`(none)` : row.ours,
    row.isDerived ? "" : String(row.filled),
    row.isDerived ? "" : String(row.lost),
    row.samples.join(", "),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((line) => [...line[column]!].length))
  );
  const lines = [head, ...cells].map((line) =>
    `  ${line.map((cell, column) => align(cell, column, widths[column]!)).join("  ")}`.trimEnd()
  );
  const reasons = rows.filter(({ reasons }) => reasons.length > 0)
    .map(({ theirs, reasons }) => `  ${theirs}: ${reasons.join("; ")}`);
  return [...lines, ...reasons].join("\n");
}

function align(cell: string, column: number, width: number): string {
  const padding = " ".repeat(width - [...cell].length);
  return column === 2 || column === 3 ? padding + cell : cell + padding;
}

/** How many values of a dump go nowhere. */
export function countLost(fates: readonly FieldFate[]): number {
  return fates.filter(({ fate }) => fate === "lost").length;
}
