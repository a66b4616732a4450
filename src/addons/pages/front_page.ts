import type { Core } from "../../core/core.ts";
import { DATA_FAMILIES } from "../../core/services.ts";
import type { Answer } from "../../http/answer.ts";
import { hasPages } from "../../model/enums.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import { type Html, html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { codeBlock, emptyState, notice, time } from "../../page/parts.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { Temporal } from "../../time/temporal.ts";
import { pageAnswer } from "./document.ts";
import { embedLines } from "./embeds.ts";
import { type Feed, feedLines, feedsOf } from "./feeds.ts";
import { articleList, birthdayPeople, inLineUp, onAirList, showTickets } from "./lists.ts";
import { NO_PAGES, publicPaths } from "./paths.ts";
import { face } from "./people.ts";
import { Reader } from "./reader.ts";
import { type HomeSite, homeSite, searchForm, ways } from "./site.ts";
import {
  beginningOfOccasion,
  dayText,
  itemLink,
  joined,
  local,
  stateMark,
  todayOf,
  type View,
} from "./view.ts";
import { ENGLISH } from "./words/english.ts";

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
  const { catalog, now } = ctx;
  const shown = catalog.groups.filter((group) => group.public !== "none");
  const made = await Promise.all(shown.map(async (group) => {
    const read = new Reader(ask, content, group, now, "page");
    const feeds = feedsOf(ctx.service(DATA_FAMILIES), group);
    const paths = hasPages(group.public) ? publicPaths(group.slug) : NO_PAGES;
    const view = { read, words: ENGLISH, paths, base: baseUrl() };
    return { glance: await groupGlance(view, feeds), feeds, read };
  }));
  const feeds = made.flatMap(({ feeds }) => feeds);
  const text = frontPage(homeSite(ctx), made.map(({ glance }) => glance), feeds, options);
  const validUntil = Math.min(...made.map(({ read }) => read.validUntil));
  return pageAnswer(text, { madeAt: now, validUntil });
}

/** What this is, what the public groups do now, and how a program asks for it. */
function frontPage(
  site: HomeSite,
  groups: readonly Html[],
  feeds: readonly Feed[],
  { isSignupOpen, demoKey, hasSearch }: FrontOptions,
): string {
  const { title, base, contact, licence, attribution } = site;
  const hasLists = groups.length > 0;
  // With the key of a first start, it is answered as it stands.
  const request = codeBlock(
    `curl -H 'x-api-key: ${demoKey ?? "YOUR-KEY"}' \\\n  '${base}${site.example}'`,
    "sh",
  );
  return layout({
    ...{ title, site, lang: "en", path: "/", card: { base } },
    description:
      "Members, shows, news, birthdays and live broadcasts of idol groups, as a data service.",
    scripts: ["/assets/copy.js", "/assets/refresh.js"],
    alternates: feeds.map(({ path, type }) => ({ href: path, type })),
    hero: html`
      <h1>On stage, on air, as data</h1>
      <div class="halves">
        <div>
          <p>${title} is a data service for idol groups: who the members are, who is live, what plays at
              the theater, news, releases and birthdays in your own time zone.</p>
          <p>${isSignupOpen && html`<a class="way" href="/key">Get a key</a>`}<a class="way"
              href="/docs">Start here</a> <a class="way" href="/docs/try">Try it</a></p>
        </div>
        <div>
            ${hasLists && hasSearch && searchForm()}${demoKey !== undefined && request}</div>
      </div>
    `,
    main: html`${site.isDemo && notice("info", DEMO_NOTE)}
      ${hasLists ? groups : emptyState(NOTHING_PUBLIC)}
      <h2>For programs</h2>
      <p class="text">Every list${
      hasLists && " above"
    } is JSON, with a key. Answers come from memory, keep
        their entity tag as long as nothing changes, and each list says how it is paged.${
      !isSignupOpen && html`
        Write to ${contactLink(contact)} for a key.
      `
    }</p>
      ${demoKey === undefined && request}${ways(WAYS)}
      <p class="small">${
      licence && html`Data: ${
        licence.address === undefined
          ? licence.name
          : html`<a rel="license" href="${licence.address}">${licence.name}</a>`
      }<br>`
    }${attribution && html`Source of the data: ${attribution}<br>`}Questions: ${
      contactLink(contact)
    }</p>`,
  });
}

