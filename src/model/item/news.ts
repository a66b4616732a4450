import { z } from "zod";
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
