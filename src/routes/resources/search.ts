import type { Catalog, Group } from "../../catalog/catalog.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { oneOf, optional, otherwise, required, wholeNumber } from "../../http/parameter.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { RankOptions } from "../../search/rank_items.ts";
import type { FoundItem, SearchedGroup } from "../../search/search.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { pageAddress } from "../public/page_address.ts";
import { route } from "../route.ts";
import { GROUP, groupsAsked } from "./filters.ts";

/** The longest text that is searched for, in code points. */
export const MAX_SEARCH_LENGTH = 100;

/** `q=`: letters or digits of any script, among others. */
export const SEARCH_TEXT = optional(
  `words of a name or title, up to ${MAX_SEARCH_LENGTH} characters`,
  { type: "string", minLength: 1, maxLength: MAX_SEARCH_LENGTH, pattern: "\\S" },
  readSearchText,
);

/** The text of a search; undefined if it is too long, or holds nothing that names are made of. */
export function readSearchText(text: string): string | undefined {
  if ([...text].length > MAX_SEARCH_LENGTH) return undefined;
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

/** `search`: finds items by their names, over the groups that the caller may read. */
export const searchAll = route({
  id: "search",
  path: "search",
  summary:
    "Members, setlists, songs, shows, news, events and releases by name or title, best first",
  answers: { one: "search" },
  parameters: {
    q: required(SEARCH_TEXT),
    kind: oneOf(...SEARCH_KINDS),
    group: GROUP,
    limit: otherwise(wholeNumber(1, 50), 10),
  },
  async fresh({ ctx }, { q, kind, group, limit }) {
    const groups = groupsAsked(ctx, group);
    const found = await searchGroups(ctx.catalog, groups, q, { kind, now: ctx.now, limit });
    const value: SearchAnswer = {
      total: found.total,
      data: found.found.map(({ setlist, ...item }) => ({
        ...item,
        url: urlOf(ctx.catalog.group(item.group)!, { ...item, setlist }),
      })),
    };
    return jsonAnswer(value, { madeAt: ctx.now, validUntil: found.validUntil });
  },
});

const loadSearch = lazily(() => import("../../search/search.ts"));

/** Searches some groups. */
export async function searchGroups(
  catalog: Catalog,
  groups: readonly Group[],
  text: string,
  options: RankOptions,
) {
  const { search, searchedGroup } = await loadSearch();
  const searched = groups.map((group) => {
    let known = opened.get(group);
    if (known === undefined) {
      known = searchedGroup(group.slug, catalog.pack.bytes, group.search);
      opened.set(group, known);
    }
    return known;
  });
  return search(searched, text, options);
}

const opened = new WeakMap<Group, SearchedGroup>();

/** The path of an item's page, of groups that have pages; else, and of kinds without pages, of its detail. */
export function urlOf(
  group: Group,
  { kind, id, title, setlist }: Pick<FoundItem, "kind" | "id" | "title" | "setlist">,
): string {
  const page = pageAddress(group, { kind, id, setlist });
  if (page !== undefined) return page;
  const { slug, family } = group;
  const root = `/api/${slug}`;
  switch (kind) {
    case "member":
      return `${root}/member/${encodeURIComponent(family === "wrapped" ? title : id)}`;
    case "show":
      return `${root}/theater/${encodeURIComponent(id)}`;
    case "news":
      return `${root}/news/${encodeURIComponent(id)}`;
    case "event":
      return `${root}/events/${encodeURIComponent(id)}`;
    case "release":
      return `${root}/releases`;
    case "setlist":
    case "song":
      return setlist === undefined
        ? `${root}/releases`
        : `${root}/setlists/${encodeURIComponent(setlist)}`;
  }
}
