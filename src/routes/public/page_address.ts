import type { Group } from "../../catalog/catalog.ts";
import type { PageKind } from "../../group_pages/page_group.ts";
import { publicPaths } from "../../group_pages/public_paths.ts";
import { hasPages } from "../../model/enums.ts";
import type { SearchKind } from "../../model/pack.ts";

interface ItemPlace {
  readonly kind: SearchKind;
  readonly id: string;
  /** Of a song: the id of the setlist that it leads to. */
  readonly setlist?: string | undefined;
}

/** The kinds of things that are found, and whose pages they have. */
const PAGES: Readonly<Record<SearchKind, PageKind | undefined>> = {
  member: "member",
  setlist: "setlist",
  song: "setlist",
  show: "show",
  news: "news",
  event: "event",
  release: "release",
};

/**
 * The path of the page that a group, or an item of it, has for everybody; undefined if it has none: then
 * names lead to the addresses that content gives them.
 */
export function pageAddress(
  group: Pick<Group, "slug" | "public" | "table">,
  item?: ItemPlace,
): string | undefined {
  if (!hasPages(group.public)) return undefined;
  const paths = publicPaths(group.slug);
  if (item === undefined) return paths.group;
  const kind = PAGES[item.kind];
  const id = idOf(group, item);
  return kind && id && paths.item(kind, id);
}

/** What names the page of an item. */
function idOf(group: Pick<Group, "table">, { kind, id, setlist }: ItemPlace): string | undefined {
  if (kind === "song") return setlist;
  return kind === "news" ? slugOf(group, id) : id;
}

/** An article's page is named after its file, which need not be its id. */
function slugOf({ table }: Pick<Group, "table">, id: string): string {
  return table("news").find((row) => row.id === id)?.slug ?? id;
}
