import type { MemberItem } from "../../../model/item/member.ts";
import type { NewsDetailItem, NewsItem, ReleaseItem } from "../../../model/item/publications.ts";
import { Html, html, type HtmlValue } from "../../../page/html.ts";
import { dayList, emptyState, factList, pager, time } from "../../../page/parts.ts";
import { ARTICLES_A_PAGE } from "../paths.ts";
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
export async function newsPage(view: PageView, page: number): Promise<GroupPage | undefined> {
  const { read, words, paths } = view;
  const { articles: shown, total } = await read.news(page, ARTICLES_A_PAGE);
  const first = (page - 1) * ARTICLES_A_PAGE;
  if (shown.length === 0 && page > 1) return undefined;
  todayOf(view);
  const last = first + shown.length;
  const place = words.listPlace(Math.min(first + 1, total), last, total);
  const before = page > 1 ? paths.news(page - 1) : undefined;
  const after = last < total ? paths.news(page + 1) : undefined;
  return {
    title: words.articlesOf(read.group.name),
    description: words.articlesOf(read.group.name),
    hero: html`<h1>${words.articles}</h1>${toGroup(view)}`,
    main: html`
      ${articleList(view, shown)}
      ${pager(words.listPages, place, [
        ["prev", before, words.listBefore],
        ["next", after, words.listAfter],
      ])}
    `,
  };
}

/** An article as its readers see it. */
export async function articlePage(view: PageView, item: NewsDetailItem): Promise<GroupPage> {
  const { slug, title, date, category, image, content, content_text: text, url } = item;
  const { read: { group }, words, paths, marks } = view;
  const ref = { kind: "news", id: slug } as const;
  todayOf(view);
  return {
    ref,
    title,
    titleLang: group.language,
    image,
    description: beginningOf(text) || title,
    hero: html`
      <h1 lang="${group.language}">${title}</h1>
      <p class="when">${time(date, dayText(view, date))}${category && html`
        · ${local(view, category)}
      `}${badges(view, ref)}</p>
    `,
    main: html`
      ${marks?.notes(ref)}
      <article class="text" lang="${group.language}">
      ${picture(view, image, words.fields.image, {
        width: item.image_width,
        height: item.image_height,
      })}
      ${safeHtml(content, words.table)}
      </article>
      ${namedMembers(view, item, await view.read.members())}
      ${url !== "" && html`<p class="small">${words.officialPage} <a href="${url}">${url}</a></p>`}
      <p><a href="${paths.news(1)}">${words.backToArticles}</a></p>
    `,
  };
}

/** Whether an article has a member's whole name. */
export function namesMember(
  { title, content_text: text }: NewsDetailItem,
  name: string,
): boolean {
  return title.includes(name) || text.includes(name);
}

/** The members whose whole names are in an article, each with the way to her page. */
function namedMembers(
  view: PageView,
  article: NewsDetailItem,
  members: readonly MemberItem[],
): HtmlValue {
  const named = members.filter(({ name }) => namesMember(article, name));
  if (named.length === 0) return undefined;
  const links = named.map(({ id, name }, place) =>
    html`${place > 0 && ", "}${itemLink(view, { kind: "member", id }, name)}`
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
export function releasePage(view: PageView, item: ReleaseItem): GroupPage {
  const {
    id,
    title,
    type,
    number,
    release_date: date,
    cover,
    tracks,
    label: company,
    links,
    description,
  } = item;
  const { read, words, marks } = view;
  const { group } = read;
  const ref = { kind: "release", id } as const;
  todayOf(view);
  return {
    ref,
    title,
    titleLang: group.language,
    description: beginningOf(description ?? "") || title,
    hero: html`
      <h1 lang="${group.language}">${title}</h1>
      <p>${choiceWord(words, type)}${number !== undefined && words.recordNumber(number)}${badges(
        view,
        ref,
      )}</p>
    `,
    main: html`
      ${marks?.notes(ref)}
      ${picture(view, cover, words.fields.cover, {
        width: item.cover_width,
        height: item.cover_height,
      })}
      ${description && html`<p class="text" lang="${group.language}">${description}</p>`}
      ${factList([
        [words.fields.release_date, date && time(date, dayText(view, date))],
        [words.fields.label, local(view, company)],
        [words.hearOrBuy, linkList(links)],
      ])}
      <h2>${words.fields.songs}</h2>
      ${tracks.length === 0
        ? emptyState(words.noSong)
        : html`<ol lang="${group.language}">${
          tracks.map(({ number, title, original_title, members }) => {
            const singers = members.filter((name) => !read.hides(name));
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
export function articleList(view: PageView, articles: readonly NewsItem[]): HtmlValue {
  const { read: { group }, words, marks } = view;
  if (articles.length === 0) return emptyList(view, words.noArticle, "news");
  return dayList(articles.map(({ slug, title, date, content, url }) => {
    const ref = { kind: "news", id: slug } as const;
    return {
      when: time(date, dayText(view, date)),
      what: html`${itemLink(view, ref, title, url)}${
        badges(view, ref)
      }<br><span class="small" lang="${group.language}">${beginningOf(content)}</span>${
        marks && html`<br>${marks.file(ref)}`
      }`,
    };
  }));
}
