import { type Answer, createAnswer } from "../../../http/answer.ts";
import { cachedRoute } from "../../route.ts";
import type { RouteContext } from "../../route_context.ts";
import { ANNOUNCED, FEED_MAX_AGE_S } from "./announced_dependency.ts";
import { type FeedArticle, type FeedHead, newsUri, readArticles } from "./articles.ts";
import { atomFeed } from "./atom_feed.ts";
import { jsonFeed } from "./json_feed.ts";

const ATOM_TYPE = "application/atom+xml";
const JSON_FEED_TYPE = "application/feed+json";

/** `news.atom`: the newest articles (RFC 4287). */
export const newsAtomFeed = cachedRoute({
  id: "news-atom-feed",
  path: "news.atom",
  summary: "The 100 newest articles as an Atom feed",
  answers: { document: ATOM_TYPE },
  feed: true,
  parameters: {},
  dependency: ANNOUNCED,
  answer: (ctx) => newsAnswer(ctx, "news.atom", ATOM_TYPE, atomFeed),
});

/** `news.json`: the same (jsonfeed.org, version 1.1). */
export const newsJsonFeed = cachedRoute({
  id: "news-json-feed",
  path: "news.json",
  summary: "The 100 newest articles as a JSON Feed",
  answers: { document: JSON_FEED_TYPE, json: "jsonFeed" },
  feed: true,
  parameters: {},
  dependency: ANNOUNCED,
  answer: (ctx) => newsAnswer(ctx, "news.json", JSON_FEED_TYPE, jsonFeed),
});

function newsAnswer(
  ctx: RouteContext,
  path: string,
  contentType: string,
  write: (head: FeedHead, articles: readonly FeedArticle[]) => string,
): Answer {
  const { group: { name, slug, language }, now: madeAt } = ctx;
  const root = ctx.catalog.index.site.base_url.replace(/\/+$/, "");
  const head = {
    title: `${name} news`,
    author: name,
    language,
    home: `${root}/`,
    address: `${root}/api/${slug}/${path}`,
    uri: newsUri(ctx),
  };
  const { articles, validUntil } = readArticles(ctx);
  const body = new TextEncoder().encode(write(head, articles));
  const holds = { madeAt, validUntil, maxAge: FEED_MAX_AGE_S };
  return createAnswer(body, holds, { contentType, hasFixedAge: true });
}
