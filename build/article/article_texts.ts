import type { NewsFile } from "../schema/content/publications.ts";
import type { NewsDetailItem, NewsItem } from "../../src/model/item/publications.ts";
import { readInstant } from "../../src/time/civil_date.ts";
import { dayStart, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { renderMarkdown } from "./markdown.ts";
import { summarize } from "./summary.ts";
import type { Entry } from "../check/content.ts";
import { pictureSize, withPicturePaths } from "../picture/resolve_pictures.ts";
import { openJson } from "../render/json.ts";

/** What the pack says of an article of a group whose clocks show `zone`, as JSON. */
export function renderArticle(entry: Entry<NewsFile>, zone: string) {
  const { slug, file, source: { body }, pictures } = entry;
  const { html, text } = renderMarkdown(pictures ? withPicturePaths(body, pictures) : body);
  const item = (content: string): NewsItem => ({
    title: file.title,
    content,
    date: file.date,
    image: file.image ?? "",
    url: file.url ?? "",
    id: file.id ?? slug,
    slug,
    category: file.category,
    label: file.label,
    published_at: offsetTimestamp(articleInstant(file, zone), zone),
    ...pictureSize("image", file.image, entry),
  });
  const detail: NewsDetailItem = { ...item(html), content_text: text };
  return { open: openJson(item(file.summary ?? summarize(text))), detail: openJson(detail) };
}

/** When an article came out, epoch ms: the instant where one is given, else the first of the day. */
export function articleInstant(file: NewsFile, zone: string): number {
  return file.publish_at === undefined ? dayStart(file.date, zone) : readInstant(file.publish_at);
}
