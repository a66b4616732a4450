import type { NewsDetailItem } from "../../../../src/model/item/news.ts";
import { Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { badge, emptyState, factList, pager, time } from "../../../../src/page/parts.ts";
import { dayWords } from "../../../../src/time/words.ts";
import { groupPath, listPath } from "../addresses.ts";
import type { Folder, FolderGroup, NewsEntry, ReleaseEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { countOf, fileNotes, itemLink, linkList, marks, picture, problemNotice } from "../parts.ts";
import { articleList } from "./article_list.ts";
import { problemsOf } from "../../../diagnostic/problem.ts";

/** Articles of one page of the list. */
const PAGE_SIZE = 30;

/** Articles, newest first; `page` counts from 1. Undefined behind the last page. */
export function newsPage(group: FolderGroup, page: number, now: number): PreviewPage | undefined {
  const { news, index: { slug, name, language } } = group;
  const first = (page - 1) * PAGE_SIZE;
  const shown = news.slice(first, first + PAGE_SIZE);
  if (shown.length === 0 && page > 1) return undefined;
  const ways = {
    ...{ first: Math.min(first + 1, news.length), last: first + shown.length, total: news.length },
    previous: page > 1 ? listPath(slug, "news", page - 1) : undefined,
    next: first + PAGE_SIZE < news.length ? listPath(slug, "news", page + 1) : undefined,
  };
  return {
    title: `Articles of ${name}`,
    group,
    main: html`
      <h1>Articles</h1>
      <p><a href="${groupPath(slug)}" lang="${language}">${name}</a></p>
      ${articleList(shown, group, now)}
      ${pager(ways)}
    `,
  };
}

/** An article as its readers see it. */
export function articlePage(item: NewsEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { title, date, category, image, content, url } = view.fields;
  const { language, slug } = group.index;
  return {
    title,
    group,
    main: html`
      <article class="text" lang="${language}">
      <h1>${title}</h1>
      <p class="when" lang="en">${time(date, dayWords(date, group.index, now))}${category && html`
        · <span lang="${language}">${category}</span>
      `}${marks(item, view, group, now)}</p>
      <div lang="en">${fileNotes(item)}</div>
      ${picture(image, "Picture")}
      ${safeHtml(content)}
      </article>
      ${namedMembers(view.fields, group)}
      ${url !== "" && html`<p class="small">Official page: <a href="${url}">${url}</a></p>`}
      <p><a href="${listPath(slug, "news")}">All articles</a></p>
    `,
  };
}

/** The members whose whole names are in an article, each with the way to her page. */
function namedMembers({ title, content_text }: NewsDetailItem, group: FolderGroup): HtmlValue {
  const text = `${title}\n${content_text}`;
  const named = group.members.filter(({ row }) => text.includes(row.name));
  if (named.length === 0) return undefined;
  const links = named.map((member, place) =>
    html`${place > 0 && ", "}${itemLink(member, member.row.name, group.index.language)}`
  );
  return html`<p class="small">Members in it: ${links}</p>`;
}

/** The build has cleaned articles of all that is no text, link, picture or table. */
function safeHtml(content: string): Html {
  return new Html(
    content.replaceAll(
      /<table\b[^]*?<\/table>/g,
      (table) => `<div class="scroll" role="region" aria-label="Table" tabindex="0">${table}</div>`,
    ),
  );
}

/** A release as its readers see it. */
export function releasePage(item: ReleaseEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { title, type, number, release_date: date, cover, tracks, label, links, description } =
    view.fields;
  const { language } = group.index;
  return {
    title,
    group,
    main: html`
      <h1 lang="${language}">${title}</h1>
      <p>${type}${number !== undefined && ` number ${number}`}${marks(item, view, group, now)}</p>
      ${fileNotes(item)}
      ${picture(cover, "Cover")}
      ${description && html`<p class="text" lang="${language}">${description}</p>`}
      ${factList([
        ["Comes out", date && time(date, dayWords(date, group.index, now))],
        ["Label", label && html`<span lang="${language}">${label}</span>`],
        [
          "Hear or buy",
          linkList(links),
        ],
      ])}
      <h2>Songs</h2>
      ${tracks.length === 0
        ? emptyState("No song is named yet.")
        : html`<ol lang="${language}">${
          tracks.map(({ number, title, original_title, members }) =>
            html`<li value="${number}">${title}${original_title && ` (${original_title})`}${
              members.length > 0 && html`<br><span class="small">${members.join(", ")}</span>`
            }</li>`
          )
        }</ol>`}
    `,
  };
}

/** Everything that the last build has found, errors first. */
export function problemsPage({ report }: Folder): PreviewPage {
  const { isBroken } = report;
  const problems = problemsOf(report.problems);
  const draftProblems = problemsOf(report.draftProblems);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  return {
    title: "Problems",
    main: html`
      <h1>Problems</h1>
      <p class="text">${isBroken
        ? "The last save has errors: what you see, and what is served, is the build before it."
        : "The last save is served."} ${errors > 0 &&
        badge("bad", countOf(errors, "error"))} ${warnings > 0 &&
        badge("warn", countOf(warnings, "warning"))}</p>
      ${problems.length === 0 && emptyState("No problem. What deno task check finds stands here.")}
      ${problems.map(({ first, others }) => problemNotice(first, true, others))}
      ${draftProblems.length > 0 && html`<h2>In drafts</h2>
      <p class="small">These hold as soon as a draft is none any more.</p>
      ${draftProblems.map(({ first, others }) => problemNotice(first, true, others))}`}
    `,
  };
}
