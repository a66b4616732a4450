import { z } from "zod";
import type { ItemOf } from "../item/item_of.ts";

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
