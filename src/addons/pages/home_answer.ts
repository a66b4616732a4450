import type { Group } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { DATA_FAMILIES } from "../../core/services.ts";
import type { Answer } from "../../http/answer.ts";
import { hasPages } from "../../model/enums.ts";
import { type Html, html } from "../../page/html.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { AskReader } from "./ask_reader.ts";
import { pageAnswer } from "./document.ts";
import { embedLines } from "./embeds.ts";
import { type Feed, feedLines, feedsOf } from "./feeds.ts";
import { groupGlance } from "./glance.ts";
import { type FrontSite, homePage } from "./home_page.ts";
import { homeSite } from "./home_site.ts";
import { NO_PAGES, publicPaths } from "./paths.ts";
import { ENGLISH } from "./words/english.ts";

/** The front page as it holds at this instant, for who may have all that it says. */
export async function answerHome(
  { ask, baseUrl }: Pick<Core, "ask" | "baseUrl">,
  { ctx, content }: Pick<RequestContext, "ctx" | "content">,
  more: Pick<FrontSite, "isSignupOpen" | "demoKey">,
  hasSearch: boolean,
): Promise<Answer> {
  const { catalog, now } = ctx;
  const shown = catalog.groups.filter((group) => group.public !== "none");
  const families = ctx.use(DATA_FAMILIES);
  const made = await Promise.all(shown.map(async (group) => {
    const read = new AskReader(ask, content, group, now, "page");
    const feeds = feedsOf(families, group);
    const paths = hasPages(group.public) ? publicPaths(group.slug) : NO_PAGES;
    const view = { read, words: ENGLISH, paths, marks: undefined };
    const href = hasPages(group.public) ? paths.group : undefined;
    const glance = await groupGlance(view, href, endOf(group, baseUrl(), feeds));
    return { glance, feeds, read };
  }));
  const site = { ...homeSite(ctx), ...more, feeds: made.flatMap(({ feeds }) => feeds) };
  const text = homePage(site, made.map(({ glance }) => glance), hasSearch);
  const validUntil = Math.min(...made.map(({ read }) => read.validUntil));
  return pageAnswer(text, { madeAt: now, validUntil });
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";

/** What may be taken away of a group: calendars and feeds, and frames for other pages. */
function endOf(group: Group, base: string, feeds: readonly Feed[]): Html {
  const subscribe = feeds.length === 0
    ? html`<p class="small">Calendars of shows, events and birthdays: <a
      href="${CALENDARS_PAGE}">how to subscribe</a>.</p>`
    : html`
      <h3>Subscribe</h3>
      ${feedLines(ENGLISH, base, feeds)}
      <p class="small"><a href="${CALENDARS_PAGE}">How calendars and feeds work</a>, and how often programs look
        for what is new.</p>
    `;
  return html`${subscribe}${
    hasPages(group.public) && embedLines(ENGLISH, base, group.slug, group.name)
  }`;
}
