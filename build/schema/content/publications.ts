import { z } from "zod";
import { RELEASE_TYPES } from "../../../src/model/enums.ts";
import { REMEDIES } from "./remedies.ts";
import {
  day,
  formerSlugs,
  image,
  link,
  memberName,
  oldId,
  publication,
  text,
  titledLink,
} from "./field.ts";

/** The front matter of `news/<slug>.md`; the article itself is Markdown below it. */
export const newsFile = z.strictObject({
  id: oldId,
  title: text.describe("The headline.").register(REMEDIES, { example: "Jendela Pagi" }),
  date: day.describe("The day of publication."),
  category: text.optional().describe("What sort of news it is."),
  label: image.optional().describe("The icon of the category."),
  image: image.optional().describe("The picture above the article."),
  url: link.optional().describe("The article on the official site."),
  summary: text.optional().describe(
    "Shown in lists. The first 280 characters of the article if left out.",
  ),
  former_slugs: z.array(text).default([]).describe(
    "Earlier names of this file; old addresses keep working.",
  ),
  ...publication,
});

export type NewsFile = z.infer<typeof newsFile>;

const track = z.strictObject({
  number: z.int().positive().optional().describe(
    "Its place on the record. Counted from 1 if left out.",
  ),
  title: text.describe("The song's title.").register(REMEDIES, { example: "Jendela Pagi" }),
  original_title: text.optional().describe("Its title in the original language."),
  members: z.array(memberName).default([]).describe(
    "Who sings: name, nickname or file name. Other names stay as guests.",
  ),
});

/** `releases/<slug>.yaml`: one record. Tracks without a number are counted from 1. */
export const releaseFile = z.strictObject({
  id: oldId,
  title: text.describe("The record's title.").register(REMEDIES, { example: "Jendela Pagi" }),
  type: z.enum(RELEASE_TYPES).describe("The sort of record."),
  number: z.int().positive().optional().describe("Which single or album of the group this is."),
  release_date: day.optional().describe("The day it comes out."),
  cover: image.optional().describe("The picture on the front."),
  tracks: z.array(track).default([]).describe("Its songs."),
  label: text.optional().describe("The record company."),
  links: z.array(titledLink).default([]).describe("Where to hear or buy it."),
  description: text.optional().describe("A few words about it."),
  former_slugs: formerSlugs,
  ...publication,
});

export type ReleaseFile = z.infer<typeof releaseFile>;
