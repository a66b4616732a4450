/**
 * This room reports what became of each record, field and file.
 *
 * @module
 */

import { say } from "../../words/say.ts";

/** What an import does to files; nothing is written before all of it is known. */
export class Outcome {
  /** The texts to write, by path. */
  readonly texts = new Map<string, string>();
  /** The fields in which file and dump differ. */
  readonly fields: FieldChange[] = [];
  /** The entries that an import made and somebody removed since; they are not made again. */
  readonly removedEntries: string[] = [];
  /** The files of those whom an import wrote, and the dump does not name. */
  readonly missingEntries: string[] = [];
  /** How many files of entries are made, changed and left as they were. */
  readonly counts = { made: 0, changed: 0, kept: 0 };

  /** A file of its own for an entry that was not there. */
  make(path: string, text: string): void {
    this.texts.set(path, text);
    this.counts.made++;
  }

  /** A file that has other values. */
  change(path: string, text: string): void {
    this.texts.set(path, text);
    this.counts.changed++;
  }

  /** A file that has it all already. */
  keep(): void {
    this.counts.kept++;
  }
}

/** A field in which file and dump differ. */
export interface FieldChange {
  /** The file in its group, and for a part of a file what the part is called. */
  readonly entry: string;
  readonly field: string;
  /** What the file says; of a list the item. */
  readonly from: unknown;
  /** What the dump makes of it. */
  readonly to: unknown;
  /**
   * Why the file's value stays: an editor changed it since the last import, the dump has changed as
   * well, or import never wrote it. Undefined: the dump's value is taken.
   */
  readonly kept: "edited" | "both" | "new" | undefined;
}

/** Which record of a dump something is about, and which file it goes into. */
export interface Where {
  /** Counted from 1. */
  readonly record: number;
  readonly name: string;
  readonly file?: string;
}

/** Takes what an editor should know of an import. */
export type Tell = (message: string, where?: Where) => void;

/**
 * Takes that a field of a record goes nowhere after all (`*`: every field), and why; `value` is the
 * part of it that is lost.
 */
export type Lose = (where: Where, field: string, reason: string, value?: unknown) => void;

/** How many further records of one message are named. */
const NAMED_RECORDS = 5;

/** Collects what an editor should know: what holds for many records is written once. */
export class Notes {
  readonly #places = new Map<string, Where[]>();

  readonly tell: Tell = (message, where) => {
    const known = this.#places.get(message) ?? [];
    if (where !== undefined) known.push(where);
    this.#places.set(message, known);
  };

  /** Each message once, with the first record and file it is about; empty where there is none. */
  format(dump: string): string {
    return [...this.#places].map(([message, all]) => formatNote(dump, message, all)).join("");
  }
}

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
