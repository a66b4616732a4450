import { itemParts } from "../../catalog/phases.ts";
import { joinParts } from "../../catalog/json_bytes.ts";
import { listPresent } from "../../catalog/phases.ts";
import { findNews } from "../../catalog/news.ts";
import { createAnswer } from "../../http/answer.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { pageOf, PAGING } from "../paging_parameters.ts";
import { groupOf, route, type Scene } from "../route.ts";
import { bareArray, barePage } from "./bare_list.ts";

/** `news`: newest first, with summaries (SPEC 2.4). */
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
    if (page === undefined) return bareArray(listing, (item) => itemParts(pack, item, now));
    const list = { group, name: "news", path: "news", filters: {}, page };
    return barePage(listing, (item) => itemParts(pack, item, now), list);
  },
});

/** `news-detail?id=`: one article (SPEC 4.1). */
export const newsDetail = route({
  id: "news-detail",
  path: "news-detail",
  summary: "One news article, by id or slug",
  parameters: { id: required(anyText("an article's id or slug")) },
  answer: (scene, { id }) => detail(scene, id),
});

/** `news/{id}`: the same by path. */
export const newsById = route({
  id: "news-by-id",
  path: "news/{id}",
  summary: "One news article, by id or slug",
  parameters: { id: required(anyText("an article's id or slug")) },
  answer: (scene, { id }) => detail(scene, id),
});

function detail(scene: Scene, id: string) {
  const { item, ...holds } = findNews(groupOf(scene), id, scene.now);
  return createAnswer(joinParts(itemParts(scene.catalog.pack, item, scene.now)), holds);
}
