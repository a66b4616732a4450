import type { Content } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { ANNOUNCED, DATA_FAMILIES, LIVE } from "../../core/services.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
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
import type { ItemKind } from "../../model/content_items.ts";
import { html } from "../../page/html.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { MEMBER, memberFilter } from "../../routes/resources/filters.ts";
import { type Route, route } from "../../routes/route.ts";
import { movedAnswer } from "../../site/site_pack.ts";
import { AskReader } from "./ask_reader.ts";
import { absoluteAddress, pageAnswer, publicDocument, refusedPage } from "./document.ts";
import { EMBED_THEMES, embedDocument, embedLines, EMBEDS } from "./embeds.ts";
import { feedLines, feedsOf } from "./feeds.ts";
import { publicPaths } from "./paths.ts";
import { renderRobots, renderSitemap } from "./sitemap.ts";
import {
  musicEvent,
  musicGroup,
  newsArticle,
  person,
  type StructuredData,
} from "./structured_data.ts";
import { articlePage, newsPage } from "./views/article_pages.ts";
import { isMonth, monthPage, type MonthSpan, presentMonth } from "./views/calendar.ts";
import { memberPage, membersPage } from "./views/member_pages.ts";
import { shownPeople, showPage } from "./views/occasion_pages.ts";
import { overviewPage } from "./views/overview.ts";
import { setlistPage } from "./views/setlist_page.ts";
import type { GroupPage, PageView } from "./views/view.ts";
import { wordsOf } from "./words/words.ts";

/** A view of a group as everybody may see it. */
export interface PublicView extends PageView {
  readonly read: AskReader;
  /** The service's address, without a slash behind it. */
  readonly base: string;
}

/** What a page is made of: a whole answer, or a page with its path, which is laid out. */
type Made = Answer | {
  readonly page: GroupPage;
  readonly path: string;
  readonly type?: "profile" | "article";
  readonly data?: StructuredData;
};

const MONTH = optional(
  "a month such as 2026-07",
  { type: "string", pattern: "^[12]\\d{3}-(0[1-9]|1[0-2])$" },
  (text) => isMonth(text) ? text : undefined,
);

