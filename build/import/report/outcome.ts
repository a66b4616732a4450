/**
 * This room reports what became of each record, field and file.
 *
 * @module
 */

import { phrase, say, translated } from "../../words/say.ts";

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
  readonly #made = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #kept = new Set<string>();

  /** A file that every group or content folder has, and that was not there. */
  create(path: string, text: string): void {
    this.texts.set(path, text);
  }

  /** A file of its own for an entry that was not there. */
  make(path: string, text: string): void {
    this.texts.set(path, text);
    this.#made.add(path);
  }

  /** A file that has other values. */
  change(path: string, text: string): void {
    this.texts.set(path, text);
    this.#changed.add(path);
  }

  /** A file that has it all already. */
  keep(path: string): void {
    this.#kept.add(path);
  }

  /** How many files of entries are made, changed and kept. */
  get counts(): { readonly made: number; readonly changed: number; readonly kept: number } {
    return { made: this.#made.size, changed: this.#changed.size, kept: this.#kept.size };
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

const KEPT: Readonly<Record<NonNullable<FieldChange["kept"]>, string>> = {
  edited: phrase`, kept`,
  both: phrase`, kept: both have changed since the last import`,
  new: phrase`, kept: no import has written it`,
};

const MAX_VALUE_LENGTH = 60;

/** The lines of what is changed, and of what stays although the dump says something else. */
export function formatFieldChanges(changes: readonly FieldChange[], isWritten: boolean): string[] {
  const taken = changes.filter(({ kept }) => kept === undefined);
  const kept = changes.filter(({ kept }) => kept !== undefined);
  return [
    ...section(isWritten ? say`Changed:` : say`Would change:`, taken),
    ...section(say`Kept as the files say it; --theirs takes the dump's values:`, kept),
  ];
}

function section(head: string, changes: readonly FieldChange[]): string[] {
  return changes.length === 0 ? [] : [[head, ...changes.map(changeLine)].join("\n")];
}

function changeLine({ entry, field, from, to, kept }: FieldChange): string {
  const what = `  ${entry}: ${field} ${shown(from)} -> ${shown(to)}`;
  return kept === undefined ? what : what + translated(KEPT[kept]);
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return say`(nothing)`;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
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
  if (numbers.length > 0) {
    const more = numbers.length - NAMED_RECORDS;
    const named = numbers.slice(0, NAMED_RECORDS).join(", ") +
      (more > 0 ? say` and ${more} more` : "");
    lines.push(
      `  ${numbers.length === 1 ? say`also in record ${named}` : say`also in records ${named}`}`,
    );
  }
  return lines.join("\n") + "\n";
}
