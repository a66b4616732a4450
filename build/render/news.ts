import type { NewsFile } from "../../src/model/content/news.ts";
import type { NewsDetailItem, NewsItem } from "../../src/model/item/news.ts";
import type { NewsRow } from "../../src/model/pack.ts";
import { isInstant, readCivilDate, readInstant } from "../../src/time/civil_date.ts";
import { dayStart, offsetTimestamp } from "../../src/time/wall_clock.ts";
import type { Article } from "../article/markdown.ts";
import { cachedText } from "../cache/build_cache.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Entry } from "../check/content.ts";
import { entryKey } from "../check/entry_key.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { Blob } from "../emit/blob.ts";
import type { RenderContext } from "./context.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";
import { openJson } from "./json.ts";
import { summarize } from "../article/summary.ts";

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
    write: (run, blob) => ({
      rows: run.map((entry) =>
        renderArticle(entry, articleInstant(entry.file, zone), context, blob)
      ),
    }),
  });
}

const sortOnce = createRemember<readonly Entry<NewsFile>[]>();

function newestFirst(news: readonly Entry<NewsFile>[], zone: string): readonly Entry<NewsFile>[] {
  const at = new Map(news.map((entry) => [entry, articleInstant(entry.file, zone)] as const));
  return [...at].sort(([one, oneAt], [other, otherAt]) =>
    otherAt - oneAt || (one.slug < other.slug ? 1 : -1)
  ).map(([entry]) => entry);
}

/** Each article is asked about several times in a build. */
const known = new WeakMap<NewsFile, { readonly zone: string; readonly at: number }>();

/** When an article came out, epoch ms: the instant where one is given, else the first of the day. */
export function articleInstant(file: NewsFile, zone: string): number {
  const found = known.get(file);
  if (found?.zone === zone) return found.at;
  const at = readArticleInstant(file, zone);
  known.set(file, { zone, at });
  return at;
}

function readArticleInstant(file: NewsFile, zone: string): number {
  if (file.publish_at !== undefined) return readInstant(file.publish_at);
  return isInstant(file.date) ? readInstant(file.date) : dayStart(file.date, zone);
}

/** What the pack says of an article, as JSON. */
interface ArticleTexts {
  readonly open: string;
  readonly detail: string;
}

const writeOnce = createRemember<ArticleTexts>();

function renderArticle(
  entry: Entry<NewsFile>,
  at: number,
  { zone, cache, memory, renderArticle: render }: RenderContext,
  blob: Blob,
): NewsRow {
  const { slug, file } = entry;
  const texts = writeOnce(memory, entry, [zone], REPORTS_NOTHING, () => {
    const sources = [slug, zone, JSON.stringify(file), entry.source.body];
    return split(
      cachedText(
        cache,
        "article",
        sources,
        () => join(textsOf(entry, render(entry.source.body), at, zone)),
      ),
    );
  });
  const phases = (json: string) => blob.addPhases([{ from: -Infinity, json }], publishedFrom(file));
  return {
    id: file.id ?? slug,
    slug,
    formerSlugs: file.former_slugs,
    open: phases(texts.open),
    detail: phases(texts.detail),
  };
}

/** JSON has no line breaks of its own. */
function join({ open, detail }: ArticleTexts): string {
  return `${open}\n${detail}`;
}

function split(texts: string): ArticleTexts {
  const end = texts.indexOf("\n");
  return { open: texts.slice(0, end), detail: texts.slice(end + 1) };
}

function textsOf(
  entry: Entry<NewsFile>,
  { html, text }: Article,
  at: number,
  zone: string,
): ArticleTexts {
  const item = (content: string): NewsItem => newsItem(entry, content, at, zone);
  const detail: NewsDetailItem = { ...item(html), content_text: text };
  return {
    open: openJson(item(entry.file.summary ?? summarize(text))),
    detail: openJson(detail),
  };
}

function newsItem(
  { slug, file }: Entry<NewsFile>,
  content: string,
  at: number,
  zone: string,
): NewsItem {
  return {
    title: file.title,
    content,
    date: readCivilDate(file.date, zone),
    image: file.image ?? "",
    url: file.url ?? "",
    id: file.id ?? slug,
    slug,
    category: file.category,
    label: file.label,
    published_at: offsetTimestamp(at, zone),
  };
}
