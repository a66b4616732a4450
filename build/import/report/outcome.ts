/**
 * This room reports what became of each record, field and file.
 *
 * @module
 */

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
  const write = (kind: Set<string>) => (path: string, text: string) => {
    texts.set(path, text);
    kind.add(path);
  };
  return {
    found: write(founded),
    make: write(made),
    change: write(changed),
    keep: (path) => void kept.add(path),
    get counts() {
      return { made: made.size, changed: changed.size, kept: kept.size };
    },
    texts,
  };
}
