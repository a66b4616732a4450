/**
 * This room reports what became of each record, field and file.
 *
 * @module
 */

import type { FieldChange } from "./field_change.ts";

/** What an import does to files; nothing is written before all of it is known. */
export interface Outcome {
  /** A file that every group or content folder has, and that was not there. */
  found(path: string, text: string): void;
  /** A file of its own for an entry that was not there. */
  make(path: string, text: string): void;
  /** A file that has other values. */
  change(path: string, text: string): void;
  /** A file that has it all already. */
  keep(path: string): void;
  /** A field in which file and dump differ. */
  field(change: FieldChange): void;
  /** An entry that an import made and somebody removed since; it is not made again. */
  removed(entry: string): void;
  /** A file of somebody whom an import wrote, and the dump does not name. */
  missing(entry: string): void;
  readonly fields: readonly FieldChange[];
  readonly removedEntries: readonly string[];
  readonly missingEntries: readonly string[];
  readonly counts: { readonly made: number; readonly changed: number; readonly kept: number };
  /** The texts to write, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

export function createOutcome(): Outcome {
  const texts = new Map<string, string>();
  const founded = new Set<string>();
  const made = new Set<string>();
  const changed = new Set<string>();
  const kept = new Set<string>();
  const fields: FieldChange[] = [];
  const removedEntries: string[] = [];
  const missingEntries: string[] = [];
  const write = (kind: Set<string>) => (path: string, text: string) => {
    texts.set(path, text);
    kind.add(path);
  };
  return {
    found: write(founded),
    make: write(made),
    change: write(changed),
    keep: (path) => void kept.add(path),
    field: (change) => void fields.push(change),
    removed: (entry) => void removedEntries.push(entry),
    missing: (entry) => void missingEntries.push(entry),
    ...{ fields, removedEntries, missingEntries },
    get counts() {
      return { made: made.size, changed: changed.size, kept: kept.size };
    },
    texts,
  };
}
