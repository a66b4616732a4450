import { ANNOUNCED, PAGES, SUNSET_ANNOUNCED_AT } from "../../core/services.ts";
import { keptId } from "../../catalog/phases.ts";
import { createAnswer } from "../../http/answer.ts";
import { licenceOf, termsLine } from "../../model/licence.ts";
import type { JsonFeedItem, NewsDetailItem, NewsItem } from "../../model/item/publications.ts";
import { type Route, route } from "../../routes/route.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { ANNOUNCED_ITEMS, FEED_ACCESS, FEED_MAX_AGE_S } from "./entrance.ts";

/** The number of articles in a feed: who comes back in an hour has seen the others. */
const MAX_ARTICLES = 100;

/** The formats of feeds: Atom (RFC 4287), and JSON Feed (jsonfeed.org, version 1.1). */
const FORMATS = {
  atom: { type: "application/atom+xml", answers: {}, named: "an Atom feed", write: atomFeed },
  json: {
    type: "application/feed+json",
    answers: { json: "jsonFeed" },
    named: "a JSON Feed",
    write: jsonFeed,
  },
} as const;

function feedRoute(format: keyof typeof FORMATS): Route {
  const { type: contentType, answers, named, write } = FORMATS[format];
  const path = `news.${format}`;
  return route({
    id: `news-${format}-feed`,
    path,
    summary: `The ${MAX_ARTICLES} newest articles as ${named}`,
    answers: { document: contentType, ...answers },
    ...FEED_ACCESS,
    parameters: {},
    dependency: ANNOUNCED_ITEMS,
    kept(ctx) {
      const { articles, validUntil } = readArticles(ctx);
      const body = new TextEncoder().encode(write(feedHead(ctx, path), articles));
      const holds = { madeAt: ctx.now, validUntil, maxAge: FEED_MAX_AGE_S };
      return createAnswer(body, holds, { contentType, hasFixedAge: true });
    },
  });
}

type FeedHead = ReturnType<typeof feedHead>;

function feedHead(ctx: AnswerContext, path: string) {
  const { catalog: { index, pack }, group: { name, slug, language } } = ctx;
  const root = pack.address();
  return {
    title: `${name} news`,
    author: name,
    language,
    /** The address of the group's page, or of the site. */
    home: root + (ctx.service(PAGES)?.addressOf(ctx.group) ?? "/"),
    root,
    /** The address of the feed, without a credential. */
    address: `${root}/api/${slug}/${path}`,
    /** Names it for ever. */
    uri: feedUri(ctx),
    /** On what terms it may be used. */
    terms: index.site,
  };
}

interface FeedArticle extends
  Pick<
    NewsDetailItem,
    "title" | "published_at" | "url" | "content" | "category" | "image"
  > {
  /** Names it for ever, everywhere. */
  readonly uri: string;
  readonly summary: string;
  /** The path of its page; undefined if its group has none. */
  readonly page: string | undefined;
  /** Epoch ms. */
  readonly modifiedAt: number;
}

/** The newest articles, with the announced end of the service on top. */
function readArticles(ctx: AnswerContext) {
  const { group } = ctx;
  const announced = ctx.service(ANNOUNCED);
  const { rows, validUntil } = ctx.rows("news");
  const articles = rows.slice(0, MAX_ARTICLES).map((row): FeedArticle => ({
    ...ctx.read<NewsDetailItem>({ id: row.id, open: row.detail }),
    page: ctx.service(PAGES)?.addressOf(group, { kind: "news", id: row.id }),
    summary: ctx.read<NewsItem>(row).content,
    uri: feedUri(ctx, keptId(row)),
    modifiedAt: announced.modifiedAt(group.slug, "news", row.id),
  }));
  return { articles: [...sunsetArticles(ctx), ...articles], validUntil };
}

/** The article that announces the end of the service, on top of every group's; none if none is announced. */
function sunsetArticles(ctx: AnswerContext): FeedArticle[] {
  const { catalog: { index: { site: { sunset, title } } }, group: { language } } = ctx;
  const announcedAt = ctx.service(SUNSET_ANNOUNCED_AT)?.();
  if (sunset === undefined || announcedAt === undefined) return [];
  const { on, successor, note } = sunset;
  const day = on.slice(0, 10);
  const words = language.startsWith("id")
    ? { ends: `${title} berakhir pada ${day}`, goesOn: "Penerusnya:" }
    : { ends: `${title} ends on ${day}`, goesOn: "It goes on at" };
  const lines = [
    `${words.ends}.`,
    ...(note === undefined ? [] : [note]),
    ...(successor === undefined ? [] : [`${words.goesOn} ${successor}`]),
  ];
  return [{
    title: words.ends,
    published_at: feedInstant(announcedAt),
    modifiedAt: announcedAt,
    url: successor ?? "",
    content: lines.map((line) => `<p>${escapeXml(line)}</p>`).join(""),
    summary: lines.join(" "),
    category: undefined,
    image: "",
    uri: `${feedUri(ctx)}#sunset-${day}`,
    page: undefined,
  }];
}

