import { type Html, html, type HtmlValue } from "./html.ts";
import { badge, cards, dayList, emptyState, notice, time } from "./parts.ts";
import { layout } from "./layout.ts";
import { type HomeSite, type SearchGlance, searchSection } from "./search_page.ts";

/** What can be subscribed to: its name, and its whole address. */
export interface Subscription {
  readonly name: string;
  readonly address: string;
  /** Whether it is a calendar; else a feed of articles. */
  readonly isCalendar: boolean;
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";

/** Calendars and feeds with the links that programs open; undefined: one needs a feed token for them. */
function subscribePart(subscriptions: readonly Subscription[] | undefined): Html {
  if (subscriptions === undefined) {
    return html`<p class="small">Calendars of shows, events and birthdays: <a
      href="${CALENDARS_PAGE}">how to subscribe</a>.</p>`;
  }
  return html`
    <h3>Subscribe</h3>
    ${dayList(subscriptions.map((one) => ({ when: one.name, what: linksTo(one) })))}
    <p class="small"><a href="${CALENDARS_PAGE}">How calendars and feeds work</a>, and how often programs look
      for what is new.</p>
  `;
}

function linksTo({ name, address, isCalendar }: Subscription): Html {
  const shown = html`<code class="address">${address}</code>`;
  if (!isCalendar) return html`<a href="${address}">Open the feed</a><br>${shown}`;
  const webcal = address.replace(/^https?:/, "webcal:");
  return html`
    <a href="${webcal}" aria-label="${name}: subscribe on this device">On this device</a> · <a
      href="https://calendar.google.com/calendar/r?cid=${webcal}"
      aria-label="${name}: add to Google Calendar">Google</a> · <a
      href="https://outlook.live.com/calendar/0/addfromweb?url=${address}"
      aria-label="${name}: add to Outlook">Outlook</a><br>${shown}
  `;
}

/** What the front page shows of one group; all texts are plain. */
export interface GroupGlance {
  readonly name: string;
  readonly lang: string;
  readonly onAir: readonly GlanceLive[];
  readonly tonight: readonly GlanceShow[];
  readonly week: readonly GlanceShow[];
  readonly birthdays: readonly GlanceBirthday[];
  readonly headlines: readonly GlanceNews[];
  /** What everybody may subscribe to; undefined: only who has a feed token. */
  readonly subscriptions: readonly Subscription[] | undefined;
}

export interface GlanceLive {
  readonly name: string;
  readonly title: string;
  readonly platform: string;
  readonly picture: string;
  readonly url: string;
  readonly since: string;
  readonly sinceWords: string;
}

export interface GlanceShow {
  readonly title: string;
  readonly startAt: string;
  readonly when: string;
  readonly venue: string;
  readonly state: "scheduled" | "cancelled" | "postponed";
  readonly members: number;
  readonly url: string;
}

export interface GlanceBirthday {
  readonly name: string;
  readonly picture: string | undefined;
  readonly date: string;
  readonly when: string;
  readonly age: number | undefined;
}

export interface GlanceNews {
  readonly title: string;
  readonly date: string;
  readonly when: string;
  readonly summary: string;
  readonly url: string;
}

/** The front page: what this is, and what the public groups do now. */
export function homePage(
  site: HomeSite,
  groups: readonly GroupGlance[],
  search: SearchGlance,
): string {
  return layout({
    title: site.title,
    site: site.title,
    lang: "en",
    path: "/",
    description:
      "Members, shows, news, birthdays and live broadcasts of idol groups, as a data service.",
    scripts: ["/assets/refresh.js"],
    main: html`
      <h1>${site.title}</h1>
      <p
        class="text">A data service for idol groups: who the members are, who is live, what plays at the
      theater, news, releases and birthdays in your own time zone. Answers come as JSON.
      To ask for yourself, <a href="/docs">start here</a>: with a key, the first answer takes a minute.</p>
      ${site.isDemo && notice("info", demoNote())}
      ${groups.length > 0 && searchSection(search)}
      ${groups.length === 0 ? emptyState(nothingPublic()) : groups.map(groupSection)}
      <p class="small">${terms(site)}Questions: ${contact(site.contact)}</p>
    `,
  });
}

function demoNote(): HtmlValue {
  return html`<p>This is the content that ships with the program: every person in it is invented. To see
broadcasts come and go, start it with <code>deno task dev -- --demo-live</code>.</p>`;
}

function nothingPublic(): HtmlValue {
  return html`No group is shown to everybody here. What is on air, tonight's shows, birthdays and headlines
stand here for groups whose <code>group.yaml</code> says <code>public: page</code>.`;
}

/** On what terms the data may be used, with the link that programs look for. */
function terms({ licence, attribution }: HomeSite): Html {
  return html`${licence && html`Data: ${licenceLink(licence)}<br>`}${
    attribution && html`Source of the data: ${attribution}<br>`
  }`;
}

function licenceLink({ name, address }: NonNullable<HomeSite["licence"]>): HtmlValue {
  return address === undefined ? name : html`<a rel="license" href="${address}">${name}</a>`;
}

function contact(text: string): Html {
  const href = text.includes("@") && !text.includes("/") ? `mailto:${text}` : text;
  return html`<a href="${href}">${text}</a>`;
}

function groupSection(group: GroupGlance): Html {
  return html`
    <section aria-label="${group.name}">
    <h2 lang="${group.lang}">${group.name}</h2>
    <h3>On air now</h3>
    ${group.onAir.length === 0 ? emptyState("Nobody is on air at the moment.") : onAir(group)}
    <h3>Today</h3>
    ${group.tonight.length === 0
      ? emptyState("No show today. The next seven days are below.")
      : showList(group.tonight, group)}
    <h3>This week</h3>
    ${group.week.length === 0
      ? emptyState("No show in the next seven days.")
      : showList(group.week, group)}
    <h3>Birthdays</h3>
    ${group.birthdays.length === 0
      ? emptyState("No birthday in the next two weeks.")
      : birthdays(group)}
    <h3>News</h3>
    ${group.headlines.length === 0 ? emptyState("No news yet.") : headlines(group)}
    ${subscribePart(group.subscriptions)}
    </section>
  `;
}

function onAir({ onAir, lang }: GroupGlance): Html {
  return html`<div lang="${lang}">${
    cards(onAir.map(({ name, title, platform, picture, url, since, sinceWords }) => ({
      name,
      href: url,
      picture,
      lines: [
        title,
        html`${badge("bad", "live")} <span class="small" lang="en">${platform}, since ${
          time(since, sinceWords)
        }</span>`,
      ],
    })))
  }</div>`;
}

function showList(shows: readonly GlanceShow[], { lang }: GroupGlance): Html {
  return dayList(shows.map((show) => ({
    when: time(show.startAt, show.when),
    what: html`
      <span lang="${lang}">${show.url === ""
        ? html`<strong>${show.title}</strong>`
        : html`<a href="${show.url}">${show.title}</a>`}</span> ${stateBadge(show.state)}<br><span
        class="small"><span lang="${lang}">${show.venue}</span>${show.members > 0 &&
          ` · ${show.members} in the line-up`}</span>
    `,
  })));
}

function stateBadge(state: GlanceShow["state"]): HtmlValue {
  if (state === "scheduled") return undefined;
  return badge(state === "cancelled" ? "bad" : "warn", state);
}

function birthdays({ birthdays, lang }: GroupGlance): Html {
  return html`<div lang="${lang}">${
    cards(birthdays.map(({ name, picture, date, when, age }) => ({
      name,
      picture,
      lines: [
        html`<span lang="en">${time(date, when)}${age !== undefined && `, turns ${age}`}</span>`,
      ],
    })))
  }</div>`;
}

function headlines({ headlines, lang }: GroupGlance): Html {
  return dayList(headlines.map(({ title, date, when, summary, url }) => ({
    when: time(date, when),
    what: html`<span lang="${lang}">${
      url === "" ? html`<strong>${title}</strong>` : html`<a href="${url}">${title}</a>`
    }${summary !== "" && html`<br><span class="small">${excerpt(summary)}</span>`}</span>`,
  })));
}

/** A text that is cut within a sentence says so. */
function excerpt(summary: string): string {
  return /[\p{Sentence_Terminal}…"”)]$/u.test(summary)
    ? summary
    : `${summary.replace(/[,;:]$/, "")}…`;
}
