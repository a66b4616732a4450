import { LIVE } from "../../core/services.ts";
import type { Content, Group } from "../../catalog/catalog.ts";
import { EMBED_THEMES, EMBEDS } from "../../group_pages/embed_options.ts";
import type { HttpError } from "../../http/http_error.ts";
import {
  anyText,
  countingNumber,
  oneOf,
  optional,
  otherwise,
  type Parameters,
  required,
  wholeNumber,
} from "../../http/parameter.ts";
import { movedAnswer } from "../../site/site_pack.ts";
import { lazily } from "../../toolbox/lazily.ts";

import { MEMBER, memberFilter } from "../resources/filters.ts";
import { type Dependency, type Page, type Route, route } from "../route.ts";

/** What renders pages: loaded when the first one is asked for, and kept. */
type Renderer = typeof import("./render_pages.ts");
const loadRenderer = lazily(() => import("./render_pages.ts"));
let renderer: Renderer | undefined;

async function awaitRenderer(): Promise<void> {
  renderer = await loadRenderer();
}

/** A page of content alone. */
const STILL: Dependency = {
  ready: () => renderer === undefined ? awaitRenderer() : undefined,
  version: () => "",
};

/** A page that shows who is on air, as memory has it: it never waits for a platform. */
const WITH_LIVE: Dependency = {
  ...STILL,
  version: (use) => String(use(LIVE).view.revision()),
};

const PAGE = {
  answers: { document: "text/html" },
  refuses: ["NOT_FOUND", "GONE"],
  statuses: [301],
  async errorPage(
    content: Pick<Content, "catalog">,
    refusal: HttpError,
    group?: Group,
  ): Promise<Page> {
    const { refusedPage } = await loadRenderer();
    return refusedPage(content.catalog, refusal, group);
  },
} as const;

/** Declares a page; one of content alone if it names no dependency. */
function page<const P extends Parameters>(
  declared: Omit<Route<P>, keyof typeof PAGE>,
): Route {
  return route<P>({ dependency: STILL, ...PAGE, ...declared });
}

const MONTH = optional(
  "a month such as 2026-07",
  { type: "string", pattern: "^[12]\\d{3}-(0[1-9]|1[0-2])$" },
  (text) => /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined,
);

/** The public pages of groups: the segment of the group is not in their paths. */
export const GROUP_PAGES = [
  page({
    id: "group-page",
    path: "groups",
    summary: "A group at a glance",
    parameters: {},
    dependency: WITH_LIVE,
    kept: (ctx) => renderer!.renderGroup(ctx),
  }),
  page({
    id: "members-page",
    path: "groups/members",
    summary: "The members of a group",
    parameters: {},
    dependency: WITH_LIVE,
    kept: (ctx) => renderer!.renderMembers(ctx),
  }),
  page({
    id: "member-page",
    path: "groups/members/{slug}",
    summary: "A member of a group",
    parameters: { slug: required(anyText("a member's slug")) },
    dependency: WITH_LIVE,
    kept: (ctx, { slug }) => renderer!.renderMember(ctx, slug),
  }),
  page({
    id: "show-page",
    path: "groups/shows/{id}",
    summary: "A show of a group",
    parameters: { id: required(anyText("a show's id")) },
    kept: (ctx, { id }) => renderer!.renderShow(ctx, id),
  }),
  page({
    id: "setlist-page",
    path: "groups/setlists/{slug}",
    summary: "A setlist of a group",
    parameters: { slug: required(anyText("a setlist's slug")) },
    kept: (ctx, { slug }) => renderer!.renderSetlist(ctx, slug),
  }),
  page({
    id: "news-page",
    path: "groups/news",
    summary: "The articles of a group",
    parameters: { page: otherwise(countingNumber(100_000), 1) },
    kept: (ctx, { page }) => renderer!.renderNews(ctx, page),
  }),
  page({
    id: "article-page",
    path: "groups/news/{slug}",
    summary: "An article of a group",
    parameters: { slug: required(anyText("an article's slug")) },
    kept: (ctx, { slug }) => renderer!.renderArticle(ctx, slug),
  }),
  page({
    id: "calendar-page",
    path: "groups/calendar",
    summary: "A month of a group",
    parameters: { month: MONTH },
    kept: (ctx, { month }) => renderer!.renderMonth(ctx, month),
  }),
  ...EMBEDS.map((name) =>
    page({
      id: `embed-${name}`,
      path: `embed/${name}`,
      summary: `A frame for other pages: ${name}`,
      parameters: { theme: oneOf(...EMBED_THEMES), overlay: oneOf("1"), member: MEMBER },
      dependency: name === "live" ? WITH_LIVE : STILL,
      kept: (ctx, { theme, overlay, member }) =>
        renderer!.renderEmbed(ctx, name, {
          theme,
          isOverlay: overlay !== undefined,
          asked: memberFilter(ctx, member),
        }),
    })
  ),
  // Every page of a group under one of its aliases: it leads to the same page under the group's own name.
  route({
    id: "alias-page",
    path: "alias",
    summary: "A page of a group under another name of it",
    answers: { document: "text/plain" },
    statuses: [301],
    parameters: {},
    fresh({ ctx: { group, now }, request: { target } }) {
      const [, root, , ...rest] = target.path.split("/");
      const path = ["", root, encodeURIComponent(group.slug), ...rest].join("/");
      const location = target.search === "" ? path : `${path}?${target.search}`;
      return movedAnswer(location, { madeAt: now, validUntil: Infinity });
    },
  }),
  route({
    id: "sitemap",
    path: "sitemap.xml",
    summary: "The addresses of all public pages",
    answers: { document: "application/xml" },
    parameters: { part: wholeNumber(1, 10_000) },
    refuses: ["NOT_FOUND"],
    dependency: STILL,
    kept: (ctx, { part }) => renderer!.renderSitemap(ctx, part),
  }),
  route({
    id: "robots",
    path: "robots.txt",
    summary: "What programs that collect pages should leave out",
    answers: { document: "text/plain" },
    parameters: {},
    dependency: STILL,
    kept: (ctx) => renderer!.renderRobots(ctx),
  }),
];
