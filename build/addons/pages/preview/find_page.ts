import {
  articlePage,
  newsPage,
  releasePage,
} from "../../../../src/addons/pages/views/article_pages.ts";
import { isMonth, monthPage } from "../../../../src/addons/pages/views/calendar.ts";
import { memberPage, membersPage } from "../../../../src/addons/pages/views/member_pages.ts";
import {
  eventPage,
  showPage,
  videocallPage,
} from "../../../../src/addons/pages/views/occasion_pages.ts";
import { overviewPage } from "../../../../src/addons/pages/views/overview.ts";
import { setlistPage } from "../../../../src/addons/pages/views/setlist_page.ts";
import type { GroupPage, PageView } from "../../../../src/addons/pages/views/view.ts";
import { html } from "../../../../src/page/html.ts";
import { badge, emptyState } from "../../../../src/page/parts.ts";
import { say } from "../../../words/say.ts";
import { PREVIEW_ROOT, problemNotice, PROBLEMS_PATH } from "./parts.ts";
import type { Folder, FolderGroup } from "./folder.ts";
import type { PreviewPage } from "./frame.ts";
import { previewView } from "./preview_group.ts";
import { problemsOf } from "../../../diagnostic/diagnostic.ts";
import { COUNTS } from "../../../diagnostic/format.ts";

/** Finds the page at an address; `now` in epoch ms. Undefined where there is none. */
export async function findPage(
  folder: Folder,
  target: URL,
  now: number,
): Promise<PreviewPage | undefined> {
  const { pathname } = target;
  if (pathname === PROBLEMS_PATH) return problemsPage(folder);
  const group = groupAt(folder, pathname);
  if (pathname === "/" || pathname === PREVIEW_ROOT) {
    if (group === undefined) return emptyFolder(folder);
    return ofGroup(group, await overviewPage(previewView(group, now), MONTHS));
  }
  const page = group && await groupPage(previewView(group, now), target);
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

/** Every month has a page. */
const MONTHS = ["0000-01", "9999-12"] as const;

async function groupPage(
  view: PageView,
  { pathname, searchParams }: URL,
): Promise<GroupPage | undefined> {
  const [, , kind, id, ...rest] = segmentsOf(pathname);
  if (rest.length > 0) return undefined;
  if (kind === undefined) return await overviewPage(view, MONTHS);
  if (id !== undefined) return await itemPage(view, kind, id);
  if (kind === "members") return await membersPage(view);
  const page = Number(searchParams.get("page") ?? "1");
  const isPage = Number.isSafeInteger(page) && page > 0;
  return kind === "news" && isPage ? await newsPage(view, page) : undefined;
}

async function itemPage(view: PageView, kind: string, id: string): Promise<GroupPage | undefined> {
  const { read } = view;
  const show = async <Item>(
    item: Item | undefined,
    render: (view: PageView, item: Item) => GroupPage | Promise<GroupPage>,
  ) => item && await render(view, item);
  const find = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.find((one) => one.id === id);
  switch (kind) {
    case "calendar":
      return isMonth(id) ? await monthPage(view, id, MONTHS) : undefined;
    case "member":
      return await show(await read.member(id), memberPage);
    case "show":
      return await show(await read.show(id), showPage);
    case "event":
      return await show(find(await read.events({})), eventPage);
    case "videocall": {
      const days = await read.videocalls();
      return await show(days.find(({ date }) => date === id), videocallPage);
    }
    case "news":
      return await show(await read.article(id), articlePage);
    case "release":
      return await show(find(await read.releases()), releasePage);
    case "setlist":
      return await show(await read.setlist(id), setlistPage);
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
