import { onAirWords, type PlatformAnswer } from "../../live/on_air_words.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { MemberItem, ZonedBirthdayItem } from "../../model/item/member.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, dayList, emptyState, time } from "../../page/parts.ts";
import { generationName } from "./names.ts";
import { people, type Person } from "./people.ts";
import {
  beginningOf,
  BREAK,
  day,
  dayText,
  instantText,
  itemLink,
  joined,
  local,
  occasionWords,
  stateMark,
  type View,
} from "./view.ts";
import { innerChoice } from "./words/words.ts";

/** Members, with a ring around those who are on air. */
export function memberCards(
  view: View,
  members: readonly MemberItem[],
  onAir: readonly LiveItem[],
): Html {
  const { read: { group: { language: lang } }, words, paths } = view;
  return people(members.map(({ id, name, img, generation, team, status }): Person => {
    const live = onAir.find(({ url }) => url === id);
    return {
      name,
      lang,
      picture: img,
      href: paths.item("member", id),
      isOnAir: live !== undefined,
      line: joined([
        joined([generationName(view, generation), local(view, team)], " · "),
        live && onAirBadge(view, live),
        status === "trainee" && badge("plain", innerChoice(words, status)),
      ], BREAK),
    };
  }));
}

/** Members with the day of their next birthday. */
export function birthdayPeople(view: View, list: readonly ZonedBirthdayItem[]): Html {
  const { read: { group: { language: lang } }, words, paths } = view;
  return people(
    list.map(({ member_id: id, name, img, next_birthday: date, age_on_next_birthday: age }) => ({
      name,
      lang,
      picture: img,
      href: paths.item("member", id),
      line: time(date, dayText(view, date) + (age === undefined ? "" : `, ${words.turns(age)}`)),
    })),
  );
}

/** That somebody is on air, with the way to the broadcast, and since when. */
export function onAirBadge(view: View, entry: LiveItem): Html {
  const when = time(entry.started_at, instantText(view, Date.parse(entry.started_at)));
  return html`${badge("bad", view.words.onAir)} <a href="${watchAddress(entry)}">${
    PLATFORMS[entry.type].title
  }</a>, ${when}`;
}

/** Everyone of a list who is on air, and of which platforms that is not known. */
export function onAirList(
  view: View,
  list: readonly LiveItem[],
  platforms: readonly PlatformAnswer[],
): Html {
  const said = onAirWords(view.words.language, platforms, list.length);
  if (list.length === 0) return emptyState(said);
  const shown = people(list.map((entry) => ({
    name: entry.name,
    picture: entry.img_alt || entry.img,
    lang: view.read.group.language,
    isOnAir: true,
    href: (entry.url && view.paths.item("member", entry.url)) || watchAddress(entry),
    line: joined([local(view, entry.title), onAirBadge(view, entry)], BREAK),
  })));
  return html`${shown}${said && html`<p class="small">${said}</p>`}`;
}

function watchAddress({ type, id, url_key: urlKey, slug }: LiveItem): string {
  return PLATFORMS[type].watchUrl({ id, urlKey, slug });
}

/** How many people of a line-up are shown. */
export function inLineUp({ read, words }: View, { members }: ShowItem): HtmlValue {
  const count = members.filter((name) => !read.hides(name)).length;
  return count > 0 && words.inLineUp(count);
}

/** Shows as tickets, the first ones of a list: the hour on the stub, what it is and where beside it. */
export function showTickets(view: View, shows: readonly ShowItem[], most = 6): Html {
  const { read: { group: { language } }, paths } = view;
  return html`<ul class="tickets">${
    shows.slice(0, most).map((show) => {
      const { id, title, venue, state, url } = show;
      const href = paths.item("show", id) ?? url;
      const count = inLineUp(view, show);
      return html`
        <li
          class="ticket${state !== "scheduled" && " off"}">${stub(
            view,
            show,
          )}<div><strong lang="${language}">${href
            ? html`<a href="${href}">${title}</a>`
            : title}</strong>${venue &&
            html`<div lang="${language}">${venue}</div>`}${state !== "scheduled" &&
            html`<div>${stateMark(view, state)}</div>`}${count &&
            html`<div class="small">${count}</div>`}</div></li>
      `;
    })
  }</ul>`;
}

/** Shows by their days, each with the way to its page. */
export function showDays(view: View, shows: readonly ShowItem[]): Html {
  return dayList(shows.map((show) => ({
    when: time(show.start_at, occasionWords(view, show)),
    what: html`${itemLink(view, "show", show.id, show.title)}${stateMark(view, show.state)}`,
  })));
}

/** Day, hour and zone in the words of an instant; else day and that its hour is unknown. */
const TIMED = /^(.*?)\s*(\d{1,2}[:.]\d{2})\s*(.*)$/;
const UNTIMED = /^(.*), (.*)$/;

/** The torn end of a ticket: day, hour and zone below each other. */
function stub(view: View, show: ShowItem): Html {
  const when = occasionWords(view, show);
  const [, day, hour, zone] = TIMED.exec(when) ?? [];
  const [, date = when, unknown] = UNTIMED.exec(when) ?? [];
  const words = hour === undefined
    ? html`<b class="day">${date}</b><span> ${unknown}</span>`
    : html`<span>${day} </span><b>${hour}</b><span> ${zone}</span>`;
  return html`<time class="stub" datetime="${show.start_at}">${words}</time>`;
}

/** From the first row of a table on, behind a sentence: in a summary, rows are one long line. */
const TABLE = /(?<=[.:!?])\s[^.:!?]* \| [^]*/;

/** Articles with their day and their summary. */
export function articleList(view: View, articles: readonly NewsItem[]): HtmlValue {
  if (articles.length === 0) return emptyState(view.words.noArticle);
  return dayList(articles.map(({ slug, title, date, content, url }) => ({
    when: day(view, date),
    what: html`${
      itemLink(view, "news", slug, title, url)
    }<br><span class="small" lang="${view.read.group.language}">${
      beginningOf(content.replace(TABLE, ""))
    }</span>`,
  })));
}
