import type { ShowItem } from "../../model/item/occasions.ts";
import { type Html, html } from "../../page/html.ts";
import { emptyState, time } from "../../page/parts.ts";
import { Temporal } from "../../time/temporal.ts";
import { face } from "./people.ts";
import { articleList } from "./views/article_pages.ts";
import { birthdayPeople } from "./views/member_pages.ts";
import { onAirList } from "./views/on_air.ts";
import { showTickets } from "./views/tickets.ts";
import {
  beginningOfOccasion,
  dayText,
  itemLink,
  local,
  type PageView,
  stateMark,
  todayOf,
} from "./views/view.ts";

/** How many broadcasts the front page shows of a group with a page, which has all. */
const MAX_ON_AIR = 12;
const MAX_TICKETS = 12;
const WEEK_DAYS = 7;
const BIRTHDAY_DAYS = 14;
const HEADLINES = 5;

/** A group on the front page: who is on air, what plays tonight and this week, birthdays and headlines. */
export async function groupGlance(view: PageView, href: string | undefined, end: Html) {
  const { read, words } = view;
  const { name, language, image } = read.group;
  const today = todayOf(view);
  const [members, { onAir, platforms }, shows, birthdays, { articles }] = await Promise.all([
    read.members(),
    read.live(),
    read.shows({
      from: today,
      to: Temporal.PlainDate.from(today).add({ days: WEEK_DAYS - 1 }).toString(),
    }),
    read.birthdays(),
    read.news(1, HEADLINES),
  ]);
  const active = members.filter(({ is_graduate }) => !is_graduate).length;
  const shown = href === undefined ? onAir : onAir.slice(0, MAX_ON_AIR);
  const others = onAir.length - shown.length;
  const week = Map.groupBy(
    shows.toSorted((one, other) => Date.parse(one.start_at) - Date.parse(other.start_at)),
    ({ date }) => date,
  );
  // The next day with shows has tickets, also if it is not today.
  const [next, ...later] = week;
  const celebrants = birthdays.filter(({ status, days_until }) =>
    status !== "graduated" && days_until <= BIRTHDAY_DAYS
  );
  return html`
    <section class="group" aria-label="${name}">
    <div class="title">${face(name, image)}<div>
    <h2 lang="${language}">${href === undefined ? name : html`<a href="${href}">${name}</a>`}</h2>
    <span class="small">${words.memberCount(active)}</span></div></div>
    <div class="halves"><div>
    <h3>${words.onAirNow}</h3>
    ${onAirList(view, shown, platforms)}
    ${others > 0 && html`<p><a href="${href}">${others} more on air</a></p>`}
    </div><div>
    <h3>${next === undefined || next[0] === today ? "Today" : "Next on stage"}</h3>
    ${next === undefined
      ? emptyState("No show today, nor in the next seven days.")
      : showTickets(view, next[1], MAX_TICKETS)}
    ${later.length > 0 && html`<h3>This week</h3>${
      later.map(([date, shows]) =>
        html`
          <div class="dayline">
            <time datetime="${date}">${dayText(view, date)}</time>
            <ul>${shows.map((show) => html`<li>${showLine(view, show)}</li>`)}</ul>
          </div>
        `
      )
    }`}
    <h3>${words.birthdays}</h3>
    ${celebrants.length === 0
      ? emptyState("No birthday in the next two weeks.")
      : birthdayPeople(view, celebrants)}
    </div></div>
    <h3>News</h3>
    ${articleList(view, articles)}
    ${end}
    </section>
  `;
}

function showLine(view: PageView, show: ShowItem): Html {
  const { read, words } = view;
  const { id, title, venue, state, members, url } = show;
  const { at, isTimed } = beginningOfOccasion(show);
  const count = members.filter((name) => !read.hides(name)).length;
  const beside = [local(view, venue), count > 0 && words.inLineUp(count)].filter(Boolean);
  return html`${
    isTimed && html`
      ${time(at, at.slice(11, 16))}
    `
  }${itemLink(view, { kind: "show", id }, title, url)} ${stateMark(view, state)}${
    beside.length > 0 &&
    html`<br><span class="small">${beside.map((text, place) => [place > 0 && " · ", text])}</span>`
  }`;
}
