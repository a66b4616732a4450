import type { NewsDetailItem } from "../../../../src/model/item/publications.ts";
import { Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import {
  badge,
  dayList,
  emptyState,
  factList,
  type ListPlace,
  pager,
  type PagerWords,
  time,
} from "../../../../src/page/parts.ts";
import { choiceLabel } from "../../../schema/field_labels.ts";
import { say, spokenLanguage } from "../../../words/say.ts";
import {
  dayText,
  errorsIn,
  fileNotes,
  groupPath,
  itemLink,
  label,
  linkList,
  listPath,
  local,
  marks,
  picture,
  problemNotice,
  shortPath,
  warningsIn,
} from "../parts.ts";
import type { Folder, FolderGroup, NewsEntry, ReleaseEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { problemsOf } from "../../../diagnostic/diagnostic.ts";

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
    title: say`Articles of ${name}`,
    group,
    main: html`
      <h1>${say`Articles`}</h1>
      <p><a href="${groupPath(slug)}" lang="${language}">${name}</a></p>
      ${articleList(shown, group, now)}
      ${pager(ways, pagerWords(ways))}
    `,
  };
}

function pagerWords({ first, last, total }: ListPlace): PagerWords {
  return {
    name: say`Pages of the list`,
    place: say`${first}–${last} of ${total}`,
    before: say`Earlier in the list`,
    after: say`Further in the list`,
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
      <p class="when" lang="${spokenLanguage()}">${time(
        date,
        dayText(date, group, now),
      )}${category && html`
        · <span lang="${language}">${category}</span>
      `}${marks(item, view, group, now)}</p>
      <div lang="${spokenLanguage()}">${fileNotes(item)}</div>
      ${picture(image, label("image"))}
      ${safeHtml(content)}
      </article>
      ${namedMembers(view.fields, group)}
      ${url !== "" && html`<p class="small">${say`Official page:`} <a href="${url}">${url}</a></p>`}
      <p><a href="${listPath(slug, "news")}">${say`All articles`}</a></p>
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
  return html`<p class="small">${say`Members in it:`} ${links}</p>`;
}

/** The build has cleaned articles of all that is no text, link, picture or table. */
function safeHtml(content: string): Html {
  const tableName = say`Table`;
  return new Html(
    content.replaceAll(
      /<table\b[^]*?<\/table>/g,
      (table) =>
        `<div class="scroll" role="region" aria-label="${tableName}" tabindex="0">${table}</div>`,
    ),
  );
}

/** A release as its readers see it. */
export function releasePage(item: ReleaseEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
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
  } = view.fields;
  const { language } = group.index;
  return {
    title,
    group,
    main: html`
      <h1 lang="${language}">${title}</h1>
      <p>${choiceLabel(type, spokenLanguage())}${number !== undefined &&
        say` number ${number}`}${marks(item, view, group, now)}</p>
      ${fileNotes(item)}
      ${picture(cover, label("cover"))}
      ${description && html`<p class="text" lang="${language}">${description}</p>`}
      ${factList([
        [label("release_date"), date && time(date, dayText(date, group, now))],
        [label("label"), local(company, language)],
        [
          say`Hear or buy`,
          linkList(links),
        ],
      ])}
      <h2>${label("songs")}</h2>
      ${tracks.length === 0
        ? emptyState(say`No song is named yet.`)
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
    title: say`Problems`,
    main: html`
      <h1>${say`Problems`}</h1>
      <p class="text">${isBroken
        ? say`The last save has errors: what you see, and what is served, is the build before it.`
        : say`The last save is served.`} ${errors > 0 &&
        badge("bad", errorsIn(errors))} ${warnings > 0 &&
        badge("warn", warningsIn(warnings))}</p>
      ${problems.length === 0 &&
        emptyState(say`No problem. What deno task check finds appears here.`)}
      ${problems.map(({ first, others }) => problemNotice(first, true, others))}
      ${draftProblems.length > 0 && html`<h2>${say`In drafts`}</h2>
      <p class="small">${say`These count as soon as the draft is published.`}</p>
      ${draftProblems.map(({ first, others }) => problemNotice(first, true, others))}`}
    `,
  };
}

/** Articles with their day, their summary and what readers do not see. */
export function articleList(
  articles: readonly NewsEntry[],
  group: FolderGroup,
  now: number,
): HtmlValue {
  const { language } = group.index;
  if (articles.length === 0) {
    return emptyState(
      html`${say`No article yet. Make the first with`} <code>deno task new news</code>.`,
    );
  }
  return dayList(articles.map((item) => {
    const view = item.at(now);
    const { title, date, content_text } = view.fields;
    return {
      when: time(date, dayText(date, group, now)),
      what: html`${itemLink(item, title, language)}${
        marks(item, view, group, now)
      }<br><span class="small" lang="${language}">${beginningOf(content_text)}</span><br>${
        shortPath(item)
      }`,
    };
  }));
}

/** The beginning of a text, cut at a word. */
function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= 160) return line;
  const cut = line.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 120))}…`;
}