const DEMO_NOTE = html`<p>This is the content that ships with the program: every person in it is
  invented. To see broadcasts come and go, start it with <code>deno task dev -- --demo-live</code>.</p>`;

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

function contactLink(text: string): Html {
  const href = text.includes("@") && !text.includes("/") ? `mailto:${text}` : text;
  return html`<a href="${href}">${text}</a>`;
}

/** How many broadcasts the front page shows of a group with a page, which has all. */
const MAX_ON_AIR = 12;
const MAX_TICKETS = 12;
const WEEK_DAYS = 7;
const BIRTHDAY_DAYS = 14;
const HEADLINES = 5;

/** A group: who is on air, what plays tonight and this week, birthdays, headlines, what may be taken away. */
async function groupGlance(view: View, feeds: readonly Feed[]): Promise<Html> {
  const { read, words, paths } = view;
  const { name, language, image } = read.group;
  const href = paths.group;
  const today = todayOf(view);
  const to = Temporal.PlainDate.from(today).add({ days: WEEK_DAYS }).toString();
  const [members, { onAir, platforms }, shows, birthdays, { articles }] = await Promise.all([
    read.members(),
    read.live(),
    read.shows({ from: today, to }),
    read.birthdays(),
    read.news(1, HEADLINES),
  ]);
  const active = members.filter(({ is_graduate }) => !is_graduate).length;
  const shown = href ? onAir.slice(0, MAX_ON_AIR) : onAir;
  const others = onAir.length - shown.length;
  const soonest = shows.toSorted((one, other) =>
    Date.parse(one.start_at) - Date.parse(other.start_at)
  );
  // The next day with shows has tickets, also if it is not today.
  const [next, ...later] = Map.groupBy(soonest, ({ date }) => date);
  const celebrants = birthdays.filter(({ status, days_until }) =>
    status !== "graduated" && days_until <= BIRTHDAY_DAYS
  );
  return html`<section class="group" aria-label="${name}">
    <div class="title">${face(name, image)}<div>
    <h2 lang="${language}">${href ? html`<a href="${href}">${name}</a>` : name}</h2>
    <span class="small">${words.memberCount(active)}</span></div></div>
    <div class="halves"><div>
    <h3>${words.onAirNow}</h3>
    ${onAirList(view, shown, platforms)}
    ${others > 0 && html`<p><a href="${href}">${others} more on air</a></p>`}
    <h3>${words.birthdays}</h3>
    ${
    celebrants.length === 0
      ? emptyState("No birthday in the next two weeks.")
      : birthdayPeople(view, celebrants)
  }</div><div>
    <h3>${next === undefined || next[0] === today ? "Today" : "Next on stage"}</h3>
    ${
    next === undefined
      ? emptyState("No show today, nor in the next seven days.")
      : showTickets(view, next[1], MAX_TICKETS)
  }${
    later.length > 0 && html`<h3>This week</h3>${
      later.map(([date, shows]) =>
        html`<div class="dayline"><time datetime="${date}">${dayText(view, date)}</time><ul>${
          shows.map((show) => html`<li>${showLine(view, show)}</li>`)
        }</ul></div>`
      )
    }`
  }</div></div>
    <h3>News</h3>
    ${articleList(view, articles)}${
    feeds.length === 0
      ? html`<p class="small">Calendars of shows, events and birthdays: <a
        href="${CALENDARS_PAGE}">how to subscribe</a>.</p>`
      : html`<details class="fold"><summary>Subscribe</summary>${feedLines(view, feeds)}
      <p class="small"><a href="${CALENDARS_PAGE}">How calendars and feeds work</a>, and how often
        programs look for what is new.</p></details>`
  }${href && embedLines(view)}</section>`;
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";

function showLine(view: View, show: ShowItem): Html {
  const { id, title, venue, state, url } = show;
  const { at, isTimed } = beginningOfOccasion(show);
  const beside = joined([local(view, venue), inLineUp(view, show)], " · ");
  return html`${
    isTimed && html`
      ${time(at, at.slice(11, 16))}
    `
  }${itemLink(view, "show", id, title, url)} ${stateMark(view, state)}${
    beside && html`<br><span class="small">${beside}</span>`
  }`;
}
