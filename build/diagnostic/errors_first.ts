import type { Diagnostic } from "./diagnostic.ts";

/** Problems with the errors in front, each kind in the order in which they were found. */
export function errorsFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return (["error", "warning"] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity)
  );
}
