import type { Diagnostic } from "./diagnostic.ts";
import { errorsFirst } from "./errors_first.ts";

/** What is said of a place. */
type Said = Pick<Diagnostic, "severity" | "message">;

/** One thing that is wrong: all that says it in the same words, each of its own place. */
export interface Problem<D extends Said = Diagnostic> extends Said {
  /** Of the place that was found first. */
  readonly first: D;
  /** Of the further ones. */
  readonly others: readonly D[];
}

/** What is wrong, errors first: what is told, counted and listed, however it is formatted. */
export function problemsOf<D extends Said>(said: readonly D[]): Problem<D>[] {
  const same = Map.groupBy(
    errorsFirst(said),
    ({ severity, message }) => `${severity} ${message}`,
  );
  return [...same.values()].map(([first, ...others]) => {
    const { severity, message } = first!;
    return { severity, message, first: first!, others };
  });
}
