import type { NewsRow } from "../../model/pack.ts";
import { Html, html, type HtmlValue } from "../../page/html.ts";
import { dayList, emptyState, factList, pager, time } from "../../page/parts.ts";
import type { PageArticle, PageRelease } from "../page_group.ts";
import { ARTICLES_A_PAGE } from "../public_paths.ts";
import { originalTitle } from "./names.ts";
import { choiceWord } from "../words/words.ts";
import {
  badges,
  beginningOf,
  dayText,
  emptyList,
  type GroupPage,
  itemLink,
  linkList,
  local,
  type PageView,
  picture,
  todayOf,
  toGroup,
} from "./view.ts";

/** Articles, newest first; `page` counts from 1. Undefined behind the last page. */
export function newsPage(view: PageView, page: number): GroupPage | undefined {
  const { group: { index }, words, paths } = view;
  const news = view.group.news();
  const first = (page - 1) * ARTICLES_A_PAGE;
  const shown = news.slice(first, first + ARTICLES_A_PAGE);
  if (shown.length === 0 && page > 1) return undefined;
  todayOf(view);
  const place = {
    first: Math.min(first + 1, news.length),
    last: first + shown.length,
    total: news.length,
    previous: page > 1 ? paths.news(page - 1) : undefined,
    next: first + ARTICLES_A_PAGE < news.length ? paths.news(page + 1) : undefined,
  };
  return {
    title: words.articlesOf(index.name),
    description: words.articlesOf(index.name),
    hero: html`<h1>${words.articles}</h1>${toGroup(view)}`,
    main: html`
      ${articleList(view, shown)}
      ${pager(place, {
        name: words.listPages,
        place: words.listPlace(place.first, place.last, place.total),
        before: words.listBefore,
        after: words.listAfter,
      })}
    `,
  };
}

/** An article as its readers see it. */
export function articlePage(view: PageView, item: PageArticle): GroupPage {
  const { title, date, category, image, content, content_text: text, url } = item.fields;
  const { group: { index }, words, paths, marks } = view;
  todayOf(view);
  return {
    title,
    titleLang: index.language,
    description: beginningOf(text) || title,
    hero: html`
      <h1 lang="${index.language}">${title}</h1>
      <p class="when">${time(date, dayText(view, date))}${category && html`
        · ${local(view, category)}
      `}${badges(view, item)}</p>
    `,
    main: html`
      ${marks?.notes(item)}
      <article class="text" lang="${index.language}">
      ${picture(view, image, words.fields.image, {
        width: item.fields.image_width,
        height: item.fields.image_height,
      })}
      ${safeHtml(content, words.table)}
      </article>
      ${namedMembers(view, item)}
      ${url !== "" && html`<p class="small">${words.officialPage} <a href="${url}">${url}</a></p>`}
      <p><a href="${paths.news(1)}">${words.backToArticles}</a></p>
    `,
  };
}

/** The plain texts of articles, which is where names are looked for. */
const texts = new WeakMap<NewsRow, string>();

function textOf({ fields }: PageArticle): string {
  return `${fields.title}\n${fields.content_text}`;
}

/** Whether an article has a member's whole name. */
export function namesMember(item: PageArticle, name: string): boolean {
  let text = texts.get(item.row);
  if (text === undefined) texts.set(item.row, text = textOf(item));
  return text.includes(name);
}

/** The members whose whole names are in an article, each with the way to her page. */
function namedMembers(view: PageView, article: PageArticle): HtmlValue {
  const text = textOf(article);
  const named = view.group.members().filter(({ row }) => text.includes(row.name));
  if (named.length === 0) return undefined;
  const links = named.map((member, place) =>
    html`${place > 0 && ", "}${itemLink(view, member, member.row.name)}`
  );
  return html`<p class="small">${view.words.membersInArticle} ${links}</p>`;
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

/** A release as its readers see it. */
export function releasePage(view: PageView, item: PageRelease): GroupPage {
  const {
    title,
    type,
    number,
    release_date: date,
    cover,
    tracks,
    label: company,
    links,
    description,
  } = item.fields;
  const { group: { index }, words, marks } = view;
  todayOf(view);
  return {
    title,
    titleLang: index.language,
    description: beginningOf(description ?? "") || title,
    hero: html`
      <h1 lang="${index.language}">${title}</h1>
      <p>${choiceWord(words, type)}${number !== undefined && words.recordNumber(number)}${badges(
        view,
        item,
      )}</p>
    `,
    main: html`
      ${marks?.notes(item)}
      ${picture(view, cover, words.fields.cover, {
        width: item.fields.cover_width,
        height: item.fields.cover_height,
      })}
      ${description && html`<p class="text" lang="${index.language}">${description}</p>`}
      ${factList([
        [words.fields.release_date, date && time(date, dayText(view, date))],
        [words.fields.label, local(view, company)],
        [words.hearOrBuy, linkList(links)],
      ])}
      <h2>${words.fields.songs}</h2>
      ${tracks.length === 0
        ? emptyState(words.noSong)
        : html`<ol lang="${index.language}">${
          tracks.map(({ number, title, original_title, members }) => {
            const singers = members.filter((name) => !view.group.hides(name));
            return html`<li value="${number}">${title}${original_title && " "}${
              originalTitle(view, original_title)
            }${
              singers.length > 0 && html`<br><span class="small">${singers.join(", ")}</span>`
            }</li>`;
          })
        }</ol>`}
    `,
  };
}

/** Articles with their day and their summary. */
export function articleList(view: PageView, articles: readonly PageArticle[]): HtmlValue {
  const { group: { index }, words, marks } = view;
  if (articles.length === 0) return emptyList(view, words.noArticle, "news");
  return dayList(articles.map((item) => {
    const { title, date, content_text: text } = item.fields;
    return {
      when: time(date, dayText(view, date)),
      what: html`${itemLink(view, item, title)}${
        badges(view, item)
      }<br><span class="small" lang="${index.language}">${beginningOf(text)}</span>${
        marks && html`<br>${marks.file(item)}`
      }`,
    };
  }));
}
