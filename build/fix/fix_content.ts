/**
 * This room changes content files as diagnostics propose it.
 *
 * @module
 */

import { forCaller } from "../../src/platform/caller_paths.ts";
import { writeWhole } from "../emit/write_file.ts";
import { ifThere } from "../read/there.ts";
import { placesIn } from "../read/yaml.ts";
import {
  type BaredPicture,
  type Diagnostic,
  errorAt,
  type FileMove,
  topOf,
} from "../diagnostic/diagnostic.ts";
import { type AppliedEdit, applyEdits, type ProposedEdit } from "./apply_edits.ts";
import { say } from "../words/say.ts";
import { harmless } from "../diagnostic/format.ts";
import { quote } from "../diagnostic/wording.ts";
import { pictureReader } from "../picture/read_picture.ts";

/** Something that was done to the content. */
export type Change = AppliedEdit | FileMove | BaredPicture;

/** A fix may show another mistake; content that still has one after so many turns keeps it. */
const MAX_ROUNDS = 50;

/**
 * Fixes each mistake that has one answer, again and again until nothing changes. `check` finds the
 * mistakes; those that are left are returned with what was changed. A file that had a text before does not
 * get it again, so that two fixes cannot take turns.
 */
export function fixContent(
  check: () => readonly Diagnostic[],
): { readonly changes: readonly Change[]; readonly diagnostics: readonly Diagnostic[] } {
  const changes: Change[] = [];
  const memory: Memory = { texts: new Set(), refused: new Map(), left: new Set() };
  let diagnostics = check();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const made = [
      ...barePictures(diagnostics, memory),
      ...editFiles(diagnostics, memory),
      ...moveFiles(diagnostics, memory),
    ];
    if (made.length === 0) break;
    changes.push(...made);
    diagnostics = check();
  }
  return { changes, diagnostics: [...diagnostics, ...memory.refused.values()] };
}

/** The memory of a fix from turn to turn. */
interface Memory {
  /** The texts that files had, each with the file's path. */
  readonly texts: Set<string>;
  /** The files that the system keeps from being changed, and their messages. */
  readonly refused: Map<string, Diagnostic>;
  /** The slips that are left to people. */
  readonly left: Set<string | undefined>;
}

/** Changes a file; if the system refuses, that is reported once, and nothing changes. */
function attempt<T>(file: string, { refused }: Memory, change: () => T): T | undefined {
  if (refused.has(file)) return undefined;
  try {
    return change();
  } catch (error) {
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    const place = topOf(file);
    refused.set(file, errorAt(place, say`Cannot change this file: ${error.message}`));
    return undefined;
  }
}

/** A slip is in one file, or in few; where more go by it, they say what is right, and it is left to people. */
const MAX_FILES = 3;

function editFiles(diagnostics: readonly Diagnostic[], memory: Memory): AppliedEdit[] {
  const all = diagnostics.flatMap((diagnostic): ProposedEdit[] => {
    const { fix } = diagnostic;
    return fix !== undefined && "span" in fix ? [{ diagnostic, edit: fix }] : [];
  });
  for (const [slip, some] of Map.groupBy(all, ({ edit }) => edit.slip)) {
    const files = new Set(some.map(({ diagnostic }) => diagnostic.place.file));
    if (slip !== undefined && files.size > MAX_FILES) memory.left.add(slip);
  }
  const proposed = all.filter(({ edit: { slip } }) => !memory.left.has(slip));
  const files = Map.groupBy(proposed, ({ diagnostic }) => diagnostic.place.file);
  return [...files].flatMap(([file, edits]) =>
    attempt(file, memory, () => editFile(file, edits, memory)) ?? []
  );
}

function editFile(
  file: string,
  edits: readonly ProposedEdit[],
  { texts }: Memory,
): readonly AppliedEdit[] {
  const before = Deno.readFileSync(file);
  const { bytes, applied } = applyEdits(file, before, edits);
  const version = (content: Uint8Array) => `${file}\n${new TextDecoder().decode(content)}`;
  texts.add(version(before));
  if (texts.has(version(bytes))) return [];
  replaceFile(file, bytes);
  return applied;
}

/** Writes a file in the place of another, with its permissions. */
function replaceFile(file: string, bytes: Uint8Array): void {
  const { mode } = Deno.statSync(file);
  writeWhole(file, [bytes]);
  // The file beside it was made with the usual permissions.
  if (mode !== null) Deno.chmodSync(file, mode & 0o7777);
}

