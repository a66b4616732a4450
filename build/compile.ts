/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import { NO_CACHE } from "./cache/build_cache.ts";
import { NO_MEMORY } from "./cache/file_memory.ts";
import type { CheckedContent } from "./check/content.ts";
import { type MadeBefore, readContent } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import type { PackPage } from "./emit/blob.ts";
import type { Progress } from "./task/progress.ts";
import { packBytes } from "./emit/pack_bytes.ts";
import type { PackIndex, Tables } from "../src/model/pack.ts";
import { renderGroup } from "./render/group.ts";

/** What came of a content folder. */
export interface Compiled {
  /** What the files say, as far as they could be read. */
  readonly content: CheckedContent;
  readonly diagnostics: readonly Diagnostic[];
  /** The pack; undefined where there are errors. */
  readonly pack: CompiledPack | undefined;
}

/** The pack's bytes, and the index and pages that they hold. */
export interface CompiledPack {
  readonly index: PackIndex;
  readonly chunks: readonly Uint8Array[];
  /** The bytes of each page, by its number. */
  readonly pages: readonly Uint8Array[];
  /** The tables of each group, as the pages have them. */
  readonly tables: readonly Tables[];
}

/**
 * Compiles a content folder: read, check, derive, render, and put together. Writes nothing. The pack
 * is a function of the folder alone; a warning may also look at `now` (epoch ms).
 * `made` is what was made of files before.
 */
export function compile(
  root: string,
  progress: Progress = () => {},
  now: number = Date.now(),
  made: MadeBefore = {},
): Compiled {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = readContent(root, diagnostics, progress, now, made);
  const { site, plans, groups: contents } = content;
  const { memory = NO_MEMORY, cache = NO_CACHE } = made;
  const pages: PackPage[] = [];
  const groups = contents.map((group) => {
    progress(`Compiling ${group.slug}`);
    return renderGroup(group, { pages, memory }, report, cache);
  });
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) {
    return { content, diagnostics, pack: undefined };
  }
  const index = { site, plans, groups: groups.map(({ index }) => index) };
  const tables = groups.map(({ tables }) => tables);
  const bytes = pages.map(({ bytes }) => bytes);
  return { content, diagnostics, pack: { ...packBytes(index, pages), pages: bytes, tables } };
}
