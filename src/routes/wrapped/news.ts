import { itemParts } from "../../catalog/phases.ts";
import { listPresent } from "../../catalog/phases.ts";
import { findNews } from "../../catalog/news.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { pageOf, PAGING } from "../paging_parameters.ts";
import { groupOf, route } from "../route.ts";
import { wrappedList, wrappedPage } from "./wrapped_list.ts";

/** `news`: newest first, in pages where asked for (SPEC 4.2). */
export const news = route({
  id: "news",
  path: "news",
  summary: "News, newest first",
  parameters: PAGING,
  answer(scene, values) {
    const { catalog: { pack }, now } = scene;
    const group = groupOf(scene);
    const listing = listPresent(group.table("news"), now);
    const page = pageOf(values);
    if (page === undefined) return wrappedList(listing, (item) => itemParts(pack, item, now));
    return wrappedPage(listing, (item) => itemParts(pack, item, now), {
      group,
      path: "news",
      page,
    });
  },
});

/** `news/{id}`: the one article in `data` (SPEC 4.2). */
export const newsById = route({
  id: "news-by-id",
  path: "news/{id}",
  summary: "One news article, by id or slug",
  parameters: { id: required(anyText("an article's id or slug")) },
  answer(scene, { id }) {
    const { item, ...holds } = findNews(groupOf(scene), id, scene.now);
    const listing = { rows: [item], ...holds };
    return wrappedList(listing, (row) => itemParts(scene.catalog.pack, row, scene.now));
  },
});
