import type { NewsFile } from "../../src/model/content/publications.ts";
import type { NewsRow } from "../../src/model/pack.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { Blob } from "../emit/blob.ts";
import type { RenderContext } from "./context.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";
import {
  articleInstant,
  articleSource,
  type ArticleTexts,
  textsOf,
} from "../article/article_texts.ts";

const pageNews = createPaging<Entry<NewsFile>, NewsRow>();

/** Renders news, newest first; what was published together is ordered by file name, last first. */
export function renderNews(context: RenderContext): PagedTable {
  const { pages, zone } = context;
  const { news } = context.content;
  const items = sortOnce(
    context.memory,
    news,
    [zone],
    REPORTS_NOTHING,
    () => newestFirst(news, zone),
  );
  return pageNews(pages, {
    items,
    idOf: ({ slug, file }) => file.id ?? slug,
    deps: [zone],
    name: "news",
    keyOf: entryKey,
    write: (entry, blob) => ({ row: rowOf(entry, context, blob) }),
  });
}

const sortOnce = createRemember<readonly Entry<NewsFile>[]>();

function newestFirst(news: readonly Entry<NewsFile>[], zone: string): readonly Entry<NewsFile>[] {
  const at = new Map(news.map((entry) => [entry, articleInstant(entry.file, zone)] as const));
  return [...at].sort(([one, oneAt], [other, otherAt]) =>
    otherAt - oneAt || (one.slug < other.slug ? 1 : -1)
  ).map(([entry]) => entry);
}

const writeOnce = createRemember<ArticleTexts>();

function rowOf(
  entry: Entry<NewsFile>,
  { zone, memory, renderArticle }: RenderContext,
  blob: Blob,
): NewsRow {
  const { slug, file } = entry;
  const write = () => textsOf(renderArticle(articleSource(entry, zone)));
  const texts = writeOnce(memory, entry, [zone], REPORTS_NOTHING, write);
  const phases = (json: string) => blob.addPhases([{ from: -Infinity, json }], publishedFrom(file));
  return {
    id: file.id ?? slug,
    slug,
    formerSlugs: file.former_slugs,
    open: phases(texts.open),
    detail: phases(texts.detail),
  };
}
