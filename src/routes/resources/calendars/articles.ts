import { joinParts, keptId } from "../../../catalog/phases.ts";
import type { Row } from "../../../model/pack.ts";
import type { NewsDetailItem, NewsItem } from "../../../model/item/news.ts";
import type { RouteContext } from "../../route_context.ts";

/** The number of articles in a feed: who comes back in an hour has seen the others. */
const MAX_ARTICLES = 100;

/** An article, as feeds tell it. */
export interface FeedArticle extends NewsDetailItem {
  /** Names it for ever, everywhere. */
  readonly uri: string;
  readonly summary: string;
  /** Epoch ms. */
  readonly modifiedAt: number;
}

/** The newest articles, and until when (epoch ms) they are. */
export function readArticles(
  ctx: RouteContext,
): { readonly articles: readonly FeedArticle[]; readonly validUntil: number } {
  const { group, announced } = ctx;
  const { rows, validUntil } = ctx.rows("news");
  const articles = rows.slice(0, MAX_ARTICLES).map((row) => ({
    ...readItem<NewsDetailItem>(ctx, { id: row.id, open: row.detail }),
    summary: readItem<NewsItem>(ctx, row).content,
    uri: newsUri(ctx, keptId(row)),
    modifiedAt: announced.modifiedAt(group.slug, "news", row.id),
  }));
  return { articles, validUntil };
}

/** The name of the group's news, or of one of its articles: a tag URI (RFC 4151). */
export function newsUri({ catalog, group }: RouteContext, id?: string): string {
  const { hostname } = new URL(catalog.index.site.base_url);
  const article = id === undefined ? "" : `/${encodeURIComponent(id)}`;
  return `tag:${hostname},2026:${group.slug}/news${article}`;
}

const decoder = new TextDecoder();

function readItem<Item>(ctx: RouteContext, row: Row): Item {
  return JSON.parse(decoder.decode(joinParts(ctx.item(row))));
}

/** An address that leads somewhere from everywhere; undefined where it is a path, or there is none. */
export function absoluteAddress(address: string): string | undefined {
  return URL.canParse(address) ? address : undefined;
}

/** An instant (epoch ms) in UTC, whole seconds (RFC 3339). */
export function feedInstant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** What a feed says of itself. */
export interface FeedHead {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  /** The address of the site. */
  readonly home: string;
  /** The address of the feed, without a credential. */
  readonly address: string;
  /** Names it for ever. */
  readonly uri: string;
}
