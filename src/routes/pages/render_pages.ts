import { ANNOUNCED, LIVE } from "../../core/services.ts";
import { nextPhase, spanAt } from "../../catalog/phases.ts";
import type { ItemKind } from "../../model/content_items.ts";
import {
  absoluteAddress,
  errorDocument,
  type ErrorTexts,
  publicDocument,
  type PublicFrame,
} from "../../group_pages/document.ts";
import type { EmbedName, EmbedTheme } from "../../group_pages/embed_options.ts";
import { embedLines } from "../../group_pages/embed_lines.ts";
import { embedDocument } from "../../group_pages/embeds.ts";
import { publicPaths } from "../../group_pages/public_paths.ts";
import { subscribeLines } from "../../group_pages/subscribe_lines.ts";
import { musicEvent, musicGroup, newsArticle, person } from "../../group_pages/structured_data.ts";
import { articlePage, newsPage } from "../../group_pages/views/article_pages.ts";
import { monthPage, presentMonth } from "../../group_pages/views/calendar.ts";
import { memberPage, membersPage } from "../../group_pages/views/member_pages.ts";
import { shownPeople, showPage } from "../../group_pages/views/occasion_pages.ts";
import { overviewPage } from "../../group_pages/views/overview.ts";
import { setlistPage } from "../../group_pages/views/setlist_page.ts";
import type { GroupPage, PageView } from "../../group_pages/views/view.ts";
import { wordsOf } from "../../group_pages/words/words.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import { HttpError, notFound } from "../../http/http_error.ts";
import type { Phases } from "../../model/pack.ts";
import { html } from "../../page/html.ts";
import { movedAnswer, PAGE_HEADERS } from "../../site/site_pack.ts";
import type { AnswerContext } from "../answer_context.ts";
import { pageAnswer } from "../public/home_search.ts";
import type { MemberFilter } from "../resources/filters.ts";
import { currentSetlist } from "../resources/publications.ts";
import { type CatalogGroup, catalogGroup, setlistsOf } from "./catalog_group.ts";
import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { PageWords } from "../../group_pages/words/english.ts";
import { Page } from "../route.ts";

export { renderRobots, renderSitemap } from "./sitemap.ts";

/** A view of a group from the catalog. */
interface PublicView extends PageView {
  readonly group: CatalogGroup;
  /** The service's address, without a slash behind it. */
  readonly base: string;
}

function publicView({ catalog, group, now, use, site }: AnswerContext): PublicView {
  const { view } = use(LIVE);
  const read = catalogGroup(catalog, group, now, view.list(group.slug), view.sources());
  return {
    group: read,
    words: wordsOf(group.language),
    paths: publicPaths(group.slug),
    marks: undefined,
    base: (site.ownAddress() ?? catalog.index.site.base_url).replace(/\/+$/, ""),
  };
}

type Frame = Pick<PublicFrame, "path" | "type" | "image" | "data">;

function answerPage(ctx: AnswerContext, view: PublicView, page: GroupPage, frame: Frame): Answer {
  const { site } = ctx.catalog.index;
  const text = publicDocument(view, page, { ...frame, site, base: view.base });
  return pageAnswer(text, { madeAt: ctx.now, validUntil: view.group.validUntil });
}

/** Makes addresses of content whole. */
function absoluteFor({ base }: PublicView) {
  return (address: string | undefined) => absoluteAddress(base, address);
}

/** `/groups/<group>`: the group at a glance, with the lines that show it on other pages. */
export function renderGroup(ctx: AnswerContext): Answer {
  const view = publicView(ctx);
  holdWhileLive(ctx, view);
  const { group, base, words, paths } = view;
  const { slug, name } = group.index;
  const end = html`${subscribeLines(words, base, slug)}${embedLines(words, base, slug, name)}`;
  const page = overviewPage(view, end);
  const data = musicGroup(group, `${base}${paths.group}`, absoluteFor(view));
  return answerPage(ctx, view, page, { path: paths.group, type: "website", data });
}

