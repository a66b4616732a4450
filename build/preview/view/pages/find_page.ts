import { html, type HtmlValue } from "../../../../src/page/html.ts";
import { people } from "../../../../src/page/people.ts";
import { dayList, emptyState, time } from "../../../../src/page/parts.ts";
import { Temporal } from "../../../../src/time/temporal.ts";
import {
  dayText,
  itemLink,
  listPath,
  marks,
  PREVIEW_ROOT,
  PROBLEMS_PATH,
  shortPath,
} from "../parts.ts";
import type { Folder, FolderGroup, ReleaseEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { calendar, isMonth, monthName, monthOf } from "./calendar.ts";
import { memberCard, memberPage, membersPage } from "./member_pages.ts";
import { eventPage, showPage, videocallPage } from "./occasion_pages.ts";
import { say, spokenLanguage } from "../../../words/say.ts";
import { articleList, articlePage, newsPage, problemsPage, releasePage } from "./text_pages.ts";
import { choiceLabel } from "../../../schema/field_labels.ts";

/** Finds the page at an address; `now` in epoch ms. Undefined where there is none. */
export function findPage(folder: Folder, target: URL, now: number): PreviewPage | undefined {
  const { pathname, searchParams } = target;
  if (pathname === PROBLEMS_PATH) return problemsPage(folder);
  if (pathname === "/" || pathname === PREVIEW_ROOT) return firstPage(folder, now);
  const [, , kind, id, ...rest] = segmentsOf(pathname);
  const group = groupAt(folder, pathname);
  if (group === undefined || rest.length > 0) return undefined;
  if (kind === undefined) return groupOverview(group, now);
  if (id !== undefined) return itemPage(group, kind, id, now);
  if (kind === "members") return membersPage(group, now);
  const page = Number(searchParams.get("page") ?? "1");
  const isPage = Number.isSafeInteger(page) && page > 0;
  return kind === "news" && isPage ? newsPage(group, page, now) : undefined;
}

/** The group whose page is at a path; undefined for pages of the folder as a whole. */
export function groupAt({ groups }: Folder, path: string): FolderGroup | undefined {
  if (path === "/" || path === PREVIEW_ROOT) return groups[0];
  const [top, slug] = segmentsOf(path);
  return top === "groups" ? groups.find(({ index }) => index.slug === slug) : undefined;
}

function firstPage({ groups, site }: Folder, now: number): PreviewPage {
  const [first] = groups;
  if (first !== undefined) return groupOverview(first, now);
  return {
    title: site.title,
    main: html`
      <h1>${site.title}</h1>
      ${emptyState(
        html`${say`The content folder has no group yet. Make the first with`} <code>deno task new
group groupa "${say`Its name`}"</code>.`,
      )}
    `,
  };
}

function itemPage(
  group: FolderGroup,
  kind: string,
  id: string,
  now: number,
): PreviewPage | undefined {
  const find = <Item extends { readonly id: string }>(
    items: readonly Item[],
    render: (item: Item, group: FolderGroup, now: number) => PreviewPage,
  ) => {
    const item = items.find((one) => one.id === id);
    return item && render(item, group, now);
  };
  switch (kind) {
    case "calendar":
      return isMonth(id) ? monthPage(group, id, now) : undefined;
    case "member":
      return find(group.members, memberPage);
    case "show":
      return find(group.shows, showPage);
    case "event":
      return find(group.events, eventPage);
    case "videocall":
      return find(group.videocalls, videocallPage);
    case "news":
      return find(group.news, articlePage);
    case "release":
      return find(group.releases, releasePage);
    default:
      return undefined;
  }
}

function monthPage(group: FolderGroup, month: string, now: number): PreviewPage {
  const title = monthName(Temporal.PlainDate.from(`${month}-01`));
  return { title, group, main: calendar(group, month, now, html`<h1>${title}</h1>`) };
}

/** The decoded segments below the preview's root; none where they cannot be decoded. */
function segmentsOf(path: string): string[] {
  try {
    return path.slice(PREVIEW_ROOT.length + 1).replace(/\/$/, "").split("/").map(
      decodeURIComponent,
    );
  } catch {
    return [];
  }
}

/** Articles, and releases, of the page at most; all articles are on pages of their own. */
const MAX_ARTICLES = 8;
const MAX_RELEASES = 6;

/** A group at a glance: the month, who its members are, what was written and released last. */
function groupOverview(group: FolderGroup, now: number): PreviewPage {
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
        : people(active.map(({ item, view }) => memberCard(item, view, group, now)))}
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
