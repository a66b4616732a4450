import { notFound } from "../../http/http_error.ts";
import type { NewsDetailItem } from "../../model/item/publications.ts";
import { Html, html } from "../../page/html.ts";
import { pager } from "../../page/parts.ts";
import { articleList } from "./lists.ts";
import { ARTICLES_A_PAGE } from "./paths.ts";
import { newsArticle } from "./structured_data.ts";
import {
  day,
  DOT,
  type GroupPage,
  heading,
  joined,
  local,
  picture,
  shortened,
  todayOf,
  type View,
} from "./view.ts";

/** Articles, newest first; `page` counts from 1. @throws {HttpError} `NOT_FOUND` behind the last page */
export async function newsPage(view: View, page: number): Promise<GroupPage> {
  const { read, words: { say }, paths } = view;
  const { articles, total } = await read.news(page, ARTICLES_A_PAGE);
  const first = (page - 1) * ARTICLES_A_PAGE;
  if (articles.length === 0 && page > 1) throw notFound("The list has no such page");
  todayOf(view);
  const last = first + articles.length;
  const title = say`Articles of ${read.group.name}`;
  return {
    path: paths.news(page),
    title,
    description: title,
    hero: html`<h1>${say`Articles`}</h1>`,
    main: html`${articleList(view, articles)}${
      total > 0 &&
      pager(say`Pages of the list`, [
        page > 1 && [paths.news(page - 1), `← ${say`Previous page`}`],
        last < total && [paths.news(page + 1), `${say`Next page`} →`],
      ], say`${first + 1}–${last} of ${total}`)
    }`,
  };
}

/** An article as its readers see it. */
export function articlePage(view: View, item: NewsDetailItem): GroupPage {
  const { slug, title, date, category, image, content, content_text: text, url } = item;
  const { read, words: { say }, paths } = view;
  const path = paths.item("news", slug)!;
  todayOf(view);
  return {
    path,
    title,
    image,
    description: shortened(text) || title,
    type: "article",
    data: newsArticle(view, item, path),
    up: [paths.news(1), say`Articles`],
    hero: html`${heading(view, title)}<p class="when">${
      joined([day(view, date), local(view, category)], DOT)
    }</p>`,
    main: html`<article class="text" lang="${read.group.language}">${
      picture(image, item.image_width, item.image_height)
    }${safeHtml(content, say`Table`)}</article>
      ${
      url !== "" && html`<p class="small">${say`Official page:`} <a href="${url}">${url}</a></p>`
    }`,
  };
}

/** The build has cleaned articles of all that is no text, link, picture or table. */
function safeHtml(content: string, tableName: string): Html {
  return new Html(
    content.replaceAll(
      /<table\b[^]*?<\/table>/g,
      (table) =>
        `<div class="scroll" role="region" aria-label="${tableName}" tabindex="0">${table}</div>`,
    ),
  );
}
