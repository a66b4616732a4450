import type { Group } from "../../catalog/catalog.ts";
import { nextPhase, spanAt } from "../../catalog/phases.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import type { NewsRow, Row } from "../../model/pack.ts";
import { pageOf, PAGING } from "./filters.ts";
import { cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";

const ID = required(anyText("an article's id or slug"));

/** `news`: newest first, with summaries. */
export const news = cachedRoute({
  id: "news",
  path: "news",
  summary: "News, newest first",
  answers: { list: "news", pages: "news" },
  parameters: PAGING,
  answer(ctx, values) {
    const listing = ctx.rows("news");
    const page = pageOf(values);
    if (page === undefined) return ctx.list(listing, (item) => ctx.item(item));
    const list = { path: "news", name: "news", filters: {} };
    return ctx.page(listing, (item) => ctx.item(item), list, page);
  },
});

/** `news-detail?id=`: one article. */
export const newsDetail = cachedRoute({
  id: "news-detail",
  path: "news-detail",
  summary: "One news article, by id or slug",
  answers: { one: "newsDetail" },
  parameters: { id: ID },
  refuses: ["NOT_FOUND"],
  answer: (ctx, { id }) => article(ctx, id),
});

/** `news/{id}`: the same by path. */
export const newsById = cachedRoute({
  id: "news-by-id",
  path: "news/{id}",
  summary: "One news article, by id or slug",
  answers: { one: "newsDetail" },
  parameters: { id: ID },
  refuses: ["NOT_FOUND"],
  answer: (ctx, { id }) => article(ctx, id),
});

function article(ctx: RouteContext, id: string): Answer {
  const { item, ...holds } = findNews(ctx.group, id, ctx.now);
  return ctx.one(ctx.item(item), holds);
}

/**
 * The detail of the article with this id, slug or former slug.
 *
 * @throws {HttpError} `NOT_FOUND`
 */
function findNews(
  group: Group,
  id: string,
  now: number,
): { item: Row; madeAt: number; validUntil: number } {
  const news = group.table("news");
  const kinds: ((item: NewsRow) => boolean)[] = [
    (item) => item.id === id,
    (item) => item.slug === id,
    (item) => item.formerSlugs.includes(id),
  ];
  for (const matches of kinds) {
    const found = news.find((item) => matches(item) && spanAt(item.detail, now) !== undefined);
    if (found !== undefined) {
      const item = { id: found.id, open: found.detail };
      return { item, madeAt: now, validUntil: nextPhase(found.detail, now) };
    }
  }
  throw new HttpError("NOT_FOUND", { message: "No news article has that id" });
}
