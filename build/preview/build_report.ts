/**
 * This room writes down, for the preview of content, what a build has found and the drafts.
 *
 * @module
 */

import { Language, type Words } from "../words/say.ts";
import { HIDDEN_PICTURES_FILE } from "./hidden_pictures.ts";

/** In OUT_DIR: what the preview knows beside the pack; a {@linkcode BuildReport} as JSON. */
export const REPORT_FILE = "preview.json";

/** In OUT_DIR: the drafts, in the layout of a pack. */
export const DRAFTS_FILE = "preview.pack";

/** Raised whenever the layout of the report changes: an older one is passed over. */
export const REPORT_FORMAT = 2;

/** The kinds of items that the preview shows. */
export type PreviewKind = "member" | "show" | "news" | "event" | "release" | "videocall";

/** A problem with the place where it is. */
export interface PreviewProblem {
  readonly severity: "error" | "warning";
  /** Put into words where it is shown, in the language of the page. */
  readonly message: Words;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line itself and, below it, a caret under the column. */
  readonly excerpt?: readonly [line: string, caret: string];
}

/** The path of the file of each item, by group, kind and id. */
export type ItemFiles = Readonly<Record<string, Readonly<Record<string, GroupFilePaths>>>>;

/** The path of the file of each item of a kind, by id. */
export type GroupFilePaths = Readonly<Record<string, string>>;

/** What the last build has found, whether or not it could be used. */
export interface BuildReport {
  readonly format: typeof REPORT_FORMAT;
  /** The language of what concerns no group: the terminal's. */
  readonly language: Language;
  /** Whether there were errors: then the pack is of an earlier build. */
  readonly isBroken: boolean;
  /** Errors first. */
  readonly problems: readonly PreviewProblem[];
  /** What would be found in drafts that were none. */
  readonly draftProblems: readonly PreviewProblem[];
  readonly files: ItemFiles;
}

/** What is known where no build has said anything yet. */
export const NO_REPORT: BuildReport = {
  format: REPORT_FORMAT,
  language: "en",
  isBroken: false,
  problems: [],
  draftProblems: [],
  files: {},
};

/** Removes what an earlier preview has left in a folder: drafts do not belong beside a build. */
export function removeReport(folder: string): void {
  for (const name of [REPORT_FILE, DRAFTS_FILE, HIDDEN_PICTURES_FILE]) {
    try {
      Deno.removeSync(`${folder}/${name}`);
    } catch {
      // There is none, or it cannot be removed: only a preview reads it.
    }
  }
}
