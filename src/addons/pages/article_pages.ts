import type { NewsDetailItem } from "../../model/item/publications.ts";
import { Html, html, type HtmlValue } from "../../page/html.ts";
import { pager } from "../../page/parts.ts";
import { articleList } from "./lists.ts";
import { ARTICLES_A_PAGE } from "./paths.ts";
import {
  beginningOf,
  day,
  type GroupPage,
  heading,
  itemLink,
  joined,
  local,
  picture,
  todayOf,
  toGroup,
  type View,
} from "./view.ts";

/** Articles, newest first; `page` counts from 1. Undefined behind the last page. */
export async function newsPage(view: View, page: number): Promise<GroupPage | undefined> {
  const { read, words, paths } = view;
  const { articles, total } = await read.news(page, ARTICLES_A_PAGE);
  const first = (page - 1) * ARTICLES_A_PAGE;
  if (articles.length === 0 && page > 1) return undefined;
  todayOf(view);
  const last = first + articles.length;
  const place = words.listPlace(Math.min(first + 1, total), last, total);
  return {
    title: words.articlesOf(read.group.name),
    description: words.articlesOf(read.group.name),
    hero: html`<h1>${words.articles}</h1>${toGroup(view)}`,
    main: html`${articleList(view, articles)}${
      total > 0 && pager(words.listPages, place, [
        ["prev", page > 1 ? paths.news(page - 1) : undefined, words.listBefore],
        ["next", last < total ? paths.news(page + 1) : undefined, words.listAfter],
      ])
    }`,
  };
}

/** An article as its readers see it. */
export async function articlePage(view: View, item: NewsDetailItem): Promise<GroupPage> {
  const { title, date, category, image, content, content_text: text, url } = item;
  const { read, words, paths } = view;
  todayOf(view);
  return {
    title,
    image,
    description: beginningOf(text) || title,
    hero: html`${heading(view, title)}<p class="when">${
      joined([day(view, date), local(view, category)], " · ")
    }</p>`,
    main: html`<article class="text" lang="${read.group.language}">${
      picture(image, item.image_width, item.image_height)
    }${safeHtml(content, words.table)}</article>
      ${await namedMembers(view, item)}
      ${url !== "" && html`<p class="small">${words.officialPage} <a href="${url}">${url}</a></p>`}
      <p><a href="${paths.news(1)}">${words.backToArticles}</a></p>`,
  };
}

/** The members whose whole names are in an article, each with the way to her page. */
async function namedMembers(view: View, article: NewsDetailItem): Promise<HtmlValue> {
  const { title, content_text: text } = article;
  const named = (await view.read.members())
    .filter(({ name }) => title.includes(name) || text.includes(name));
  const links = joined(named.map(({ id, name }) => itemLink(view, "member", id, name)), ", ");
  return links && html`<p class="small">${view.words.membersInArticle} ${links}</p>`;
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
