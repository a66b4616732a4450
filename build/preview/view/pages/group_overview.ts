import { html, type HtmlValue } from "../../../../src/page/html.ts";
import { dayList, emptyState, time } from "../../../../src/page/parts.ts";
import { choiceLabel } from "../../../schema/field_labels.ts";
import { say, spokenLanguage } from "../../../words/say.ts";
import { listPath } from "../addresses.ts";
import type { FolderGroup, ReleaseEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { dayText, itemLink, marks, peopleCards, shortPath } from "../parts.ts";
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
  const all = active.length === 1 ? say`1 member` : say`${active.length} members`;
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
      <h2>${say`Members`}</h2>
      ${active.length === 0
        ? emptyState(nobody())
        : peopleCards(active.map(({ item, view }) => memberCard(item, view, group, now)), language)}
      ${members.length > 0 &&
        html`<p><a href="${listPath(slug, "members")}">${
          graduates > 0 ? say`${all} and ${graduates} who have graduated` : all
        }</a></p>`}
      <h2>${say`Articles`}</h2>
      ${articleList(news.slice(0, MAX_ARTICLES), group, now)}
      ${news.length > MAX_ARTICLES &&
        html`<p><a href="${listPath(slug, "news")}">${say`All ${news.length} articles`}</a></p>`}
      <h2>${say`Releases`}</h2>
      ${releaseList(group.releases.slice(0, MAX_RELEASES), group, now)}
    `,
  };
}

function nobody(): HtmlValue {
  return html`${say`No member yet. Make the first with`} <code>deno task new member</code>.`;
}

function releaseList(
  releases: readonly ReleaseEntry[],
  group: FolderGroup,
  now: number,
): HtmlValue {
  if (releases.length === 0) {
    return emptyState(
      html`${say`No release yet. Make the first with`} <code>deno task new release</code>.`,
    );
  }
  return dayList(releases.map((item) => {
    const view = item.at(now);
    const { title, type, release_date: date, tracks } = view.fields;
    const songs = tracks.length === 1 ? say`1 song` : say`${tracks.length} songs`;
    return {
      when: date === undefined ? say`No day yet` : time(date, dayText(date, group, now)),
      what: html`${itemLink(item, title, group.index.language)}${
        marks(item, view, group, now)
      }<br><span class="small">${choiceLabel(type, spokenLanguage())}${
        tracks.length > 0 && `, ${songs}`
      }</span><br>${shortPath(item)}`,
    };
  }));
}