/** `/groups/<group>/members`: everybody. */
export function renderMembers(ctx: AnswerContext): Answer {
  const view = publicView(ctx);
  holdWhileLive(ctx, view);
  const page = membersPage(view);
  return answerPage(ctx, view, page, { path: view.paths.members, type: "website" });
}

/** `/groups/<group>/members/<slug>`: a member. */
export function renderMember(ctx: AnswerContext, slug: string): Answer {
  const rows = ctx.group.table("members");
  const { row, wasFormer } = locate(ctx, "member", rows, slug, [
    (one) => one.id === slug,
    (one) => one.formerSlugs.includes(slug),
  ]);
  const view = publicView(ctx);
  const path = view.paths.item("member", row.id)!;
  if (wasFormer) return redirect(ctx, path, row.open);
  holdWhileLive(ctx, view);
  const item = view.group.member(row.id)!;
  const data = person(view.group, item, `${view.base}${path}`, absoluteFor(view));
  const { img } = item.fields;
  return answerPage(ctx, view, memberPage(view, item), { path, type: "profile", image: img, data });
}

/** `/groups/<group>/shows/<id>`: a show. */
export function renderShow(ctx: AnswerContext, id: string): Answer {
  const { row, wasFormer } = locate(ctx, "show", ctx.group.table("shows"), id, [
    (one) => one.id === id,
    (one) => one.slug === id,
    (one) => one.formerSlugs?.includes(id) === true,
  ]);
  const view = publicView(ctx);
  const path = view.paths.item("show", row.id)!;
  if (wasFormer) return redirect(ctx, path, row.open);
  view.group.holdUntil(nextPhase(row.open, ctx.now));
  const item = view.group.show(row);
  const page = showPage(view, item);
  const lineup = shownPeople(view, item.fields.lineup);
  const data = musicEvent(view.group, item, lineup, `${view.base}${path}`, absoluteFor(view));
  const image = item.fields.banner ?? item.fields.poster;
  return answerPage(ctx, view, page, { path, type: "website", image, data });
}

/** `/groups/<group>/news/<slug>`: an article. */
export function renderArticle(ctx: AnswerContext, slug: string): Answer {
  const { row, wasFormer } = locate(ctx, "news", ctx.group.table("news"), slug, [
    (one) => one.slug === slug,
    (one) => one.id === slug,
    (one) => one.formerSlugs.includes(slug),
  ]);
  const view = publicView(ctx);
  const path = view.paths.item("news", row.slug)!;
  if (wasFormer) return redirect(ctx, path, row.open);
  view.group.holdUntil(nextPhase(row.open, ctx.now));
  const item = view.group.article(row);
  const data = newsArticle(view.group, item, `${view.base}${path}`, absoluteFor(view));
  const { image } = item.fields;
  return answerPage(ctx, view, articlePage(view, item), { path, type: "article", image, data });
}

const ALWAYS: Phases = [0, 1];

/** `/groups/<group>/setlists/<slug>`: a setlist. */
export function renderSetlist(ctx: AnswerContext, slug: string): Answer {
  const item = setlistsOf(ctx.catalog, ctx.group).find(({ id }) => id === slug);
  const view = publicView(ctx);
  const now = currentSetlist(ctx.group, slug);
  if (item === undefined && now !== undefined) {
    return redirect(ctx, view.paths.item("setlist", now)!, ALWAYS);
  }
  if (item === undefined) throw absent(ctx, "setlist", slug);
  const path = view.paths.item("setlist", item.id)!;
  const { image } = item.fields;
  return answerPage(ctx, view, setlistPage(view, item), { path, type: "website", image });
}

/** `/groups/<group>/news`: the articles, page by page. */
export function renderNews(ctx: AnswerContext, number: number): Answer {
  const view = publicView(ctx);
  const page = newsPage(view, number);
  if (page === undefined) throw notFound("The list has no such page");
  return answerPage(ctx, view, page, { path: view.paths.news(number), type: "website" });
}

/** `/groups/<group>/calendar`: a month, the present one if none is asked for. */
export function renderMonth(ctx: AnswerContext, asked: string | undefined): Answer {
  const view = publicView(ctx);
  const month = asked ?? presentMonth(view);
  const page = monthPage(view, month);
  if (page === undefined) throw notFound("Nothing is on in that month, nor before or after it");
  return answerPage(ctx, view, page, { path: view.paths.month(month), type: "website" });
}