/** The name of a group's feed, or of one of its entries: a tag URI (RFC 4151). */
function feedUri({ catalog, group }: AnswerContext, id?: string): string {
  const { hostname } = new URL(catalog.index.site.base_url);
  const article = id === undefined ? "" : `/${encodeURIComponent(id)}`;
  return `tag:${hostname},2026:${group.slug}/news${article}`;
}

/** The article's own address, else that of its page; undefined if it has neither. */
function articleAddress({ root }: FeedHead, { url, page }: FeedArticle): string | undefined {
  return absoluteAddress(url) ?? (page && root + page);
}

/** An address that leads somewhere from everywhere; undefined if it is a path, or there is none. */
function absoluteAddress(address: string): string | undefined {
  return URL.canParse(address) ? address : undefined;
}

/** An instant (epoch ms) in UTC, whole seconds (RFC 3339). */
function feedInstant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** Writes an Atom feed (RFC 4287). */
function atomFeed(head: FeedHead, articles: readonly FeedArticle[]): string {
  const modifiedAt = Math.max(0, ...articles.map((article) => article.modifiedAt));
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(head.language)}"`,
    ` xml:base="${escapeXml(`${head.root}/`)}">`,
    element("id", head.uri),
    element("title", head.title),
    element("updated", feedInstant(modifiedAt)),
    `<author>${element("name", head.author)}</author>`,
    ...rights(head),
    link("self", "application/atom+xml", head.address),
    link("alternate", "text/html", head.home),
    ...articles.map((article) => entry(article, articleAddress(head, article))),
    "</feed>\n",
  ].join("");
}

/** The terms for people (RFC 4287, 4.2.10), and the licence for programs (RFC 4946). */
function rights({ terms }: FeedHead): string[] {
  const line = termsLine(terms);
  const { address } = licenceOf(terms.licence ?? "");
  return [
    ...(line === undefined ? [] : [element("rights", line)]),
    ...(address === undefined ? [] : [`<link rel="license" href="${escapeXml(address)}"/>`]),
  ];
}

/** An article without an address has its content (RFC 4287, 4.1.2). */
function entry(article: FeedArticle, address: string | undefined): string {
  const { uri, title, modifiedAt, published_at, summary, content, category } = article;
  return [
    "<entry>",
    element("id", uri),
    element("title", title),
    element("updated", feedInstant(modifiedAt)),
    element("published", published_at),
    address === undefined ? "" : link("alternate", "text/html", address),
    category === undefined ? "" : `<category term="${escapeXml(category)}"/>`,
    summary === "" ? "" : element("summary", summary),
    `<content type="html">${escapeXml(content)}</content>`,
    "</entry>",
  ].join("");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(relation: string, mediaType: string, address: string): string {
  return `<link rel="${relation}" type="${mediaType}" href="${escapeXml(address)}"/>`;
}

/** What XML has signs for; characters that it cannot hold (XML 1.0, 2.2) are left out. */
function escapeXml(text: string): string {
  return text.toWellFormed()
    // deno-lint-ignore no-control-regex
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** An object of our own, as the format allows: its name begins with an underscore. */
function jsonTerms({ terms: { licence, attribution } }: FeedHead): JsonFeedItem["_terms"] {
  if (licence === undefined && attribution === undefined) return undefined;
  const licence_url = licence === undefined ? undefined : licenceOf(licence).address;
  return { licence, licence_url, attribution };
}

/** Writes a JSON Feed (jsonfeed.org, version 1.1). */
function jsonFeed(head: FeedHead, articles: readonly FeedArticle[]): string {
  const feed: JsonFeedItem = {
    version: "https://jsonfeed.org/version/1.1",
    title: head.title,
    home_page_url: head.home,
    feed_url: head.address,
    authors: [{ name: head.author }],
    language: head.language,
    _terms: jsonTerms(head),
    items: articles.map((article) => ({
      id: article.uri,
      url: articleAddress(head, article),
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

/** The feeds of a group. */
export const FEEDS = [feedRoute("atom"), feedRoute("json")];
