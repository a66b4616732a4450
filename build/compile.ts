/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import { NO_CACHE } from "./cache/build_cache.ts";
import { NO_MEMORY } from "./cache/file_memory.ts";
import { checkContent, type ReadingOptions } from "./check/check_content.ts";
import type { CheckedContent } from "./check/content.ts";
import { type MadeBefore, warnOf } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import type { PackPage } from "./emit/blob.ts";
import type { Progress } from "./task/progress.ts";
import { notedPages } from "./emit/known_pages.ts";
import type { PageList } from "./emit/page_list.ts";
import { packBytes } from "./emit/pack_bytes.ts";
import { speakingOf } from "./read/group_language.ts";
import { siteSourceOf } from "./documented_content.ts";
import type { SiteWriter } from "./site_writer.ts";
import type { PackIndex } from "../src/model/pack.ts";
import type { SharedHashes } from "./thread/shared_hashes.ts";
import type { SharedArticles } from "./thread/shared_articles.ts";
import { articleSource, cachedArticle } from "./article/article_texts.ts";
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

/** What is made on another thread, where there is one. */
export interface MadeMeanwhile {
  readonly articles?: SharedArticles | undefined;
  /** Of a build that remembers nothing. */
  readonly hashes?: SharedHashes | undefined;
  readonly site?: Pick<SiteWriter, "begin">;
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
  made: MadeBefore & MadeMeanwhile = {},
): Compiled {
  const { memory, cache = NO_CACHE, articles } = made;
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const onNews: ReadingOptions["onNews"] = (news, zone) =>
    articles?.share(news.map((entry) => articleSource(entry, zone)));
  const content = checkContent(root, report, { progress, memory, onNews });
  const { site, plans, groups } = content;
  for (const group of groups) made.hashes?.share(group);
  if (site !== undefined && plans !== undefined) {
    made.site?.begin(siteSourceOf(site, plans, groups));
  }
  warnOf(content, root, diagnostics, now, made);
  const options = { memory, cache, known: notedPages(cache), articles, hashes: made.hashes };
  const rendered = renderContent(content, diagnostics, progress, options);
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
type ContentOptions =
  & MadeBefore
  & Pick<MadeMeanwhile, "articles" | "hashes">
  & Pick<PageList, "known">;

/** Content as items; undefined where there are errors. */
export function renderContent(
  { site, plans, groups: contents }: CheckedContent,
  diagnostics: Diagnostic[],
  progress: Progress,
  { memory = NO_MEMORY, cache = NO_CACHE, known, articles, hashes }: ContentOptions,
) {
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const pages = new Map<number, PackPage>();
  const renderArticle = articles?.render ?? ((source) => cachedArticle(source, cache));
  const groups = contents.map((group) => {
    progress(say`Compiling ${group.slug}`);
    const list = { pages, memory, known, hashed: hashes?.of(group) };
    return speakingOf(group.folder, () => renderGroup(group, list, report, renderArticle));
  });
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) return undefined;
  return { site, plans, groups, pages };
}
