import type { Content } from "../../catalog/content.ts";
import type { Core } from "../../core/core.ts";
import { DATA_FAMILIES } from "../../core/services.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import { hasPages } from "../../model/enums.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { feedsOf } from "./feeds.ts";
import { ARTICLES_A_PAGE, type PageKind, publicPaths } from "./paths.ts";
import { Reader } from "./reader.ts";

/** How long programs may keep it, in seconds. */
const MAX_AGE_S = 3600;

/** `/sitemap.xml`: the addresses of all public pages (sitemaps.org). */
export async function renderSitemap(
  { ask, baseUrl }: Pick<Core, "ask" | "baseUrl">,
  content: Content,
  now: number,
): Promise<Answer> {
  const readers = content.catalog.groups.filter((group) => hasPages(group.public))
    .map((group) => new Reader(ask, content, group, now));
  const paths = ["/", "/docs", ...(await Promise.all(readers.map(groupPaths))).flat()];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeXml(baseUrl() + path)}</loc></url>`),
    "</urlset>\n",
  ];
  const validUntil = Math.min(...readers.map(({ validUntil }) => validUntil));
  return textAnswer(lines, "application/xml; charset=utf-8", { madeAt: now, validUntil });
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
    `Sitemap: ${base}/sitemap.xml\n`,
  ];
  const holds = { madeAt: now, validUntil: Infinity };
  return textAnswer(lines, "text/plain; charset=utf-8", holds);
}

/** The paths of all pages of a group. */
async function groupPaths(read: Reader): Promise<readonly string[]> {
  const paths = publicPaths(read.group);
  const [members, setlists, shows, slugs, days] = await Promise.all([
    read.members(),
    read.setlists(),
    read.shows({}),
    articleSlugs(read),
    read.outermostDays(),
  ]);
  const pages = Math.max(1, Math.ceil(slugs.length / ARTICLES_A_PAGE));
  const items = (kind: PageKind, ids: readonly string[]) => ids.map((id) => paths.item(kind, id)!);
  return [
    paths.group!,
    paths.members,
    ...Array.from({ length: pages }, (_, place) => paths.news(place + 1)),
    ...monthsOf(days).map((month) => paths.month(month)),
    ...items("member", members.map(({ id }) => id)),
    ...items("setlist", setlists.map(({ id }) => id)),
    ...items("show", shows.map(({ id }) => id)),
    ...items("news", slugs),
  ];
}

/** Articles are read in parts of so many. */
const PART = 100;

async function articleSlugs(read: Reader): Promise<readonly string[]> {
  const slugs: string[] = [];
  for (let page = 1;; page++) {
    const { articles, total } = await read.news(page, PART);
    slugs.push(...articles.map(({ slug }) => slug));
    if (slugs.length >= total) return slugs;
  }
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

/** Addresses are percent-encoded: of all signs of XML they can hold `&` and `'` alone. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function textAnswer(lines: readonly string[], contentType: string, holds: Freshness): Answer {
  const body = new TextEncoder().encode(lines.join("\n"));
  const forEverybody = true;
  return createAnswer(body, { ...holds, maxAge: MAX_AGE_S }, { contentType, forEverybody });
}
