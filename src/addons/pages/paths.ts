import type { ItemPlace, Pages } from "../../core/pages_service.ts";
import { hasPages } from "../../model/enums.ts";
import type { SearchKind } from "../../model/pack.ts";
import type { PageKind, PagePaths } from "./reader.ts";

/** Articles of one page of the list. */
export const ARTICLES_A_PAGE = 30;

/** Which kinds have public pages, and where these are below their group's. */
const FOLDERS: Readonly<Partial<Record<PageKind, string>>> = {
  member: "members",
  show: "shows",
  setlist: "setlists",
  news: "news",
};

/** The paths of a group that has no pages. */
export const NO_PAGES: PagePaths = {
  group: "",
  members: "",
  news: () => "",
  month: () => "",
  item: () => undefined,
};

/** Where the public pages of a group are. */
export function publicPaths(slug: string): PagePaths {
  const group = `/groups/${encodeURIComponent(slug)}`;
  return {
    group,
    members: `${group}/members`,
    news: (page) => `${group}/news${page === 1 ? "" : `?page=${page}`}`,
    month: (month) => `${group}/calendar?month=${month}`,
    item(kind, id) {
      const folder = FOLDERS[kind];
      return folder && `${group}/${folder}/${encodeURIComponent(id)}`;
    },
  };
}

/** The kinds of things that are found, and whose pages they have. */
const PAGES: Readonly<Record<SearchKind, PageKind>> = {
  member: "member",
  setlist: "setlist",
  song: "setlist",
  show: "show",
  news: "news",
  event: "event",
  release: "release",
};

/** The path of the page that a group, or an item of it, has for everybody; undefined if it has none. */
export const pageAddress: Pages["addressOf"] = (group, item) => {
  if (!hasPages(group.public)) return undefined;
  const paths = publicPaths(group.slug);
  if (item === undefined) return paths.group;
  const id = idOf(group, item);
  return id && paths.item(PAGES[item.kind], id);
};

/** What names the page of an item: an article's is named after its file, which need not be its id. */
function idOf(
  { table }: Parameters<Pages["addressOf"]>[0],
  { kind, id, setlist }: ItemPlace,
): string | undefined {
  if (kind === "song") return setlist;
  return kind === "news" ? table("news").find((row) => row.id === id)?.slug ?? id : id;
}
