import { z } from "zod";
import { RELEASE_TYPES } from "../enums.ts";
import {
  type ItemOf,
  number,
  optionalNumber,
  optionalText,
  pictureSide,
  text,
  texts,
} from "./item_of.ts";

export const newsItem = z.strictObject({
  title: text("The headline."),
  content: text(
    "A summary in plain text in lists: the article's own, else its first 280 characters, cut at a word. In the detail the article as safe HTML.",
  ),
  date: text("The day of publication, `YYYY-MM-DD` in the group's time zone."),
  image: text(
    "The address of the picture above the article, or a path that begins with `/`; empty if there is none.",
  ),
  url: text("The article on the official site; empty if there is none."),
  id: text("Names the article: the id of the old system, else its slug."),
  slug: text("The article's file name: `news/{id}` takes it as well."),
  category: optionalText("What sort of news it is, as content writes it; absent if unknown."),
  label: optionalText(
    "The address of the icon of the category, or a path that begins with `/`; absent if there is none.",
  ),
  published_at: text(
    "The instant of publication, with the group's offset: `publish_at` of content, else midnight of `date`.",
  ),
  image_width: pictureSide("width", "image"),
  image_height: pictureSide("height", "image"),
}).describe("A news item: content is a summary in plain text.");

export const newsDetailItem = z.strictObject({
  ...newsItem.shape,
  content_text: text("The article in plain text."),
})
  .describe("A news article: content is safe HTML.");

export type NewsItem = ItemOf<typeof newsItem>;
export type NewsDetailItem = ItemOf<typeof newsDetailItem>;

const article = z.strictObject({
  id: text("Names the article for ever."),
  url: optionalText(
    "The article on the official site, else its public page; absent if there is neither.",
  ),
  title: text("The headline."),
  content_html: text("The article as safe HTML."),
  summary: optionalText(
    "A summary in plain text: the article's own, else its first 280 characters; absent if there is none.",
  ),
  image: optionalText(
    "The web address of the picture above the article; absent if there is none, or only a path on a site.",
  ),
  date_published: text("The instant of publication, with the group's offset."),
  date_modified: text(
    "When its last change was first seen, in UTC; without one, when this service first saw content, or when the article was published if that was later.",
  ),
  tags: z.string().array().optional().describe("The article's category; absent if it has none."),
});

/** A JSON Feed (jsonfeed.org, version 1.1). */
export const jsonFeedItem = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1").describe("The version of the format."),
  title: text("The feed's title."),
  home_page_url: text("The group's public page; the service's front page if it has none."),
  feed_url: text("The feed's address, without a credential."),
  authors: z.strictObject({ name: text("The group's name.") }).array().describe(
    "The group.",
  ),
  language: text("The group's language, as BCP 47 writes it."),
  _terms: z.strictObject({
    licence: optionalText(
      "The licence of the data: an SPDX id, an address or a name; absent if none is named.",
    ),
    licence_url: optionalText("The address of the licence; absent if it has none."),
    attribution: optionalText(
      "How to name the source of the data; absent if the operators do not say it.",
    ),
  }).optional().describe("On what terms the data may be used; absent if none are named."),
  items: article.array().describe("The articles, newest first, at most 100."),
}).describe("A feed of articles, newest first (jsonfeed.org, version 1.1).");

export type JsonFeedItem = ItemOf<typeof jsonFeedItem>;

export const releaseItem = z.strictObject({
  id: text("Names the record."),
  title: text("The record's title."),
  type: z.enum(RELEASE_TYPES).describe("The sort of record."),
  number: optionalNumber(
    "Which single or album of the group it is, counted from 1; absent if unknown.",
  ),
  release_date: optionalText("The day it comes out, `YYYY-MM-DD`; absent if unknown."),
  cover: optionalText(
    "The address of the picture on the front, or a path that begins with `/`; absent if there is none.",
  ),
  tracks: z.array(z.strictObject({
    number: number("Its place on the record, counted from 1."),
    title: text("The song's title."),
    original_title: optionalText("Its title in the original language; absent if unknown."),
    members: texts("The names of all who sing; empty if unknown."),
  })).describe("Its songs, in order; empty if unknown."),
  label: optionalText("The record company's name; absent if unknown."),
  links: z.array(z.strictObject({
    title: text("The shop's or platform's name, or another title for the link."),
    url: text("The address."),
  })).describe("Where to listen to it or buy it."),
  description: optionalText("A few words about it; absent if there are none."),
  cover_width: pictureSide("width", "cover"),
  cover_height: pictureSide("height", "cover"),
}).describe("A record of the discography.");

export type ReleaseItem = ItemOf<typeof releaseItem>;
