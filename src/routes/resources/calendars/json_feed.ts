import type { JsonFeedItem } from "../../../model/answer/json_feed.ts";
import { absoluteAddress, type FeedArticle, type FeedHead, feedInstant } from "./articles.ts";

/** Writes a JSON Feed (jsonfeed.org, version 1.1). */
export function jsonFeed(head: FeedHead, articles: readonly FeedArticle[]): string {
  const feed: JsonFeedItem = {
    version: "https://jsonfeed.org/version/1.1",
    title: head.title,
    home_page_url: head.home,
    feed_url: head.address,
    authors: [{ name: head.author }],
    language: head.language,
    items: articles.map((article) => ({
      id: article.uri,
      url: absoluteAddress(article.url),
      title: article.title,
      content_html: article.content,
      summary: article.summary || undefined,
      image: absoluteAddress(article.image),
      date_published: article.published_at,
      date_modified: feedInstant(article.modifiedAt),
      tags: article.category === undefined ? undefined : [article.category],
    })),
  };
  return JSON.stringify(feed);
}
