import type { PageItem } from "../../../src/group_pages/page_group.ts";
import {
  articlePage,
  newsPage,
  releasePage,
} from "../../../src/group_pages/views/article_pages.ts";
import { isMonth, monthPage } from "../../../src/group_pages/views/calendar.ts";
import { memberPage, membersPage } from "../../../src/group_pages/views/member_pages.ts";
import {
  eventPage,
  showPage,
  videocallPage,
} from "../../../src/group_pages/views/occasion_pages.ts";
import { overviewPage } from "../../../src/group_pages/views/overview.ts";
import { setlistPage } from "../../../src/group_pages/views/setlist_page.ts";
import type { GroupPage, PageView } from "../../../src/group_pages/views/view.ts";
import { html } from "../../../src/page/html.ts";
import { badge, emptyState } from "../../../src/page/parts.ts";
import { say } from "../../words/say.ts";
import { PREVIEW_ROOT, problemNotice, PROBLEMS_PATH } from "./parts.ts";
import type { Folder, FolderGroup } from "./folder.ts";
import type { PreviewPage } from "./frame.ts";
import { previewView } from "./preview_group.ts";
import { problemsOf } from "../../diagnostic/diagnostic.ts";
import { COUNTS } from "../../diagnostic/format.ts";

/** Finds the page at an address; `now` in epoch ms. Undefined where there is none. */
export function findPage(folder: Folder, target: URL, now: number): PreviewPage | undefined {
  const { pathname } = target;
  if (pathname === PROBLEMS_PATH) return problemsPage(folder);
  const group = groupAt(folder, pathname);
  if (pathname === "/" || pathname === PREVIEW_ROOT) {
    if (group === undefined) return emptyFolder(folder);
    return ofGroup(group, overviewPage(previewView(group, now)));
  }
  const page = group && groupPage(previewView(group, now), target);
  return page && ofGroup(group!, page);
}

function ofGroup(group: FolderGroup, { title, hero, main }: GroupPage): PreviewPage {
  return { title, hero, main, group };
}

/** The group whose page is at a path; undefined for pages of the folder as a whole. */
export function groupAt({ groups }: Folder, path: string): FolderGroup | undefined {
  if (path === "/" || path === PREVIEW_ROOT) return groups[0];
  const [top, slug] = segmentsOf(path);
  return top === "groups" ? groups.find(({ index }) => index.slug === slug) : undefined;
}

function emptyFolder({ site }: Folder): PreviewPage {
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

function groupPage(view: PageView, { pathname, searchParams }: URL): GroupPage | undefined {
  const [, , kind, id, ...rest] = segmentsOf(pathname);
  if (rest.length > 0) return undefined;
  if (kind === undefined) return overviewPage(view);
  if (id !== undefined) return itemPage(view, kind, id);
  if (kind === "members") return membersPage(view);
  const page = Number(searchParams.get("page") ?? "1");
  const isPage = Number.isSafeInteger(page) && page > 0;
  return kind === "news" && isPage ? newsPage(view, page) : undefined;
}

function itemPage(view: PageView, kind: string, id: string): GroupPage | undefined {
  const { group } = view;
  const find = <Item extends PageItem<unknown>>(
    items: readonly Item[],
    render: (view: PageView, item: Item) => GroupPage,
  ) => {
    const item = items.find((one) => one.id === id);
    return item && render(view, item);
  };
  switch (kind) {
    case "calendar":
      return isMonth(id) ? monthPage(view, id) : undefined;
    case "member":
      return find(group.members(), memberPage);
    case "show":
      return find(group.shows(), showPage);
    case "event":
      return find(group.events(), eventPage);
    case "videocall":
      return find(group.videocalls(), videocallPage);
    case "news":
      return find(group.news(), articlePage);
    case "release":
      return find(group.releases(), releasePage);
    case "setlist":
      return find(group.setlists(), setlistPage);
    default:
      return undefined;
  }
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

/** Everything that the last build has found, errors first. */
function problemsPage({ report }: Folder): PreviewPage {
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
        badge("bad", COUNTS.error(errors))} ${warnings > 0 &&
        badge("warn", COUNTS.warning(warnings))}</p>
      ${problems.length === 0 &&
        emptyState(say`No problem. What deno task check finds appears here.`)}
      ${problems.map(({ first, others }) => problemNotice(first, true, others))}
      ${draftProblems.length > 0 && html`<h2>${say`In drafts`}</h2>
      <p class="small">${say`These count as soon as the draft is published.`}</p>
      ${draftProblems.map(({ first, others }) => problemNotice(first, true, others))}`}
    `,
  };
}
