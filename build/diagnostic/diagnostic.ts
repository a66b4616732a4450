/**
 * This room formats a mistake with its file, line, column and remedy.
 *
 * @module
 */

/** A place in a content file; lines and columns are counted from 1. */
export interface SourceLocation {
  /** Path as an editor knows it, from the folder the command was started in. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line itself, where there is one. */
  readonly text?: string;
}

/** Something an editor should know about the content. Errors keep a build from writing anything. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly place: SourceLocation;
}

/** Takes problems as they are found; nobody stops at the first one. */
export type ReportDiagnostic = (diagnostic: Diagnostic) => void;

export function errorAt(place: SourceLocation, message: string): Diagnostic {
  return { severity: "error", message, place };
}

export function warningAt(place: SourceLocation, message: string): Diagnostic {
  return { severity: "warning", message, place };
}
