import type { Content } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { ANNOUNCED, DATA_FAMILIES, LIVE } from "../../core/services.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError, notFound } from "../../http/http_error.ts";
import {
  anyText,
  countingNumber,
  oneOf,
  optional,
  otherwise,
  type Parameters,
  required,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import { html } from "../../page/html.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { MEMBER, memberFilter } from "../../routes/resources/filters.ts";
import { type Route, route } from "../../routes/route.ts";
import { movedAnswer } from "../../site/site_pack.ts";
import { articlePage, newsPage } from "./article_pages.ts";
import { isMonth, monthPage, type MonthSpan, presentMonth } from "./calendar.ts";
import {
  absoluteAddress,
  groupRefusal,
  pageAnswer,
  publicDocument,
  type PublicFrame,
} from "./document.ts";
import { EMBED_THEMES, embedDocument, embedLines, EMBEDS } from "./embeds.ts";
import { feedLines, feedsOf } from "./feeds.ts";
import { memberPage, membersPage } from "./member_pages.ts";
import { overviewPage } from "./overview.ts";
import { FOLDERS, type PageKind, publicPaths } from "./paths.ts";
import { Reader } from "./reader.ts";
import { setlistPage } from "./setlist_page.ts";
import { shownPeople, showPage } from "./show_page.ts";
import { renderRobots, renderSitemap } from "./sitemap.ts";
import { type Absolute, musicEvent, musicGroup, newsArticle, person } from "./structured_data.ts";
import type { GroupPage, View } from "./view.ts";
import { wordsOf } from "./words/words.ts";

/** What a page is made of: a whole answer, or a page with its path, which is laid out. */
type Made = Answer | { readonly page: GroupPage } & Pick<PublicFrame, "path" | "type" | "data">;

const MONTH = optional(
  "a month such as 2026-07",
  { type: "string", pattern: "^[12]\\d{3}-(0[1-9]|1[0-2])$" },
  (text) => isMonth(text) ? text : undefined,
);

/** The public pages of groups; the segment of the group is not in their paths. */
export function pageRoutes(core: Pick<Core, "ask" | "baseUrl">): readonly Route[] {
  const viewOf = (content: Content, { group, now }: AnswerContext): View => ({
    read: new Reader(core.ask, content, group, now),
    words: wordsOf(group.language),
    paths: publicPaths(group.slug),
    base: core.baseUrl(),
  });

  /** Declares a page, which is kept as long as it holds; who is on air is as memory has it. */
  function page<const P extends Parameters>(
    id: string,
    path: string,
    summary: string,
    parameters: P,
    make: (view: View, values: Values<P>, ctx: AnswerContext) => Promise<Made>,
  ): Route {
    return route<P>({
      id,
      path,
      summary,
      parameters,
      answers: { document: "text/html" },
      refuses: ["NOT_FOUND", "GONE", "TRY_AGAIN"],
      statuses: [301],
      errorPage: ({ catalog }, refusal, group) => groupRefusal(catalog, refusal, group),
      fresh({ ctx, content }, values) {
        const key = `pages/${id}/${ctx.group.slug}?${Object.values(values)}`;
        const version = String(ctx.service(LIVE).view.revision());
        return content.answers.take(key, version, ctx.now, async () => {
          const view = viewOf(content, ctx);
          const made = await make(view, values, ctx);
          if (!("page" in made)) return made;
          const feeds = feedsOf(ctx.service(DATA_FAMILIES), ctx.group);
          const frame = { ...made, feeds, site: ctx.catalog.index.site };
          return pageAnswer(publicDocument(view, made.page, frame), holds(view, ctx));
        });
      },
    });
  }

  /** Declares the page of an item; under a former address it leads to the one of today. */
  function itemPage<Item>(
    kind: PageKind,
    [id, summary]: readonly [id: string, summary: string],
    find: (read: Reader, asked: string) => Promise<Item | undefined>,
    idOf: (item: Item) => string,
    make: (view: View, item: Item) => Promise<GroupPage>,
    more: (
      view: View,
      item: Item,
      address: string,
      absolute: Absolute,
    ) => Pick<PublicFrame, "type" | "data"> = () => ({}),
  ): Route {
    const parameters = { slug: required(anyText("what names it in its address")) };
    return page(
      id,
      `groups/${FOLDERS[kind]}/{slug}`,
      summary,
      parameters,
      async (view, { slug: asked }, ctx) => {
        const item = await find(view.read, asked);
        if (item === undefined) throw absent(ctx, kind, asked);
        const path = view.paths.item(kind, idOf(item))!;
        if (idOf(item) !== asked) return movedAnswer(path, holds(view, ctx));
        const { base } = view;
        const data = more(view, item, base + path, (address) => absoluteAddress(base, address));
        return { page: await make(view, item), path, ...data };
      },
    );
  }

  return [
    page("group-page", "groups", "A group at a glance", {}, async (view, _, { group, service }) => {
      const { base, words, paths: { group: path } } = view;
      const feeds = feedsOf(service(DATA_FAMILIES), group);
      const end = html`${
        feeds.length > 0 && html`<h2>${words.subscribe}</h2>${feedLines(view, feeds)}`
      }${embedLines(view)}`;
      const data = musicGroup(group, base + path, (address) => absoluteAddress(base, address));
      return { page: await overviewPage(view, await spanOf(view), end), path, data };
    }),
    page("members-page", "groups/members", "The members of a group", {}, async (view) => ({
      page: await membersPage(view),
      path: view.paths.members,
    })),
    itemPage(
      ...["member", ["member-page", "A member of a group"]] as const,
      (read, asked) => read.member(asked),
      ({ id }) => id,
      memberPage,
      ({ read }, item, ...address) => ({
        type: "profile",
        data: person(read.group, item, ...address),
      }),
    ),
    itemPage(
      ...["show", ["show-page", "A show of a group"]] as const,
      (read, asked) => read.show(asked),
      ({ id }) => id,
      showPage,
      (view, item, ...address) => ({
        data: musicEvent(view.read.group, item, shownPeople(view, item.lineup), ...address),
      }),
    ),
    itemPage(
      ...["setlist", ["setlist-page", "A setlist of a group"]] as const,
      (read, asked) => read.setlist(asked),
      ({ id }) => id,
      setlistPage,
    ),
    page(
      ...["news-page", "groups/news", "The articles of a group"] as const,
      { page: otherwise(countingNumber(100_000), 1) },
      async (view, { page: number }) => {
        const page = await newsPage(view, number);
        if (page === undefined) throw notFound("The list has no such page");
        return { page, path: view.paths.news(number) };
      },
    ),
    itemPage(
      ...["news", ["article-page", "An article of a group"]] as const,
      (read, asked) => read.article(asked),
      ({ slug }) => slug,
      articlePage,
      ({ read }, item, ...address) => ({
        type: "article",
        data: newsArticle(read.group, item, ...address),
      }),
    ),
    page(
      ...["calendar-page", "groups/calendar", "A month of a group"] as const,
      { month: MONTH },
      async (view, { month = presentMonth(view) }) => {
        const span = await spanOf(view);
        if (month < span[0] || month > span[1]) {
          throw notFound("Nothing is on in that month, nor before or after it");
        }
        return { page: await monthPage(view, month, span), path: view.paths.month(month) };
      },
    ),
    ...EMBEDS.map((name) =>
      page(
        ...[`embed-${name}`, `embed/${name}`, `A frame for other pages: ${name}`] as const,
        { theme: oneOf(...EMBED_THEMES), overlay: oneOf("1"), member: MEMBER },
        async (view, { theme, overlay, member }, ctx) => {
          const { read } = view;
          const asked = memberFilter(ctx, member);
          read.holdUntil(
            asked.limit({ rows: [], madeAt: ctx.now, validUntil: Infinity }).validUntil,
          );
          const members = member && new Set(
            (await read.members()).flatMap(({ id }) => asked.has([id]) ? [id] : []),
          );
          const isOverlay = overlay !== undefined;
          const text = await embedDocument(view, name, { theme, isOverlay, members });
          return pageAnswer(text, holds(view, ctx), EMBED_HEADERS);
        },
      )
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
      refuses: ["NOT_FOUND", "TRY_AGAIN"],
      fresh({ ctx, content }, { part }) {
        const make = () => renderSitemap(core, content, ctx.now, part);
        return content.answers.take(`pages/sitemap?${part}`, "", ctx.now, make);
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

function holds({ read }: View, { now: madeAt }: AnswerContext) {
  return { madeAt, validUntil: read.validUntil };
}

/** The months of a group that have pages, the present one among them. */
async function spanOf(view: View): Promise<MonthSpan> {
  const days = await view.read.outermostDays();
  const months = [presentMonth(view), ...days.map((date) => date.slice(0, 7))].sort();
  return [months[0]!, months.at(-1)!];
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
