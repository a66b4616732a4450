import type { Group } from "../../catalog/catalog.ts";
import { listPresent } from "../../catalog/phases.ts";
import { ARTICLES_A_PAGE, publicPaths } from "../../group_pages/public_paths.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import { notFound } from "../../http/http_error.ts";
import { hasPages } from "../../model/enums.ts";
import type { VideocallDay } from "../../model/pack.ts";
import type { AnswerContext } from "../answer_context.ts";
import { setlistsOf } from "./catalog_group.ts";

/** A sitemap has at most so many addresses (sitemaps.org, "Sitemap file requirements"). */
const PART_SIZE = 50_000;

/** How long programs may keep it, in seconds. */
const MAX_AGE_S = 3600;

/**
 * `/sitemap.xml`: the addresses of all public pages; if they are too many for one file, an index of parts,
 * which are at `?part=`. A part may only name addresses below its own folder, so all are at the root.
 */
export function renderSitemap(ctx: AnswerContext, part: number | undefined): Answer {
  const { paths, holds } = allPaths(ctx);
  const text = sitemapText(baseOf(ctx), paths, part);
  if (text === undefined) throw notFound("The sitemap has no such part");
  return textAnswer(text, "application/xml; charset=utf-8", holds);
}

/** The sitemap of these paths, or its index, or a part of it; undefined if it has no such part. */
export function sitemapText(
  base: string,
  paths: readonly string[],
  part: number | undefined,
): string | undefined {
  const parts = Math.ceil(paths.length / PART_SIZE);
  if (part === undefined) {
    return document(parts === 1 ? urlSet(base, paths) : partIndex(base, parts));
  }
  if (part > parts) return undefined;
  return document(urlSet(base, paths.slice((part - 1) * PART_SIZE, part * PART_SIZE)));
}

/** `/robots.txt`: programs that collect pages need not ask the interfaces (RFC 9309). */
export function renderRobots(ctx: AnswerContext): Answer {
  const lines = [
    "User-agent: *",
    ...["/api/", "/v1/", "/admin", "/embed/"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${baseOf(ctx)}/sitemap.xml`,
    "",
  ];
  return textAnswer(lines.join("\n"), "text/plain; charset=utf-8", {
    madeAt: ctx.now,
    validUntil: Infinity,
  });
}

function baseOf({ site, catalog }: AnswerContext): string {
  return (site.ownAddress() ?? catalog.index.site.base_url).replace(/\/+$/, "");
}

/** The paths of the front page, the documents and all pages of groups. */
function allPaths(ctx: AnswerContext): { readonly paths: string[]; readonly holds: Freshness } {
  const groups = ctx.catalog.groups.filter((group) => hasPages(group.public));
  const listed = groups.map((group) => groupPaths(ctx, group));
  return {
    paths: ["/", "/docs", ...listed.flatMap(({ paths }) => paths)],
    holds: {
      madeAt: ctx.now,
      validUntil: Math.min(Infinity, ...listed.map(({ validUntil }) => validUntil)),
    },
  };
}

function groupPaths({ catalog, now }: AnswerContext, group: Group) {
  const paths = publicPaths(group.slug);
  const members = listPresent(group.table("members"), now);
  const shows = listPresent(group.table("shows"), now);
  const news = listPresent(group.table("news"), now);
  const events = listPresent(group.table("events"), now);
  const calls = listPresent(group.table("videocalls").flatMap(sessionsOf), now);
  const dates = [shows, events, calls].flatMap(({ rows }) => rows.map(({ date }) => date));
  const lists = [members, shows, news, events, calls];
  return {
    paths: [
      paths.group,
      paths.members,
      ...Array.from(
        { length: Math.max(1, Math.ceil(news.rows.length / ARTICLES_A_PAGE)) },
        (_, place) => paths.news(place + 1),
      ),
      ...monthsOf(dates).map((month) => paths.month(month)),
      ...members.rows.map(({ id }) => paths.item("member", id)!),
      ...setlistsOf(catalog, group).map(({ id }) => paths.item("setlist", id)!),
      ...shows.rows.map(({ id }) => paths.item("show", id)!),
      ...news.rows.map(({ slug }) => paths.item("news", slug)!),
    ],
    validUntil: Math.min(...lists.map(({ validUntil }) => validUntil)),
  };
}

function sessionsOf({ date, sessions }: VideocallDay) {
  return sessions.map(({ open }) => ({ date, open }));
}

/** The months from the first of these dates to the last, each once. */
function monthsOf(dates: readonly string[]): string[] {
  const found = dates.map((date) => date.slice(0, 7)).sort();
  const months: string[] = [];
  for (let month = found[0]; month !== undefined && month <= found.at(-1)!; month = after(month)) {
    months.push(month);
  }
  return months;
}

function after(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString()
    .slice(0, 7);
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function urlSet(base: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${escapeXml(base + path)}</loc></url>`);
  return [`<urlset ${NAMESPACE}>`, ...urls, "</urlset>"].join("\n");
}

function partIndex(base: string, parts: number): string {
  const maps = Array.from(
    { length: parts },
    (_, place) => `<sitemap><loc>${escapeXml(base)}/sitemap.xml?part=${place + 1}</loc></sitemap>`,
  );
  return [`<sitemapindex ${NAMESPACE}>`, ...maps, "</sitemapindex>"].join("\n");
}

/** Addresses are percent-encoded: of all signs of XML they can hold `&` and `'` alone. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function document(xml: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

function textAnswer(text: string, contentType: string, holds: Freshness): Answer {
  return createAnswer(new TextEncoder().encode(text), { ...holds, maxAge: MAX_AGE_S }, {
    contentType,
    forEverybody: true,
  });
}
