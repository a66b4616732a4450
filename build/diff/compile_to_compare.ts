import type { BuildCache } from "../cache/build_cache.ts";
import { checkContent } from "../check/check_content.ts";
import { renderContent } from "../compile.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { type OpenedPack, renderedPack } from "../pack/opened_pack.ts";

/** What packs are compared by; undefined where there are errors, which are among the diagnostics. */
export interface ComparedContent {
  readonly diagnostics: readonly Diagnostic[];
  readonly pack: OpenedPack | undefined;
}

/**
 * Compiles a content folder as `compile` does, only to compare it: it warns of nothing that is
 * well-formed, and makes no search index.
 */
export function compileToCompare(root: string, cache: BuildCache): ComparedContent {
  const diagnostics: Diagnostic[] = [];
  const content = checkContent(root, (problem) => void diagnostics.push(problem));
  const rendered = renderContent(content, diagnostics, { cache });
  if (rendered === undefined) return { diagnostics, pack: undefined };
  const { pages, ...index } = rendered;
  return { diagnostics, pack: renderedPack(index, pages) };
}
