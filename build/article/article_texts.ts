import type { NewsFile } from "../schema/content/publications.ts";
import type { NewsDetailItem, NewsItem } from "../../src/model/item/publications.ts";
import { readInstant } from "../../src/time/civil_date.ts";
import { dayStart, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { renderMarkdown } from "./markdown.ts";
import { summarize } from "./summary.ts";
import { type BuildCache, hashTexts, NO_CACHE } from "../cache/build_cache.ts";
import { once } from "../cache/derived.ts";
import type { Entry } from "../check/content.ts";
import type { Picture } from "../picture/check_picture.ts";
import { pictureSize, withPicturePaths } from "../picture/resolve_pictures.ts";
import { openJson } from "../render/json.ts";

/** All that an article is rendered from. It can be handed to another thread. */
export interface ArticleSource {
  readonly slug: string;
  readonly file: NewsFile;
  /** Markdown. */
  readonly body: string;
  readonly zone: string;
  /** The pictures of the group that it names. */
  readonly pictures?: readonly Picture[];
}

/** What the pack says of an article, as JSON. */
interface ArticleTexts {
  readonly open: string;
  readonly detail: string;
}

/** What was rendered of an article, which is named in caches. */
export interface RenderedArticle {
  readonly name: string;
  readonly text: string;
}

/** Takes out of an entry what its article is rendered from. */
export function articleSource(entry: Entry<NewsFile>, zone: string): ArticleSource {
  const { slug, file, pictures } = entry;
  return { slug, file, body: shownBody(entry), zone, ...(pictures && { pictures }) };
}

/** The Markdown of an article, with the paths of its pictures. */
export function shownBody({ source: { body }, pictures }: Entry<NewsFile>): string {
  return pictures === undefined ? body : withPicturePaths(body, pictures);
}

/** What was rendered of the files that are there. */
const rendered = new WeakMap<NewsFile, { readonly zone: string; readonly text: string }>();

/** Takes over what another thread has rendered, and keeps it for later builds. */
export function noteArticle(
  { file, zone }: ArticleSource,
  { name, text }: RenderedArticle,
  cache: BuildCache,
): void {
  rendered.set(file, { zone, text });
  cache.keep(name, text);
}

/** The texts of an article: as they were rendered before, or found in the cache. */
export function articleTexts(
  entry: Entry<NewsFile>,
  zone: string,
  cache: BuildCache,
): ArticleTexts {
  const before = rendered.get(entry.file);
  if (before?.zone === zone) return textsOf(before.text);
  const text = findOrRender(articleSource(entry, zone), cache);
  rendered.set(entry.file, { zone, text });
  return textsOf(text);
}

function findOrRender(source: ArticleSource, cache: BuildCache): string {
  if (cache === NO_CACHE) return renderArticle(source);
  const name = articleName(source);
  const found = cache.find(name);
  if (found !== undefined) return found;
  const text = renderArticle(source);
  cache.keep(name, text);
  return text;
}

/** Names an article in caches. */
export function articleName({ slug, file, body, zone }: ArticleSource): string {
  return `article:${hashTexts([slug, zone, JSON.stringify(file), body])}`;
}

/** Renders an article, as two lines: JSON has no line breaks of its own. */
export function renderArticle(source: ArticleSource): string {
  const { file, body, zone } = source;
  const { html, text } = renderMarkdown(body);
  const at = articleInstant(file, zone);
  const item = (content: string): NewsItem => newsItem(source, content, at);
  const detail: NewsDetailItem = { ...item(html), content_text: text };
  return `${openJson(item(file.summary ?? summarize(text)))}\n${openJson(detail)}`;
}

/** Reads what was rendered of an article. */
function textsOf(rendered: string): ArticleTexts {
  const end = rendered.indexOf("\n");
  return { open: rendered.slice(0, end), detail: rendered.slice(end + 1) };
}

function newsItem(source: ArticleSource, content: string, at: number): NewsItem {
  const { slug, file, zone } = source;
  return {
    title: file.title,
    content,
    date: file.date,
    image: file.image ?? "",
    url: file.url ?? "",
    id: file.id ?? slug,
    slug,
    category: file.category,
    label: file.label,
    published_at: offsetTimestamp(at, zone),
    ...pictureSize("image", file.image, source),
  };
}

/** When an article came out, epoch ms: the instant where one is given, else the first of the day. */
export const articleInstant = once(readArticleInstant);

function readArticleInstant(file: NewsFile, zone: string): number {
  return file.publish_at === undefined ? dayStart(file.date, zone) : readInstant(file.publish_at);
}
