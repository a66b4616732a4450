import type { Diagnostic } from "./diagnostic.ts";

/** Problems with the errors in front, each kind in the order in which they were found. */
export function errorsFirst<D extends Pick<Diagnostic, "severity">>(
  diagnostics: readonly D[],
): D[] {
  return (["error", "warning"] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity)
  );
}
