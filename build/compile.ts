/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import { checkContent } from "./check/check_content.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { createBlob } from "./emit/blob.ts";
import type { Progress } from "./progress.ts";
import { packBytes } from "./emit/pack_bytes.ts";
import type { PackIndex } from "../src/model/pack.ts";
import { renderGroup } from "./render/group.ts";

/** What came of a content folder. */
export interface Compiled {
  readonly diagnostics: readonly Diagnostic[];
  /** The pack; undefined where there are errors. */
  readonly pack: CompiledPack | undefined;
}

/** The pack's bytes, and the index that they begin with. */
export interface CompiledPack {
  readonly index: PackIndex;
  readonly chunks: readonly Uint8Array[];
}

/** Compiles a content folder: read, check, derive, render, and put together. Writes nothing. */
export function compile(root: string, progress: Progress = () => {}): Compiled {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const { site, plans, groups: contents } = checkContent(root, report, progress);
  const blob = createBlob();
  const groups = contents.map((group) => {
    progress(`Compiling ${group.slug}`);
    return renderGroup(group, blob, report);
  });
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) {
    return { diagnostics, pack: undefined };
  }
  return { diagnostics, pack: packBytes({ site, plans, groups }, blob.chunks()) };
}
