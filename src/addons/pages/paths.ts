import type { ItemPlace, Pages } from "../../core/pages_service.ts";
import { hasPages } from "../../model/enums.ts";
import type { SearchKind } from "../../model/pack.ts";

/** Articles of one page of the list. */
export const ARTICLES_A_PAGE = 30;

/** The kinds of items that have pages, and where these are below their group's. */
export const FOLDERS = {
  member: "members",
  show: "shows",
  setlist: "setlists",
  news: "news",
} as const;
export type PageKind = keyof typeof FOLDERS;

export type PagePaths = ReturnType<typeof publicPaths>;

/** Where the pages of a group are; the items of one that has none lead nowhere. */
export function publicPaths({ slug, public: level }: Parameters<Pages["addressOf"]>[0]) {
  const group = `/groups/${encodeURIComponent(slug)}`;
  return {
    group: hasPages(level) ? group : undefined,
    members: `${group}/members`,
    news: (page: number) => `${group}/news${page === 1 ? "" : `?page=${page}`}`,
    /** Of a month, `YYYY-MM`. */
    month: (month: string) => `${group}/calendar?month=${month}`,
    item: (kind: PageKind, id: string) =>
      hasPages(level) ? `${group}/${FOLDERS[kind]}/${encodeURIComponent(id)}` : undefined,
  };
}

/** Whose pages things have that are found. */
const PAGES: Readonly<Partial<Record<SearchKind, PageKind>>> = {
  member: "member",
  setlist: "setlist",
  song: "setlist",
  show: "show",
  news: "news",
};

/** The path of the page that a group, or an item of it, has for everybody; undefined if it has none. */
export const pageAddress: Pages["addressOf"] = (group, item) => {
  const paths = publicPaths(group);
  if (item === undefined) return paths.group;
  const [kind, id] = [PAGES[item.kind], idOf(group, item)];
  return kind && id && paths.item(kind, id);
};

/** What names the page of an item: an article's is named after its file, which need not be its id. */
function idOf(
  { table }: Parameters<Pages["addressOf"]>[0],
  { kind, id, setlist }: ItemPlace,
): string | undefined {
  if (kind === "song") return setlist;
  return kind === "news" ? table("news").find((row) => row.id === id)?.slug ?? id : id;
}
