import type { PreviewKind } from "../build_report.ts";

/** Where the preview's own pages and files lie; all other paths are the program's. */
export const PREVIEW_ROOT = "/preview";

/** The program's own front page, in whose place the preview stands. */
export const FRONT_PAGE = "/?front";

export const PROBLEMS_PATH = `${PREVIEW_ROOT}/problems`;
export const VERSION_PATH = `${PREVIEW_ROOT}/version`;

/** The page of a group. */
export function groupPath(group: string): string {
  return `${PREVIEW_ROOT}/groups/${encodeURIComponent(group)}`;
}

/** The page of an item. */
export function itemPath(
  { group, kind, id }: { readonly group: string; readonly kind: PreviewKind; readonly id: string },
): string {
  return `${groupPath(group)}/${kind}/${encodeURIComponent(id)}`;
}

/** The page of a month (`YYYY-MM`). */
export function monthPath(group: string, month: string): string {
  return `${groupPath(group)}/calendar/${month}`;
}

/** The page of all members, or all articles from a page of the list on. */
export function listPath(group: string, list: "members" | "news", page = 1): string {
  return `${groupPath(group)}/${list}${page === 1 ? "" : `?page=${page}`}`;
}
