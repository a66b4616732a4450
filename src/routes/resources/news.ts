import { findByAddress, nextPhase, spanAt } from "../../catalog/phases.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { type CachedRoute, cachedRoute } from "../route.ts";
import { pageOf, PAGING } from "./filters.ts";

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
export const newsDetail = articleRoute("news-detail", "news-detail");

/** `news/{id}`: the same by path. */
export const newsById = articleRoute("news-by-id", "news/{id}");

function articleRoute(id: string, path: string): CachedRoute {
  return cachedRoute({
    id,
    path,
    summary: "One news article, by id or slug",
    answers: { one: "newsDetail" },
    parameters: { id: required(anyText("an article's id or slug")) },
    refuses: ["NOT_FOUND"],
    answer(ctx, { id }) {
      const { group, now } = ctx;
      const present = group.table("news").filter(({ detail }) => spanAt(detail, now) !== undefined);
      const found = findByAddress(present, id);
      if (found === undefined) throw notFound("No news article has that id");
      const { detail: open } = found;
      return ctx.one(ctx.item({ id, open }), { madeAt: now, validUntil: nextPhase(open, now) });
    },
  });
}

/** `releases`: the discography, newest first. */
export const releases = cachedRoute({
  id: "releases",
  path: "releases",
  summary: "Releases, newest first",
  answers: { list: "release" },
  parameters: {},
  answer: (ctx) => ctx.list(ctx.rows("releases"), (release) => ctx.item(release)),
});