/** `/embed/<group>/…`: a frame for other pages. */
export function renderEmbed(
  ctx: AnswerContext,
  name: EmbedName,
  request: {
    readonly theme: EmbedTheme | undefined;
    readonly isOverlay: boolean;
    readonly asked: MemberFilter;
  },
): Answer {
  const view = publicView(ctx);
  if (name === "live") holdWhileLive(ctx, view);
  const { asked: { names, has, limit }, theme, isOverlay } = request;
  const isWanted = (slugs: readonly string[]) => names.length === 0 || has(slugs);
  const text = embedDocument(view, name, { theme, isOverlay, has: isWanted });
  const { validUntil } = limit({ rows: [], madeAt: ctx.now, validUntil: view.group.validUntil });
  return createAnswer(
    new TextEncoder().encode(text),
    { madeAt: ctx.now, validUntil, maxAge: EMBED_MAX_AGE_S },
    { contentType: "text/html; charset=utf-8", forEverybody: true, headers: EMBED_HEADERS },
  );
}

/** A frame asks again each minute: what it gets then has to be new. */
const EMBED_MAX_AGE_S = 30;

/** What frames may load and do: nothing but pictures and our style, in any page. */
const EMBED_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "script-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors *",
].join("; ");

const EMBED_HEADERS = [
  ["content-security-policy", EMBED_POLICY],
  // A browser loads the frame again after so many seconds, without a script.
  ["refresh", "60"],
] as const;

function holdWhileLive({ use }: AnswerContext, { group }: PublicView): void {
  const { view } = use(LIVE);
  group.holdUntil(view.validUntil());
}

/**
 * Finds the row at an address: by the first of these ways its page is there, by the others it was.
 *
 * @throws {HttpError} `GONE` if the item was removed within 30 days, else `NOT_FOUND`
 */
function locate<R extends { readonly open: Phases }>(
  ctx: AnswerContext,
  kind: ItemKind,
  rows: readonly R[],
  address: string,
  ways: readonly ((row: R) => boolean)[],
): { readonly row: R; readonly wasFormer: boolean } {
  for (const [place, way] of ways.entries()) {
    const row = rows.find((one) => way(one) && spanAt(one.open, ctx.now) !== undefined);
    if (row !== undefined) return { row, wasFormer: place > 0 };
  }
  throw absent(ctx, kind, address);
}

/** Why there is no page at an address. The store is never waited for: what it says is in memory. */
function absent({ use, group, now }: AnswerContext, kind: ItemKind, id: string): HttpError {
  return use(ANNOUNCED).wasRemoved(group.slug, kind, id, now)
    ? new HttpError("GONE", { message: "That was removed" })
    : notFound("There is no such page");
}

/** Leads to the address that an item has now, as long as it is there. */
function redirect({ now }: AnswerContext, location: string, open: Phases): Answer {
  return movedAnswer(location, { madeAt: now, validUntil: nextPhase(open, now) });
}

/** Explains to a browser, in the group's language, why there is no page. */
export function refusedPage(
  { index }: Catalog,
  refusal: HttpError,
  group: Group | undefined,
): Page {
  const words = wordsOf(group?.language ?? "en");
  const view = {
    words,
    paths: publicPaths(group?.slug ?? ""),
    groupName: group?.name ?? index.site.title,
    lang: group?.language ?? "en",
  };
  return {
    text: errorDocument(view, reasonOf(words, refusal), index.site),
    headers: PAGE_HEADERS,
  };
}

function reasonOf(words: PageWords, { code, message, details }: HttpError): ErrorTexts {
  switch (code) {
    case "GONE":
      return { title: words.goneTitle, text: words.gone };
    case "INVALID_PARAMETER":
      return {
        title: words.refusedTitle,
        text: words.refused(details.after?.["hint"] ?? message),
      };
    default:
      return { title: words.nowhereTitle, text: words.nowhere };
  }
}
