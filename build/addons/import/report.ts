/**
 * What became of each record, field and file, and how it is reported.
 *
 * @module
 */

import { phrase, say, wordsOf } from "../../words/say.ts";

/** Which record of a dump something is about, and which file it goes into. */
export interface Where {
  /** Counted from 1. */
  readonly record: number;
  readonly name: string;
  file?: string;
}

/** A field in which file and dump differ. */
interface FieldChange {
  /** The file in its group. */
  readonly entry: string;
  readonly field: string;
  /** What the file says. */
  readonly from: unknown;
  /** What the dump makes of it. */
  readonly to: unknown;
  /**
   * Why the file's value stays: an editor changed it since the last import, or import never wrote it.
   * Undefined: the dump's value is taken.
   */
  readonly kept: "edited" | "new" | undefined;
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

/** What an import does, and what is said of it; nothing is written before all of it is known. */
export class Outcome {
  /** The texts to write, by path. */
  readonly texts = new Map<string, string>();
  /** The bytes of new pictures, by path. */
  readonly pictures = new Map<string, Uint8Array>();
  /** How many files of entries are made, changed and left as they were. */
  readonly counts = { made: 0, changed: 0, kept: 0 };
  /** The fields in which file and dump differ. */
  readonly fields: FieldChange[] = [];
  /** The entries that an import made and somebody removed since; they are not made again. */
  readonly removedEntries: string[] = [];
  /** How many records the dump has. */
  records = 0;
  /** What becomes of every field of every record. */
  fates: readonly FieldFate[] = [];
  readonly #notes = new Map<string, Where[]>();

  /** Takes what an editor should know: what holds for many records is written once. */
  tell(message: string, where?: Where): void {
    const places = this.#notes.get(message) ?? [];
    this.#notes.set(message, where === undefined ? places : [...places, where]);
  }

  /** Each message once, with the first record and file it is about; empty where there is none. */
  notes(dump: string): string {
    return [...this.#notes].map(([message, all]) => formatNote(dump, message, all)).join("");
  }
}

const NAMED_RECORDS = 5;

function formatNote(dump: string, message: string, places: readonly Where[]): string {
  const [first, ...others] = places.toSorted((one, other) => one.record - other.record);
  if (first === undefined) return `${dump}: ${message}\n`;
  const lines = [say`${dump}: record ${first.record} "${first.name}": ${message}`];
  if (first.file !== undefined) lines.push(`  ${say`in ${first.file}`}`);
  const numbers = [...new Set(others.map(({ record }) => record))];
  const more = numbers.length - NAMED_RECORDS;
  const named = numbers.slice(0, NAMED_RECORDS).join(", ") +
    (more > 0 ? say` and ${more} more` : "");
  if (numbers.length === 1) lines.push(`  ${say`also in record ${named}`}`);
  if (numbers.length > 1) lines.push(`  ${say`also in records ${named}`}`);
  return lines.join("\n") + "\n";
}

/** Reports in a line what became of files, and in a table what became of fields; `name` is the dump's. */
export function formatImport(
  { counts: { made, changed, kept }, records, fates, fields, removedEntries }: Outcome,
  { name, into, isWritten }: { name: string; into: string; isWritten: boolean },
): string {
  const what = say`${records === 1 ? say`1 record` : say`${records} records`}; ${
    made === 1 ? say`1 file` : say`${made} files`
  } made, ${changed} changed, ${kept} ${kept === 1 ? say`left as it was` : say`left as they were`}`;
  const lost = lostOf(fates).length;
  const [taken, left] = [true, false].map((isTaken) =>
    fields.filter(({ kept }) => (kept === undefined) === isTaken).map(changeLine)
  );
  const sections: [head: string, lines: readonly string[]][] = [
    [isWritten ? say`Changed:` : say`Would change:`, taken!],
    [say`Kept as the files say it; --theirs takes the dump's values:`, left!],
    [
      say`Removed since an import made it, and not made again; --theirs makes it again:`,
      removedEntries,
    ],
  ];
  return [
    isWritten
      ? say`Imported ${name} into ${into}: ${what}`
      : say`Would import ${name} into ${into}: ${what}`,
    ...sections.filter(([, lines]) => lines.length > 0)
      .map(([head, lines]) => [head, ...lines.map((line) => `  ${line}`)].join("\n")),
    ...(fates.length === 0 ? [] : [
      formatFates(fates),
      lost === 0 ? say`Nothing is lost` : lost === 1 ? say`1 value lost` : say`${lost} values lost`,
    ]),
  ].join("\n\n");
}

/** A field in which a file and the dump differ. */
export function changeLine({ entry, field, from, to, kept }: FieldChange): string {
  const what = `${entry}: ${field} ${shown(from, 60)} -> ${shown(to, 60)}`;
  return kept === undefined
    ? what
    : what + (kept === "edited" ? say`, kept` : say`, kept: no import has written it`);
}

function shown(value: unknown, length: number): string {
  if (value === undefined || value === "") return say`(nothing)`;
  const text = JSON.stringify(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 40;

const COLUMNS = [
  phrase`their field`,
  phrase`our field`,
  phrase`filled`,
  phrase`lost`,
  phrase`lost for example`,
];

const COUNTS = [2, 3];

/**
 * The table of all fields, and below it why values were lost: a row for each of their fields and ours, in
 * the order of their first appearance.
 */
export function formatFates(fates: readonly FieldFate[]): string {
  const rows = [...Map.groupBy(fates, ({ theirs, ours }) => `${theirs}\n${ours ?? ""}`).values()];
  const cells = [COLUMNS.map((one) => wordsOf(one)), ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...cells.map((line) => [...line[column]!].length))
  );
  const lines = cells.map((line) => {
    const aligned = line.map((cell, column) => {
      const padding = " ".repeat(widths[column]! - [...cell].length);
      return COUNTS.includes(column) ? padding + cell : cell + padding;
    });
    return `  ${aligned.join("  ")}`.trimEnd();
  });
  const reasons = rows.flatMap((row) => {
    const why = new Set(lostOf(row).map(({ reason }) => reason).filter((reason) => reason));
    return why.size === 0 ? [] : [`  ${row[0]!.theirs}: ${[...why].join("; ")}`];
  });
  return [...lines, ...reasons].join("\n");
}

function cellsOf(fates: readonly FieldFate[]): string[] {
  const { theirs, ours } = fates[0]!;
  const lost = lostOf(fates);
  const isDerived = fates.every(({ fate }) => fate === "derived");
  const samples = new Map(
    lost.toReversed().map(({ value, record }) => [shown(value, MAX_SAMPLE_LENGTH), record]),
  );
  const filled = fates.filter(({ fate }) => fate === "filled").length;
  return [
    theirs,
    ours ?? (isDerived ? say`(not needed)` : say`(none)`),
    isDerived ? "" : String(filled),
    isDerived ? "" : String(lost.length),
    [...samples].reverse().slice(0, MAX_SAMPLES).map(([text, record]) => `#${record} ${text}`)
      .join(", "),
  ];
}

/** The values of a dump that go nowhere. */
export function lostOf(fates: readonly FieldFate[]): FieldFate[] {
  return fates.filter(({ fate }) => fate === "lost");
}
