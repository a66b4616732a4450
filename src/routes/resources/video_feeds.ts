import { type Answer, createAnswer } from "../../http/answer.ts";
import type { VideoItem } from "../../model/item/around_live.ts";
import type { AnswerContext } from "../answer_context.ts";
import { cachedRoute } from "../route.ts";
import { VIDEOS } from "./around_live.ts";
import { FEED_MAX_AGE_S } from "./filters.ts";
import {
  ATOM_TYPE,
  atomFeed,
  escapeXml,
  type FeedArticle,
  type FeedHead,
  feedHead,
  feedUri,
  JSON_FEED_TYPE,
  jsonFeed,
} from "./news_feeds.ts";

/** `videos.atom`: the newest videos (RFC 4287). */
export const videosAtomFeed = cachedRoute({
  id: "videos-atom-feed",
  path: "videos.atom",
  summary: "The 100 newest videos as an Atom feed",
  answers: { document: ATOM_TYPE },
  feed: true,
  parameters: {},
  dependency: VIDEOS,
  answer: (ctx) => videosAnswer(ctx, "videos.atom", ATOM_TYPE, atomFeed),
});

/** `videos.json`: the same (jsonfeed.org, version 1.1). */
export const videosJsonFeed = cachedRoute({
  id: "videos-json-feed",
  path: "videos.json",
  summary: "The 100 newest videos as a JSON Feed",
  answers: { document: JSON_FEED_TYPE, json: "jsonFeed" },
  feed: true,
  parameters: {},
  dependency: VIDEOS,
  answer: (ctx) => videosAnswer(ctx, "videos.json", JSON_FEED_TYPE, jsonFeed),
});

const MAX_VIDEOS = 100;

function videosAnswer(
  ctx: AnswerContext,
  path: string,
  contentType: string,
  write: (head: FeedHead, articles: readonly FeedArticle[]) => string,
): Answer {
  const { items, validUntil } = ctx.live.around.videos(ctx.group.slug, () => true);
  const head = feedHead(ctx, { path, title: `${ctx.group.name} videos`, kind: "videos" });
  const articles = items.slice(0, MAX_VIDEOS).map((video) => articleOf(ctx, video));
  const body = new TextEncoder().encode(write(head, articles));
  const holds = { madeAt: ctx.now, validUntil, maxAge: FEED_MAX_AGE_S };
  return createAnswer(body, holds, { contentType, hasFixedAge: true });
}

function articleOf(ctx: AnswerContext, video: VideoItem): FeedArticle {
  const { id, title, published_at, url, thumbnail, channel } = video;
  const picture = thumbnail === "" ? "" : `<br><img src="${escapeXml(thumbnail)}" alt="">`;
  return {
    uri: feedUri(ctx, "videos", id),
    title,
    published_at,
    page: undefined,
    modifiedAt: Date.parse(published_at),
    url,
    image: thumbnail,
    summary: channel,
    content: `<a href="${escapeXml(url)}">${escapeXml(title || channel)}${picture}</a>`,
  };
}
