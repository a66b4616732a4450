/** What is known to be as it was when it was last looked at. */
export interface ChangedPaths {
  /** Says what else may have changed; undefined: anything. Nothing is sure before the first call. */
  expect(paths: Iterable<string> | undefined): void;
  /** The paths that have changed since they were looked at; undefined where it may be any that was looked at before `since`. */
  changedSince(since: number): ReadonlySet<string> | undefined;
  /** Notes that a path is looked at now; returns the number of this look. */
  look(path?: string): number;
}

/** A change stays noted until somebody looks at its path: a build that fails early looks at few. */
export function createChangedPaths(): ChangedPaths {
  const changed = new Set<string>();
  let areKnown = false;
  /** Raised each time that anything may have changed. */
  let round = 0;
  return {
    expect(paths) {
      areKnown = paths !== undefined;
      if (paths === undefined) round++;
      else for (const path of paths) changed.add(path);
    },
    changedSince: (since) => areKnown && since >= round ? changed : undefined,
    look(path) {
      if (path !== undefined) changed.delete(path);
      return round;
    },
  };
}
