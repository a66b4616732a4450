import type { Content } from "../../catalog/content.ts";
import type { Core } from "../../core/core.ts";
import { ANNOUNCED, DATA_FAMILIES, LIVE, SEARCH } from "../../core/services.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError, notFound } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import {
  anyText,
  countingNumber,
  oneOf,
  optional,
  otherwise,
  type Parameters,
  required,
  type Values,
} from "../../http/parameter.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { MEMBER, memberFilter } from "../../routes/resources/filters.ts";
import { type Route, route } from "../../routes/route.ts";
import { movedAnswer } from "../../page/site_pack.ts";
import { articlePage, newsPage } from "./articles.ts";
import { monthPage } from "./calendar.ts";
import { pageAnswer, publicDocument, refusalPage } from "./document.ts";
import { embedDocument, type EmbedName, EMBEDS } from "./embeds.ts";
import { feedsOf } from "./feeds.ts";
import { memberPage, membersPage } from "./members.ts";
import { overviewPage } from "./overview.ts";
import { FOLDERS, type PageKind, publicPaths } from "./paths.ts";
import { Reader } from "./reader.ts";
import { setlistPage, showPage } from "./shows.ts";
import { renderRobots, renderSitemap } from "./sitemap.ts";
import type { GroupPage, View } from "./view.ts";
import { wordsOf } from "./words.ts";

const MONTH_FORM = "^[12]\\d{3}-(0[1-9]|1[0-2])$";
const MONTH = optional(
  "a month such as 2026-07",
  { type: "string", pattern: MONTH_FORM },
  (text) => new RegExp(MONTH_FORM).test(text) ? text : undefined,
);

/** The public pages of groups; the segment of the group is not in their paths. */
export function pageRoutes(core: Pick<Core, "ask" | "baseUrl" | "services">): readonly Route[] {
  const viewOf = (content: Content, { group, now, service }: AnswerContext): View => ({
    read: new Reader(core.ask, content, group, now),
    words: wordsOf(group.language),
    paths: publicPaths(group),
    base: core.baseUrl(),
    feeds: feedsOf(service(DATA_FAMILIES), group),
  });

  /** Declares a page, which is kept as long as it holds; who is on air is as memory has it. */
  function page<const P extends Parameters>(
    id: string,
    path: string,
    summary: string,
    parameters: P,
    make: (view: View, values: Values<P>, ctx: AnswerContext) => Promise<GroupPage | Answer>,
  ): Route {
    return route<P>({
      id,
      path,
      summary,
      parameters,
      answers: { document: "text/html" },
      refuses: ["NOT_FOUND", "GONE", "TRY_AGAIN"],
      statuses: [301],
      errorPage: (content, refusal, group) =>
        refusalPage(content, refusal, core.services.get(SEARCH) !== undefined, group),
      fresh({ ctx, content }, values) {
        const key = `pages/${id}/${ctx.group.slug}?${Object.values(values)}`;
        const version = String(ctx.service(LIVE).view.revision());
        return content.answers.take(key, version, ctx.now, async () => {
          const view = viewOf(content, ctx);
          const made = await make(view, values, ctx);
          if (!("hero" in made)) return made;
          return pageAnswer(publicDocument(view, made, content), view.read.holds());
        });
      },
    });
  }

  /** Declares the page of an item; under a former address it leads to the one of today. */
  function itemPage<Item>(
    id: string,
    kind: PageKind,
    summary: string,
    find: (read: Reader, asked: string) => Promise<Item | undefined>,
    make: (view: View, item: Item) => MaybeAsync<GroupPage>,
  ): Route {
    const parameters = { slug: required(anyText("what names it in its address")) };
    const path = `groups/${FOLDERS[kind]}/{slug}`;
    return page(id, path, summary, parameters, async (view, { slug }, ctx) => {
      const item = await find(view.read, slug);
      if (item === undefined) throw absent(ctx, kind, slug);
      const page = await make(view, item);
      return page.path === view.paths.item(kind, slug)
        ? page
        : movedAnswer(page.path, view.read.holds());
    });
  }

  /** Declares a frame for other pages. */
  function embed(name: EmbedName): Route {
    const parameters = { theme: oneOf("light", "dark"), overlay: oneOf("1"), member: MEMBER };
    const summary = `A frame for other pages: ${name}`;
    return page(`embed-${name}`, `embed/${name}`, summary, parameters, async (view, asked, ctx) => {
      const { read } = view;
      const filter = memberFilter(ctx, asked.member);
      read.holdUntil(
        filter.limit({ rows: [], madeAt: ctx.now, validUntil: Infinity }).validUntil,
      );
      const members = asked.member && new Set(
        (await read.members()).flatMap(({ id }) => filter.has([id]) ? [id] : []),
      );
      const isOverlay = asked.overlay !== undefined;
      const text = await embedDocument(view, name, { theme: asked.theme, isOverlay, members });
      return pageAnswer(text, read.holds(), EMBED_HEADERS);
    });
  }

  return [
    page("group-page", "groups", "A group at a glance", {}, overviewPage),
    page("members-page", "groups/members", "The members of a group", {}, membersPage),
    itemPage(
      ...["member-page", "member", "A member of a group"] as const,
      (read, asked) => read.member(asked),
      memberPage,
    ),
    itemPage(
      ...["show-page", "show", "A show of a group"] as const,
      (read, asked) => read.show(asked),
      showPage,
    ),
    itemPage(
      ...["setlist-page", "setlist", "A setlist of a group"] as const,
      (read, asked) => read.setlist(asked),
      setlistPage,
    ),
    itemPage(
      ...["article-page", "news", "An article of a group"] as const,
      (read, asked) => read.article(asked),
      articlePage,
    ),
    page(
      ...["news-page", "groups/news", "The articles of a group"] as const,
      { page: otherwise(countingNumber(100_000), 1) },
      (view, { page }) => newsPage(view, page),
    ),
    page(
      ...["calendar-page", "groups/calendar", "A month of a group"] as const,
      { month: MONTH },
      (view, { month }) => monthPage(view, month),
    ),
    ...(Object.keys(EMBEDS) as EmbedName[]).map(embed),
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
      parameters: {},
      refuses: ["TRY_AGAIN"],
      fresh({ ctx, content }) {
        const make = () => renderSitemap(core, content, ctx.now);
        return content.answers.take("pages/sitemap", "", ctx.now, make);
      },
    }),
    route({
      id: "robots",
      path: "robots.txt",
      summary: "What programs that collect pages should leave out",
      answers: { document: "text/plain" },
      parameters: {},
      fresh: ({ ctx }) => renderRobots(core.baseUrl(), ctx),
    }),
  ];
}

/** Why there is no page at an address. The store is never waited for: what it says is in memory. */
function absent({ service, group, now }: AnswerContext, kind: PageKind, id: string): HttpError {
  return service(ANNOUNCED).wasRemoved(group.slug, kind, id, now)
    ? new HttpError("GONE", { message: "That was removed" })
    : notFound("There is no such page");
}

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
  // A browser loads the frame again after so many seconds, without a script: what it gets then has to be new.
  ["refresh", "60"],
] as const;
