import { z } from "zod";
import { day, image, link, oldId, publication, text } from "./field.ts";

/** The front matter of `news/<slug>.md`; the article itself is Markdown below it. */
export const newsFile = z.strictObject({
  id: oldId,
  title: text.describe("The headline."),
  date: day.describe("The day of publication."),
  category: text.optional().describe("What sort of news it is."),
  label: image.optional().describe("The icon of the category."),
  image: image.optional().describe("The picture above the article."),
  url: link.optional().describe("The article on the official site."),
  summary: text.optional().describe(
    "Shown in lists. The first 280 characters of the article where left out.",
  ),
  former_slugs: z.array(text).default([]).describe(
    "Earlier names of this file; old addresses keep working.",
  ),
  ...publication,
});

export type NewsFile = z.infer<typeof newsFile>;
