import type { PageKind, PagePaths } from "./page_group.ts";

const GROUPS_ROOT = "/groups";

/** Articles of one page of the list. */
export const ARTICLES_A_PAGE = 30;

/** Which kinds have public pages, and where these are below their group's. */
const FOLDERS: Readonly<Partial<Record<PageKind, string>>> = {
  member: "members",
  show: "shows",
  setlist: "setlists",
  news: "news",
};

/** Where the public pages of a group are. */
export function publicPaths(slug: string): PagePaths {
  const group = `${GROUPS_ROOT}/${encodeURIComponent(slug)}`;
  return {
    group,
    members: `${group}/members`,
    hasEveryMonth: false,
    news: (page) => `${group}/news${page === 1 ? "" : `?page=${page}`}`,
    month: (month) => `${group}/calendar?month=${month}`,
    item(kind, id) {
      const folder = FOLDERS[kind];
      return folder && `${group}/${folder}/${encodeURIComponent(id)}`;
    },
  };
}
