import { html } from "../../../../src/page/html.ts";
import { emptyState } from "../../../../src/page/parts.ts";
import { Temporal } from "../../../../src/time/temporal.ts";
import { PREVIEW_ROOT, PROBLEMS_PATH } from "../addresses.ts";
import type { Folder, FolderGroup } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { calendar, isMonth, monthName } from "./calendar.ts";
import { memberPage, membersPage } from "./member_pages.ts";
import { eventPage, showPage, videocallPage } from "./occasion_pages.ts";
import { groupOverview } from "./group_overview.ts";
import { say } from "../../../words/say.ts";
import { articlePage, newsPage, problemsPage, releasePage } from "./text_pages.ts";

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
