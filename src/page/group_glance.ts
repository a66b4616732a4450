import { calendarLinks } from "./calendar_links.ts";
import { type Html, html, type HtmlValue } from "./html.ts";
import { badge, dayList, emptyState, time } from "./parts.ts";
import { face, people } from "./people.ts";
import { dayLine, type ShowState, stateBadge, tickets } from "./tickets.ts";

/** What the front page shows of one group; all texts are plain. */
export interface GroupGlance {
  readonly name: string;
  readonly lang: string;
  readonly picture: string | undefined;
  /** The group's own page; undefined: it has none. */
  readonly href: string | undefined;
  readonly members: number;
  readonly onAir: readonly GlanceLive[];
  /** Of which platforms it is not known who is on air, and that nobody is; "": nothing of it. */
  readonly onAirWords: string;
  /** The days from today on that have shows. */
  readonly week: readonly GlanceDay[];
  readonly birthdays: readonly GlanceBirthday[];
  readonly headlines: readonly GlanceNews[];
  /** What everybody may subscribe to; undefined: only who has a feed token. */
  readonly subscriptions: readonly Subscription[] | undefined;
  /** The lines that show the group on other pages; undefined: it has no pages. */
  readonly embeds: Html | undefined;
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
  /** Its hour alone; "" if it is unknown. */
  readonly hour: string;
  readonly venue: string;
  readonly state: ShowState;
  readonly members: number;
  /** Where there is more of it; undefined: nowhere for everybody. */
  readonly href: string | undefined;
}

/** A day with its shows. */
export interface GlanceDay {
  readonly date: string;
  readonly words: string;
  readonly shows: readonly GlanceShow[];
}

export interface GlanceBirthday {
  readonly name: string;
  readonly picture: string | undefined;
  readonly href: string | undefined;
  readonly date: string;
  readonly when: string;
  readonly age: number | undefined;
}

export interface GlanceNews {
  readonly title: string;
  readonly date: string;
  readonly when: string;
  readonly summary: string;
  readonly href: string | undefined;
}

/** What can be subscribed to: its name, and its whole address. */
export interface Subscription {
  readonly name: string;
  readonly address: string;
  /** Whether it is a calendar; else a feed of articles. */
  readonly isCalendar: boolean;
}

/** A group on the front page: what is on now, what comes, and what was said. */
export function groupSection(group: GroupGlance): Html {
  const { name, lang, href, members, week } = group;
  // The next day with shows has tickets, also if it is not today.
  const [next, ...later] = week;
  return html`
    <section class="group" aria-label="${name}">
    <div class="title">${face(name, group.picture)}<div>
    <h2 lang="${lang}">${href === undefined ? name : html`<a href="${href}">${name}</a>`}</h2>
    <span class="small">${members === 1 ? "1 member" : `${members} members`}</span></div></div>
    <h3>On air now</h3>
    ${group.onAir.length === 0 ? emptyState(group.onAirWords) : onAir(group)}
    <div class="halves"><div>
    <h3>${next === undefined || next.words === "today" ? "Today" : "Next on stage"}</h3>
    ${next === undefined
      ? emptyState("No show today, nor in the next seven days.")
      : showTickets(next.shows, group)}
    ${later.length > 0 &&
      html`<h3>This week</h3>${
        later.map((day) => dayLine(day, day.shows.map((show) => showLine(show, group))))
      }`}
    </div><div>
    <h3>Birthdays</h3>
    ${group.birthdays.length === 0
      ? emptyState("No birthday in the next two weeks.")
      : birthdays(group)}
    </div></div>
    <h3>News</h3>
    ${group.headlines.length === 0 ? emptyState("No news yet.") : headlines(group)}
    ${subscribePart(group.subscriptions)}
    ${group.embeds}
    </section>
  `;
}

/** How many broadcasts of a group the front page shows; the group's own page shows all. */
const MAX_ON_AIR = 12;

function onAir({ onAir, onAirWords, lang, href }: GroupGlance): Html {
  const shown = onAir.slice(0, href === undefined ? onAir.length : MAX_ON_AIR);
  const others = onAir.length - shown.length;
  return html`${broadcasts(shown, lang)}${
    others > 0 && html`<p><a href="${href}">${others} more on air</a></p>`
  }${onAirWords !== "" && html`<p class="small">${onAirWords}</p>`}`;
}

function broadcasts(onAir: readonly GlanceLive[], lang: string): Html {
  return people(onAir.map(({ name, title, platform, picture, url, since, sinceWords }) => ({
    name,
    href: url,
    picture,
    lang,
    isOnAir: true,
    line: html`<span lang="${lang}">${title}</span><br>${badge("bad", "live")} ${platform}, since ${
      time(since, sinceWords)
    }`,
  })));
}

function showTickets(shows: readonly GlanceShow[], { lang }: GroupGlance): Html {
  return tickets(shows.map(({ title, href, when, startAt, venue, state, members }) => ({
    title,
    href,
    when,
    at: startAt,
    where: venue,
    lang,
    state,
    note: lineUp(members),
  })));
}

function lineUp(members: number): string | undefined {
  return members > 0 ? `${members} in the line-up` : undefined;
}

function showLine(show: GlanceShow, { lang }: GroupGlance): Html {
  const { title, href, hour, startAt, venue, state, members } = show;
  const beside = [venue && html`<span lang="${lang}">${venue}</span>`, lineUp(members)]
    .filter(Boolean);
  return html`${
    hour !== "" && html`
      ${time(startAt, hour)}
    `
  }<span lang="${lang}">${
    href === undefined ? html`<strong>${title}</strong>` : html`<a href="${href}">${title}</a>`
  }</span> ${stateBadge(state)}${
    beside.length > 0 &&
    html`<br><span class="small">${beside.map((text, place) => [place > 0 && " · ", text])}</span>`
  }`;
}

function birthdays({ birthdays, lang }: GroupGlance): Html {
  return people(birthdays.map(({ name, picture, href, date, when, age }) => ({
    name,
    picture,
    href,
    lang,
    line: html`${time(date, when)}${age !== undefined && `, turns ${age}`}`,
  })));
}

function headlines({ headlines, lang }: GroupGlance): Html {
  return html`<ul class="headlines">${
    headlines.map(({ title, date, when, summary, href }) =>
      html`<li><span lang="${lang}">${
        href === undefined ? html`<strong>${title}</strong>` : html`<a href="${href}">${title}</a>`
      }</span><br><span class="small">${time(date, when)}${
        summary !== "" && html`
          · <span lang="${lang}">${excerpt(summary)}</span>
        `
      }</span></li>`
    )
  }</ul>`;
}

/** A text that is cut within a sentence says so. */
function excerpt(summary: string): string {
  return /[\p{Sentence_Terminal}…"”)]$/u.test(summary)
    ? summary
    : `${summary.replace(/[.,;:]+$/, "")}…`;
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";

/** Calendars and feeds with the links that programs open; undefined: one needs a feed token for them. */
function subscribePart(subscriptions: readonly Subscription[] | undefined): HtmlValue {
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
  return html`${calendarLinks(name, address)}<br>${shown}`;
}
