import { SEARCH_TEXT } from "../../core/search_service.ts";
import { SEARCH } from "../../core/services.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { oneOf, otherwise, required, wholeNumber } from "../../http/parameter.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import { GROUP, groupsAsked } from "../../routes/resources/filters.ts";
import { route } from "../../routes/route.ts";
import { urlOf } from "./item_url.ts";

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