function barePictures(diagnostics: readonly Diagnostic[], memory: Memory): BaredPicture[] {
  return diagnostics.flatMap(({ fix }) => {
    if (fix === undefined || !("bared" in fix)) return [];
    return attempt(fix.bared, memory, () => barePicture(fix.bared)) ? [fix] : [];
  });
}

/** Takes out of a picture what does not belong there; returns whether anything did. */
function barePicture(path: string): boolean {
  const before = Deno.readFileSync(path);
  const bare = pictureReader?.(before)?.bare;
  if (bare === undefined || bare.length === before.length) return false;
  replaceFile(path, bare);
  return true;
}

function moveFiles(diagnostics: readonly Diagnostic[], memory: Memory): Change[] {
  return diagnostics.flatMap(({ fix }): readonly Change[] => {
    if (fix === undefined || !("from" in fix)) return [];
    if (PICTURE.test(fix.from)) return movePicture(fix, memory);
    return attempt(fix.from, memory, () => moveFile(fix)) ? [fix] : [];
  });
}

/** The group's folder, and the name of one of its pictures. */
const PICTURE = /^(.*)\/pictures\/([^/]+)$/;

/** Moves a picture with all that name it; where they are too many, or one stays, all is as it was. */
function movePicture(move: FileMove, memory: Memory): Change[] {
  const [, group, name] = PICTURE.exec(move.from)!;
  const to = PICTURE.exec(move.to)![2]!;
  const naming = textFiles(group!).map((file) => renaming(file, name!, to))
    .filter(({ applied }) => applied.length > 0);
  if (naming.length >= MAX_FILES || !isFree(move)) return [];
  const done = naming.filter(({ file, after }) =>
    attempt(file, memory, () => (replaceFile(file, after), true))
  );
  if (done.length === naming.length && attempt(move.from, memory, () => moveFile(move))) {
    return [...naming.flatMap(({ applied }) => applied), move];
  }
  for (const { file, before } of done) replaceFile(file, before);
  return [];
}

function textFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isFile }) =>
    isDirectory
      ? textFiles(`${folder}/${name}`)
      : isFile && /\.(?:yaml|md)$/.test(name)
      ? [`${folder}/${name}`]
      : []
  );
}

/** A file in which a picture has another name wherever it is named, as text or as part of an address. */
function renaming(file: string, name: string, to: string) {
  const before = Deno.readFileSync(file);
  const text = new TextDecoder().decode(before);
  const forms = [name.normalize("NFC"), name.normalize("NFD"), encodeURI(name)].map(RegExp.escape);
  const named = new RegExp(
    `(?<![\\w./%-])(?:\\.{0,2}/)?pictures/(?<name>${forms.join("|")})(?![\\w%-]|\\.\\w)`,
    "dg",
  );
  const proposed = [...text.matchAll(named)].map((found): ProposedEdit => {
    const [start, end] = found.indices!.groups!["name"]!;
    const diagnostic = errorAt(placesIn(text, file)(start), "");
    return { diagnostic, edit: { span: { start, end }, replacement: to } };
  });
  const { bytes: after, applied } = applyEdits(file, before, proposed);
  return { file, before, after, applied };
}

/** Moves a file or folder, unless it is gone or its new place is taken; returns whether it did. */
function moveFile(move: FileMove): boolean {
  if (!isFree(move)) return false;
  Deno.renameSync(move.from, move.to);
  return true;
}

/** Whether a file is there, and nothing in its new place. */
function isFree({ from, to }: FileMove): boolean {
  const [moved, taken] = [from, to].map((path) => {
    const found = ifThere(() => Deno.lstatSync(path));
    return found && `${found.dev}:${found.ino}`;
  });
  // If case makes no difference, a file is in its own way.
  return moved !== undefined && (taken === undefined || taken === moved);
}

/** One change in one line: its place, the old text, and the new one. */
export function describeChange(change: Change): string {
  if ("bared" in change) {
    const path = forCaller(change.bared);
    return harmless(say`${path}: lost what it said beside the picture, such as its place`);
  }
  if ("from" in change) return harmless(say`${change.from}: moved to ${change.to}`);
  const { place: { file, line, column }, before, after } = change;
  const is = quote(after.replace(/\r?\n/g, "⏎"));
  const words = before === "" ? say`added ${is}` : say`${quote(before)} is now ${is}`;
  return harmless(`${forCaller(file)}:${line}:${column}: ${words}`);
}
