import type { Core } from "../../core/core.ts";
import { DATA_FAMILIES } from "../../core/services.ts";
import type { Answer } from "../../http/answer.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import { licenceOf } from "../../model/licence.ts";
import { type Html, html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { codeBlock, contactLink, emptyState, notice } from "../../page/parts.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { Temporal } from "../../time/temporal.ts";
import { pageAnswer, searchedGroups, searchForm, type Served, ways } from "./document.ts";
import { embedLines } from "./embeds.ts";
import { feedLines, feedsOf } from "./feeds.ts";
import {
  articleList,
  birthdayPeople,
  occasionDays,
  onAirList,
  showLine,
  showTickets,
} from "./lists.ts";
import { memberCount } from "./overview.ts";
import { publicPaths } from "./paths.ts";
import { face } from "./people.ts";
import { Reader } from "./reader.ts";
import { todayOf, type View, wayOn } from "./view.ts";
import { ENGLISH } from "./words.ts";

/** What the front page says that content does not know. */
interface FrontOptions {
  /** Whether people can sign up for a key. */
  readonly isSignupOpen: boolean;
  /** The key that the start has printed, to whom has started it; undefined: there is none, or it is none of theirs. */
  readonly demoKey: string | undefined;
  readonly hasSearch: boolean;
}

/** The front page as it holds at this instant, for who may have all that it says. */
export async function answerHome(
  { ask, baseUrl }: Pick<Core, "ask" | "baseUrl">,
  { ctx, content }: Pick<RequestContext, "ctx" | "content">,
  options: FrontOptions,
): Promise<Answer> {
  const { now } = ctx;
  const views = searchedGroups(ctx).map((group): View => ({
    read: new Reader(ask, content, group, now, "page"),
    words: ENGLISH,
    paths: publicPaths(group),
    base: baseUrl(),
    feeds: feedsOf(ctx.service(DATA_FAMILIES), group),
  }));
  const text = await frontPage(content, views, options);
  const validUntil = Math.min(...views.map(({ read }) => read.validUntil));
  return pageAnswer(text, { madeAt: now, validUntil });
}

/** What this is, what the public groups do now, and how a program asks for it. */
async function frontPage(
  { catalog: { index, pack } }: Served,
  views: readonly View[],
  { isSignupOpen, demoKey, hasSearch }: FrontOptions,
): Promise<string> {
  const { title, contact, base_url, licence, attribution } = index.site;
  const base = pack.address();
  const slug = views[0]?.read.group.slug;
  const example = slug === undefined ? "/v1/birthdays/upcoming" : `/api/${slug}/members`;
  // With the key of a first start, it is answered as it stands.
  const request = codeBlock(
    `curl -H 'x-api-key: ${demoKey ?? "YOUR-KEY"}' '${base}${example}'`,
    "sh",
  );
  const terms = licence === undefined ? undefined : licenceOf(licence);
  const isDemo = new URL(base_url).hostname.endsWith(".example");
  return layout({
    ...{ title, site: index.site, lang: "en", path: "/", card: { base } },
    description:
      "Members, shows, news, birthdays and live broadcasts of idol groups, as a data service.",
    scripts: ["/assets/copy.js", "/assets/refresh.js"],
    alternates: views.flatMap(({ feeds }) => feeds.map(({ path, type }) => ({ href: path, type }))),
    hero: html`
      <h1>On stage, on air, as data</h1>
      <div class="halves">
        <div>
          <p>${title} is a data service for idol groups: who the members are, who is live, what plays at
            the theater, news, releases and birthdays in your own time zone.</p>
          <p>${isSignupOpen && html`<a class="way" href="/key">Get a key</a>`}<a class="way"
              href="/docs">Start here</a><a class="way" href="/docs/try">Try it</a></p>
        </div>
        <div>${views.length > 0 && hasSearch && searchForm(ENGLISH)}${demoKey !== undefined &&
          request}</div>
      </div>
    `,
    main: html`
      ${isDemo && notice("info", DEMO_NOTE)}
            ${views.length > 0
              ? await Promise.all(views.map(groupGlance))
              : emptyState(NOTHING_PUBLIC)}
            <h2>For programs</h2>
            <p
        class="text">Every list${views.length > 0 &&
          " above"} is JSON, with a key. Answers come from memory, keep their entity tag as long as nothing changes,
              and each list says how it is paged.${!isSignupOpen && html`
                Write to ${contactLink(contact)} for a key.
              `}</p>
            ${demoKey === undefined && request}${ways(WAYS)}
            <p class="small">${terms &&
              html`Data: ${
                terms.address === undefined
                  ? terms.name
                  : html`<a rel="license" href="${terms.address}">${terms.name}</a>`
              }<br>`}${attribution &&
              html`Source of the data: ${attribution}<br>`}Questions: ${contactLink(contact)}</p>
    `,
  });
}

const DEMO_NOTE =
  html`<p>This is sample content: every person in it is invented. To see broadcasts come
  and go: <code>deno task dev -- --demo-live</code></p>`;

const NOTHING_PUBLIC =
  "What this service knows is read with a key: who is on air, shows, birthdays and headlines.";

const WAYS = [
  ["/docs", "Start here", "From nothing to a first answer in a minute."],
  ["/docs/try", "Try it", "Send requests from a page, with your key."],
  ["/docs/reference", "Reference", "Each endpoint with its parameters, fields and errors."],
  [
    "/docs/assistants#clients-and-changes",
    "Typed clients",
    "TypeScript and Python, made from the API document.",
  ],
] as const;

/** How many broadcasts the front page shows of a group with a page, which has all. */
const MAX_ON_AIR = 6;
const MAX_TICKETS = 3;
const WEEK_DAYS = 7;
const BIRTHDAY_DAYS = 14;
const MAX_BIRTHDAYS = 6;
const HEADLINES = 5;

/** A group: who is on air, what plays today and this week, or else next, birthdays, headlines, what may be taken away. */
async function groupGlance(view: View): Promise<Html> {
  const { read, paths, feeds } = view;
  const { name, language, image } = read.group;
  const href = paths.group;
  const today = todayOf(view);
  const to = Temporal.PlainDate.from(today).add({ days: WEEK_DAYS }).toString();
  const [members, { onAir, platforms }, week, next, birthdays, { articles, total }] = await Promise
    .all([
      read.members(),
      read.live(),
      read.shows({ from: today, to }),
      read.firstShows(MAX_TICKETS, { status: "upcoming" }),
      read.birthdays(),
      read.news(1, HEADLINES),
    ]);
  const shows = week.length === 0 ? next : week.toReversed();
  const [soonest] = shows;
  const tickets = shows.filter(({ date }, place) =>
    date === soonest!.date || (soonest!.date !== today && place < MAX_TICKETS)
  );
  const celebrants = birthdays.filter(({ status, days_until }) =>
    status !== "graduated" && days_until <= BIRTHDAY_DAYS
  ).slice(0, MAX_BIRTHDAYS);
  const later = shows.slice(tickets.length);
  return html`<section class="group" aria-label="${name}">
    <div class="title">${face(name, image)}<div>
    <h2 lang="${language}">${href ? html`<a href="${href}">${name}</a>` : name}</h2>
    <span class="small">${
    memberCount(view, members.filter(({ is_graduate }) => !is_graduate).length)
  }</span></div></div>
    <div class="halves"><div>
    <h3>On air now</h3>
    ${onAirList(view, onAir, platforms, href ? MAX_ON_AIR : undefined)}</div><div>
    <h3>${soonest?.date === today ? "Today" : "Next on stage"}</h3>
    ${soonest === undefined ? emptyState("No show is announced.") : showTickets(view, tickets)}${
    later.length > 0 && html`<h3>This week</h3>${
      occasionDays(view, later, (show) => showLine(view, show as ShowItem))
    }`
  }
    <h3>Birthdays</h3>
    ${
    celebrants.length === 0
      ? emptyState("No birthday in the next two weeks.")
      : birthdayPeople(view, celebrants)
  }</div></div>
    <h3>News</h3>
    ${articleList(view, articles, false)}${href && wayOn(paths.news(1), `All ${total} articles`)}${
    feeds.length === 0
      ? html`<p class="small">Calendars of shows, events and birthdays: <a
        href="${CALENDARS_PAGE}">how to subscribe</a>.</p>`
      : html`<details class="fold"><summary>Subscribe</summary>${feedLines(view)}
      <p class="small"><a href="${CALENDARS_PAGE}">How calendars and feeds work</a>, and how often
        programs look for what is new.</p></details>`
  }${href && embedLines(view)}</section>`;
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";
