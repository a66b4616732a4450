/**
 * This room formats a mistake with its file, line, column and remedy.
 *
 * @module
 */

import { type Words, wordsOf } from "../words/say.ts";

/** A place in a content file; lines and columns are counted from 1. */
export interface SourceLocation {
  /** Path as an editor knows it, from the folder the command was started in. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line itself, where there is one. */
  readonly text?: string;
}

/** The place of a problem of a whole file or folder. */
export function topOf(file: string): SourceLocation {
  return { file, line: 1, column: 1 };
}

/** Characters of a file: UTF-16 units of its decoded text, a byte order mark not counted. */
export interface TextSpan {
  readonly start: number;
  /** The first one behind them. */
  readonly end: number;
}

/** Puts another text in the place of some characters of the diagnostic's file. */
export interface TextEdit {
  readonly span: TextSpan;
  readonly replacement: string;
  /**
   * Names the slip where it may be in another file, which many others go by: of those with the same one,
   * all are edited or none.
   */
  readonly slip?: string;
  /** Whom it parts a text into: it is right if each is a member. */
  readonly names?: readonly string[];
}

/** Moves a file; both paths are from the folder the command was started in. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** Takes out of a picture all but pixels, colours and orientation. */
export interface BaredPicture {
  /** From the folder the command was started in. */
  readonly bared: string;
}

/** The fix of a mistake that has exactly one answer. */
export type Fix = TextEdit | FileMove | BaredPicture;

/** Something an editor should know about the content. Errors keep a build from writing anything. */
export interface Diagnostic {
  /** The rule that found it, where it is one of those of `lint`. */
  readonly rule?: string;
  readonly severity: "error" | "warning";
  readonly message: Words;
  readonly place: SourceLocation;
  /** What the message proposes, where nothing else could be meant. */
  readonly fix?: Fix;
  /** What is said in its place of the other one of two files, where that is the newer one. */
  readonly ofOther?: Diagnostic;
}

/** Takes problems as they are found; no check stops at the first one. */
export type ReportDiagnostic = (diagnostic: Diagnostic) => void;

const saying =
  (severity: Diagnostic["severity"]) => (place: SourceLocation, message: Words, fix?: Fix) => ({
    severity,
    message,
    place,
    ...(fix && { fix }),
  });

/** What is wrong at a place. */
export const errorAt: (place: SourceLocation, message: Words, fix?: Fix) => Diagnostic = saying(
  "error",
);
/** What is hardly meant at a place. */
export const warningAt: typeof errorAt = saying("warning");

/** Problems with the errors in front, each kind in the order in which they were found. */
export function errorsFirst<D extends Pick<Diagnostic, "severity">>(
  diagnostics: readonly D[],
): D[] {
  return (["error", "warning"] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity)
  );
}

/** What is said of a place. */
type Said = Pick<Diagnostic, "severity" | "message">;

/** One thing that is wrong: all that says it in the same words, each of its own place. */
export interface Problem<D extends Said = Diagnostic> extends Said {
  /** Of the place that was found first. */
  readonly first: D;
  /** Of the further ones. */
  readonly others: readonly D[];
}

/** The problems, errors first: those that are shown, counted and listed, in any format. */
export function problemsOf<D extends Said>(said: readonly D[]): Problem<D>[] {
  const same = Map.groupBy(
    errorsFirst(said),
    ({ severity, message }) => `${severity} ${wordsOf(message, "en")}`,
  );
  return [...same.values()].map(([first, ...others]) => {
    const { severity, message } = first!;
    return { severity, message, first: first!, others };
  });
}
