import { html, type HtmlValue } from "../../../../src/page/html.ts";
import { dayList, emptyState, time } from "../../../../src/page/parts.ts";
import { dayWords } from "../../../../src/time/words.ts";
import { listPath } from "../addresses.ts";
import type { FolderGroup, ReleaseEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { itemLink, marks, peopleCards, shortPath } from "../parts.ts";
import { calendar, monthName, monthOf } from "./calendar.ts";
import { articleList } from "./article_list.ts";
import { memberCard } from "./member_pages.ts";
import { Temporal } from "../../../../src/time/temporal.ts";

/** Articles, and releases, of the page at most; all articles are on pages of their own. */
const MAX_ARTICLES = 8;
const MAX_RELEASES = 6;

/** A group at a glance: the month, who its members are, what was written and released last. */
export function groupOverview(group: FolderGroup, now: number): PreviewPage {
  const { index: { name, language, slug }, members, news } = group;
  const month = monthOf(now, group);
  const shown = members.map((item) => ({ item, view: item.at(now) }));
  const active = shown.filter(({ view }) => !view.fields.is_graduate);
  const graduates = shown.length - active.length;
  const all = active.length === 1 ? "1 member" : `${active.length} members`;
  return {
    title: name,
    group,
    main: html`
      <h1 lang="${language}">${name}</h1>
      ${calendar(
        group,
        month,
        now,
        html`<h2>${monthName(Temporal.PlainDate.from(`${month}-01`))}</h2>`,
      )}
      <h2>Members</h2>
      ${active.length === 0
        ? emptyState(nobody())
        : peopleCards(active.map(({ item, view }) => memberCard(item, view, group, now)), language)}
      ${members.length > 0 &&
        html`<p><a href="${listPath(slug, "members")}">${all}${
          graduates > 0 && ` and ${graduates} who have graduated`
        }</a></p>`}
      <h2>Articles</h2>
      ${articleList(news.slice(0, MAX_ARTICLES), group, now)}
      ${news.length > MAX_ARTICLES &&
        html`<p><a href="${listPath(slug, "news")}">All ${news.length} articles</a></p>`}
      <h2>Releases</h2>
      ${releaseList(group.releases.slice(0, MAX_RELEASES), group, now)}
    `,
  };
}

function nobody(): HtmlValue {
  return html`Nobody is here yet. Members stand here with their faces; make the first with
<code>deno task new member</code>.`;
}

function releaseList(
  releases: readonly ReleaseEntry[],
  group: FolderGroup,
  now: number,
): HtmlValue {
  if (releases.length === 0) {
    return emptyState(
      html`No release yet. Make the first with <code>deno task new release</code>.`,
    );
  }
  return dayList(releases.map((item) => {
    const view = item.at(now);
    const { title, type, release_date: date, tracks } = view.fields;
    const songs = tracks.length === 1 ? "1 song" : `${tracks.length} songs`;
    return {
      when: date === undefined ? "No day yet" : time(date, dayWords(date, group.index, now)),
      what: html`${itemLink(item, title, group.index.language)}${
        marks(item, view, group, now)
      }<br><span class="small">${type}${tracks.length > 0 && `, ${songs}`}</span><br>${
        shortPath(item)
      }`,
    };
  }));
}
