import { z } from "zod";
import { RELEASE_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A news item: `content` is a summary in plain text. */
export const newsItem = z.strictObject({
  title: z.string(),
  content: z.string(),
  date: z.string(),
  image: z.string(),
  url: z.string(),
  id: z.string(),
  slug: z.string(),
  category: z.string().optional(),
  label: z.string().optional(),
  published_at: z.string(),
}).describe("A news item: content is a summary in plain text.");

/** A news article: `content` is safe HTML. */
export const newsDetailItem = z.strictObject({ ...newsItem.shape, content_text: z.string() })
  .describe("A news article: content is safe HTML.");

export type NewsItem = ItemOf<typeof newsItem>;
export type NewsDetailItem = ItemOf<typeof newsDetailItem>;

const article = z.strictObject({
  id: z.string().describe("Names the article for ever."),
  url: z.string().optional().describe("The article on the official site."),
  title: z.string(),
  content_html: z.string(),
  summary: z.string().optional(),
  image: z.string().optional(),
  date_published: z.string(),
  date_modified: z.string().describe("When a change of it was first seen."),
  tags: z.string().array().optional(),
});

/** A JSON Feed (jsonfeed.org, version 1.1). */
export const jsonFeedItem = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string().describe("The feed's address, without a credential."),
  authors: z.strictObject({ name: z.string() }).array(),
  language: z.string(),
  items: article.array(),
}).describe("A feed of articles, newest first (jsonfeed.org, version 1.1).");

export type JsonFeedItem = ItemOf<typeof jsonFeedItem>;

/** A record of the discography. */
export const releaseItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(RELEASE_TYPES),
  number: z.number().optional(),
  release_date: z.string().optional(),
  cover: z.string().optional(),
  tracks: z.array(z.strictObject({
    number: z.number(),
    title: z.string(),
    original_title: z.string().optional(),
    members: z.array(z.string()),
  })),
  label: z.string().optional(),
  links: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  description: z.string().optional(),
}).describe("A record of the discography.");

export type ReleaseItem = ItemOf<typeof releaseItem>;
