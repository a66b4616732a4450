import type { Content } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { DATA_FAMILIES } from "../../core/services.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import { notFound } from "../../http/http_error.ts";
import { hasPages } from "../../model/enums.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { Reader } from "./reader.ts";
import { feedsOf } from "./feeds.ts";
import { ARTICLES_A_PAGE, publicPaths } from "./paths.ts";

/** A sitemap has at most so many addresses (sitemaps.org, "Sitemap file requirements"). */
const PART_SIZE = 50_000;

/** How long programs may keep it, in seconds. */
const MAX_AGE_S = 3600;

/**
 * `/sitemap.xml`: the addresses of all public pages; if they are too many for one file, an index of parts,
 * which are at `?part=`. A part may only name addresses below its own folder, so all are at the root.
 */
export async function renderSitemap(
  { ask, baseUrl }: Pick<Core, "ask" | "baseUrl">,
  content: Content,
  now: number,
  part: number | undefined,
): Promise<Answer> {
  const readers = content.catalog.groups.filter((group) => hasPages(group.public))
    .map((group) => new Reader(ask, content, group, now));
  const paths = ["/", "/docs", ...(await Promise.all(readers.map(groupPaths))).flat()];
  const text = sitemapText(baseUrl(), paths, part);
  if (text === undefined) throw notFound("The sitemap has no such part");
  const validUntil = Math.min(...readers.map(({ validUntil }) => validUntil));
  return textAnswer(text, "application/xml; charset=utf-8", { madeAt: now, validUntil });
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

/**
 * `/robots.txt`: programs that collect pages need not ask the interfaces, but for the calendars and feeds
 * that pages offer: the longest line that fits a path counts (RFC 9309, 2.2.2).
 */
export function renderRobots(base: string, { catalog, now, service }: AnswerContext): Answer {
  const feeds = catalog.groups.flatMap((group) => feedsOf(service(DATA_FAMILIES), group));
  const lines = [
    "User-agent: *",
    ...["/api/", "/v1/", "/admin", "/embed/"].map((path) => `Disallow: ${path}`),
    ...feeds.map(({ path }) => `Allow: ${path}`),
    "",
    `Sitemap: ${base}/sitemap.xml`,
    "",
  ];
  return textAnswer(lines.join("\n"), "text/plain; charset=utf-8", {
    madeAt: now,
    validUntil: Infinity,
  });
}

/** The paths of all pages of a group. */
async function groupPaths(read: Reader): Promise<readonly string[]> {
  const paths = publicPaths(read.group.slug);
  const [members, setlists, shows, slugs, days] = await Promise.all([
    read.members(),
    read.setlists(),
    read.shows({}),
    articleSlugs(read),
    read.outermostDays(),
  ]);
  const pages = Math.max(1, Math.ceil(slugs.length / ARTICLES_A_PAGE));
  return [
    paths.group,
    paths.members,
    ...Array.from({ length: pages }, (_, place) => paths.news(place + 1)),
    ...monthsOf(days).map((month) => paths.month(month)),
    ...[
      members.map(({ id }) => paths.item("member", id)!),
      setlists.map(({ id }) => paths.item("setlist", id)!),
      shows.map(({ id }) => paths.item("show", id)!),
      slugs.map((slug) => paths.item("news", slug)!),
    ].flat(),
  ];
}

/** Articles are read in parts of so many. */
const PART = 100;

async function articleSlugs(read: Reader): Promise<readonly string[]> {
  const first = await read.news(1, PART);
  const others = Math.max(0, Math.ceil(first.total / PART) - 1);
  const further = await Promise.all(
    Array.from({ length: others }, (_, place) => read.news(place + 2, PART)),
  );
  return [first, ...further].flatMap(({ articles }) => articles.map(({ slug }) => slug));
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
