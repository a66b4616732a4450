import type { VideoItem } from "../../model/item/around_live.ts";
import type { AnswerContext } from "../answer_context.ts";
import { VIDEOS } from "./around_live.ts";
import { escapeXml, type FeedArticle, feedRoute, feedUri, MAX_ARTICLES } from "./news_feeds.ts";

/** `videos.atom`: the newest videos. */
export const videosAtomFeed = feedRoute("videos", "atom", VIDEOS, readVideos);

/** `videos.json`: the same. */
export const videosJsonFeed = feedRoute("videos", "json", VIDEOS, readVideos);

function readVideos(ctx: AnswerContext) {
  const { items, validUntil } = ctx.live.around.videos(ctx.group.slug, () => true);
  return {
    articles: items.slice(0, MAX_ARTICLES).map((video) => articleOf(ctx, video)),
    validUntil,
  };
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
