import { z } from "zod";
import { day, identifier, image, link, publication, text } from "./field.ts";

/** The front matter of `news/<slug>.md`; the article itself is Markdown below it. */
export const newsFile = z.strictObject({
  id: identifier.optional(),
  title: text,
  date: day,
  category: text.optional(),
  /** The icon of the category. */
  label: image.optional(),
  image: image.optional(),
  url: link.optional(),
  /** Shown in lists; else the first 280 characters of the article. */
  summary: text.optional(),
  former_slugs: z.array(text).default([]),
  ...publication,
});

export type NewsFile = z.infer<typeof newsFile>;
