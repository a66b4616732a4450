import type { Group } from "../../catalog/catalog.ts";
import { SEARCH_TEXT, type SearchItem } from "../../core/search_service.ts";
import type { GetService } from "../../core/service_key.ts";
import { PAGES, SEARCH } from "../../core/services.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { oneOf, otherwise, required, wholeNumber } from "../../http/parameter.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import { GROUP, groupsAsked } from "../../routes/resources/filters.ts";
import { route } from "../../routes/route.ts";

/** `search`: finds items by words, over the groups that the caller may read. */
export const searchAll = route({
  id: "search",
  path: "search",
  summary:
    "Members, setlists, songs, shows, news, events and releases by name or title, articles also " +
    "by their text, best first",
  answers: { one: "search" },
  parameters: {
    q: required(SEARCH_TEXT),
    kind: oneOf(...SEARCH_KINDS),
    group: GROUP,
    limit: otherwise(wholeNumber(1, 50), 10),
  },
  async fresh({ ctx }, { q, kind, group, limit }) {
    const { catalog, now } = ctx;
    const groups = groupsAsked(ctx, group);
    const search = ctx.service(SEARCH)!;
    const { total, items, validUntil } = await search(catalog, groups, q, { kind, now, limit });
    const data = items.map(({ setlist, ...item }) => ({
      ...item,
      url: urlOf(ctx.service, catalog.group(item.group)!, { ...item, setlist }),
    }));
    const value: SearchAnswer = { total, data };
    return jsonAnswer(value, { madeAt: now, validUntil });
  },
});

/** Where details are, below a group; a song's are its setlist's. */
const DETAILS = {
  member: "member",
  show: "theater",
  news: "news",
  event: "events",
  release: "releases",
  setlist: "setlists",
  song: "setlists",
};

/** The path of an item's page, of groups that have pages; else, and of kinds without pages, of its detail. */
function urlOf(service: GetService, group: Group, item: Omit<SearchItem, "matched">): string {
  const { kind, id, setlist } = item;
  const page = service(PAGES)?.addressOf(group, { kind, id, setlist });
  if (page !== undefined) return page;
  const { slug, family } = group;
  if (kind === "member" && family === "wrapped") {
    return `/api/${slug}/member-detail?url=${encodeURIComponent(id)}`;
  }
  const name = kind === "release" ? undefined : kind === "song" ? setlist : id;
  return name === undefined
    ? `/api/${slug}/releases`
    : `/api/${slug}/${DETAILS[kind]}/${encodeURIComponent(name)}`;
}
