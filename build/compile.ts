/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import { cachedArticle, type RenderArticle } from "./article/article_texts.ts";
import { NO_CACHE } from "./cache/build_cache.ts";
import { NO_MEMORY } from "./cache/file_memory.ts";
import type { CheckedContent } from "./check/content.ts";
import { type CheckedFolder, checkFolder, type CompileOptions } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import type { PackPage } from "./emit/blob.ts";
import { type KnownPages, notedPages } from "./emit/known_pages.ts";
import { packBytes } from "./emit/pack_bytes.ts";
import { speakingOf } from "./read/group_language.ts";
import type { PackIndex } from "../src/model/pack.ts";
import { renderGroup } from "./render/group.ts";
import { say } from "./words/say.ts";

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
  /** The bytes of each page, in the order of the index. */
  readonly pages: readonly Uint8Array[];
}

/**
 * Compiles a content folder: read, check, derive, render, and put together. Writes nothing. The pack
 * is a function of the folder alone; a warning may also look at `now`.
 */
export function compile(root: string, options: CompileOptions = {}): Compiled {
  return renderChecked(checkFolder(root, options), options);
}

/** Goes on with a content folder that was checked: what rendering reports joins its diagnostics. */
export function renderChecked(
  { content, diagnostics }: CheckedFolder,
  { progress, memory, cache = NO_CACHE }: CompileOptions,
  renderArticle?: RenderArticle,
): Compiled {
  const options = { progress, memory, cache, known: notedPages(cache), renderArticle };
  const rendered = renderContent(content, diagnostics, options);
  if (rendered === undefined) return { content, diagnostics, pack: undefined };
  const { pages, ...index } = rendered;
  const packed = packBytes(index, pages);
  return {
    content,
    diagnostics,
    pack: { ...packed, pages: pages.values().map(({ bytes }) => bytes).toArray() },
  };
}

/** What content is rendered with. */
interface RenderOptions extends Pick<CompileOptions, "progress" | "memory" | "cache"> {
  readonly known: KnownPages | undefined;
  readonly renderArticle?: RenderArticle | undefined;
}

/** Content as items; undefined where there are errors. */
export function renderContent(
  { site, plans, groups: contents }: CheckedContent,
  diagnostics: Diagnostic[],
  { progress = () => {}, memory = NO_MEMORY, cache = NO_CACHE, known, ...options }: RenderOptions,
) {
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const pages = new Map<number, PackPage>();
  const { renderArticle = (source) => cachedArticle(source, cache) } = options;
  const groups = contents.map((group) => {
    progress(say`Compiling ${group.slug}`);
    const list = { pages, memory, known };
    return speakingOf(group.folder, () => renderGroup(group, list, report, renderArticle));
  });
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) return undefined;
  return { site, plans, groups, pages };
}