/** The public pages of groups; the segment of the group is not in their paths. */
export function pageRoutes(core: Pick<Core, "ask" | "baseUrl">): readonly Route[] {
  const viewOf = (content: Content, { group, now }: AnswerContext): PublicView => ({
    read: new AskReader(core.ask, content, group, now),
    words: wordsOf(group.language),
    paths: publicPaths(group.slug),
    marks: undefined,
    base: core.baseUrl(),
  });

  /** Declares a page, which is kept as long as it holds; who is on air is as memory has it. */
  function page<const P extends Parameters>(
    { make, ...declared }: Pick<Route<P>, "id" | "path" | "summary" | "parameters"> & {
      make(view: PublicView, values: Values<P>, ctx: AnswerContext): Promise<Made>;
    },
  ): Route {
    return route<P>({
      ...declared,
      answers: { document: "text/html" },
      refuses: ["NOT_FOUND", "GONE", "TRY_AGAIN"],
      statuses: [301],
      errorPage: ({ catalog }, refusal, group) => refusedPage(catalog, refusal, group),
      fresh({ ctx, content }, values) {
        const key = `pages/${declared.id}/${ctx.group.slug}?${Object.values(values)}`;
        const version = String(ctx.use(LIVE).view.revision());
        return content.answers.take(key, version, ctx.now, async () => {
          const view = viewOf(content, ctx);
          const made = await make(view, values, ctx);
          if (!("page" in made)) return made;
          const feeds = feedsOf(ctx.use(DATA_FAMILIES), ctx.group);
          const { site } = ctx.catalog.index;
          const frame = { type: "website", ...made, feeds, site, base: view.base } as const;
          return pageAnswer(publicDocument(view, made.page, frame), {
            madeAt: ctx.now,
            validUntil: view.read.validUntil,
          });
        });
      },
    });
  }

  /** Declares the page of an item; under a former address it leads to the one of today. */
  function itemPage<Item>(
    { id, kind, summary, find, idOf, make }: {
      readonly id: string;
      readonly kind: ItemKind & ("member" | "show" | "news" | "setlist");
      readonly summary: string;
      find(read: AskReader, asked: string): Promise<Item | undefined>;
      idOf(item: Item): string;
      make(
        view: PublicView,
        item: Item,
        address: string,
      ): Promise<Omit<Exclude<Made, Answer>, "path">>;
    },
  ): Route {
    const folder = publicPaths("").item(kind, "")!.split("/").at(-2);
    return page({
      id,
      path: `groups/${folder}/{slug}`,
      summary,
      parameters: { slug: required(anyText("what names it in its address")) },
      async make(view, { slug: asked }, ctx) {
        const item = await find(view.read, asked);
        if (item === undefined) throw absent(ctx, kind, asked);
        const path = view.paths.item(kind, idOf(item))!;
        if (idOf(item) !== asked) {
          return movedAnswer(path, { madeAt: ctx.now, validUntil: view.read.validUntil });
        }
        return { ...await make(view, item, view.base + path), path };
      },
    });
  }

  return [
    page({
      id: "group-page",
      path: "groups",
      summary: "A group at a glance",
      parameters: {},
      async make(view, _, { group, use }) {
        const { base, words, paths } = view;
        const feeds = feedsOf(use(DATA_FAMILIES), group);
        const end = html`${
          feeds.length > 0 && html`<h2>${words.subscribe}</h2>${feedLines(words, base, feeds)}`
        }${embedLines(words, base, group.slug, group.name)}`;
        const data = musicGroup(group, base + paths.group, absoluteBy(base));
        return { page: await overviewPage(view, await spanOf(view), end), path: paths.group, data };
      },
    }),
    page({
      id: "members-page",
      path: "groups/members",
      summary: "The members of a group",
      parameters: {},
      make: async (view) => ({ page: await membersPage(view), path: view.paths.members }),
    }),
    itemPage({
      id: "member-page",
      kind: "member",
      summary: "A member of a group",
      find: (read, asked) => read.member(asked),
      idOf: ({ id }) => id,
      async make(view, member, address) {
        const data = person(view.read.group, member, address, absoluteBy(view.base));
        return { page: await memberPage(view, member), type: "profile", data };
      },
    }),
    itemPage({
      id: "show-page",
      kind: "show",
      summary: "A show of a group",
      find: (read, asked) => read.show(asked),
      idOf: ({ id }) => id,
      async make(view, show, address) {
        const lineup = shownPeople(view, show.lineup);
        const data = musicEvent(view.read.group, show, lineup, address, absoluteBy(view.base));
        return { page: await showPage(view, show), data };
      },
    }),
    itemPage({
      id: "setlist-page",
      kind: "setlist",
      summary: "A setlist of a group",
      find: (read, asked) => read.setlist(asked),
      idOf: ({ id }) => id,
      make: async (view, setlist) => ({ page: await setlistPage(view, setlist) }),
    }),
    page({
      id: "news-page",
      path: "groups/news",
      summary: "The articles of a group",
      parameters: { page: otherwise(countingNumber(100_000), 1) },
      async make(view, { page: number }) {
        const page = await newsPage(view, number);
        if (page === undefined) throw notFound("The list has no such page");
        return { page, path: view.paths.news(number) };
      },
    }),
    itemPage({
      id: "article-page",
      kind: "news",
      summary: "An article of a group",
      find: (read, asked) => read.article(asked),
      idOf: ({ slug }) => slug,
      async make(view, article, address) {
        const data = newsArticle(view.read.group, article, address, absoluteBy(view.base));
        return { page: await articlePage(view, article), type: "article", data };
      },
    }),
    page({
      id: "calendar-page",
      path: "groups/calendar",
      summary: "A month of a group",
      parameters: { month: MONTH },
      async make(view, { month = presentMonth(view) }) {
        const span = await spanOf(view);
        if (month < span[0] || month > span[1]) {
          throw notFound("Nothing is on in that month, nor before or after it");
        }
        return { page: await monthPage(view, month, span), path: view.paths.month(month) };
      },
    }),
    ...EMBEDS.map((name) =>
      page({
        id: `embed-${name}`,
        path: `embed/${name}`,
        summary: `A frame for other pages: ${name}`,
        parameters: { theme: oneOf(...EMBED_THEMES), overlay: oneOf("1"), member: MEMBER },
        async make(view, { theme, overlay, member }, ctx) {
          const { read } = view;
          const asked = memberFilter(ctx, member);
          read.holdUntil(
            asked.limit({ rows: [], madeAt: ctx.now, validUntil: Infinity }).validUntil,
          );
          const members = member && new Set(
            (await read.members()).flatMap(({ id }) => asked.has([id]) ? [id] : []),
          );
          const text = await embedDocument(view, name, {
            theme,
            isOverlay: overlay !== undefined,
            members,
          });
          return createAnswer(
            new TextEncoder().encode(text),
            { madeAt: ctx.now, validUntil: read.validUntil, maxAge: EMBED_MAX_AGE_S },
            { contentType: "text/html; charset=utf-8", forEverybody: true, headers: EMBED_HEADERS },
          );
        },
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
      refuses: ["NOT_FOUND", "TRY_AGAIN"],
      fresh: ({ ctx, content }, { part }) =>
        content.answers.take(
          `pages/sitemap?${part}`,
          "",
          ctx.now,
          () => renderSitemap(core, content, ctx.now, part),
        ),
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

/** The months of a group that have pages, the present one among them. */
async function spanOf(view: PublicView): Promise<MonthSpan> {
  const days = await view.read.outermostDays();
  const months = [presentMonth(view), ...days.map((date) => date.slice(0, 7))].sort();
  return [months[0]!, months.at(-1)!];
}

/** Makes addresses of content whole. */
function absoluteBy(base: string) {
  return (address: string | undefined) => absoluteAddress(base, address);
}

/** Why there is no page at an address. The store is never waited for: what it says is in memory. */
function absent({ use, group, now }: AnswerContext, kind: ItemKind, id: string): HttpError {
  return use(ANNOUNCED).wasRemoved(group.slug, kind, id, now)
    ? new HttpError("GONE", { message: "That was removed" })
    : notFound("There is no such page");
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
