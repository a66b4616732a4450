import { onAirWords } from "../../live/on_air_words.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { MemberItem, ZonedBirthdayItem } from "../../model/item/member.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, dayList, emptyState, time, unbroken } from "../../page/parts.ts";
import { generationName } from "./names.ts";
import { people, type Person } from "./people.ts";
import type { Reader, TimedEvent } from "./reader.ts";
import {
  BREAK,
  day,
  DOT,
  instantText,
  itemLink,
  joined,
  local,
  occasion,
  occasionText,
  shortened,
  stateMark,
  type View,
  wayOn,
} from "./view.ts";

/** Members, with a ring around those who are on air. */
export function memberCards(
  view: View,
  members: readonly MemberItem[],
  onAir: readonly LiveItem[],
): Html {
  return people(
    view.read.group.language,
    members.map((member): Person => {
      const { id, name, img } = member;
      const live = onAir.find(({ url }) => url === id);
      return {
        name,
        picture: img,
        href: view.paths.item("member", id),
        isOnAir: live !== undefined,
        line: joined([memberLine(view, member), live && onAirBadge(view, live)], BREAK),
      };
    }),
  );
}

/** A member's generation and team, and that she is no full member. */
export function memberLine(view: View, { generation, team, status }: MemberItem): HtmlValue {
  return joined([
    generationName(view, generation),
    local(view, team),
    status === "trainee" && view.words.innerChoice(status),
  ], DOT);
}

/** Members with the day of their next birthday. */
export function birthdayPeople(view: View, list: readonly ZonedBirthdayItem[]): Html {
  const { read, words, paths } = view;
  return people(
    read.group.language,
    list.map(({ member_id: id, name, img, next_birthday: date, age_on_next_birthday: age }) => ({
      name,
      picture: img,
      href: paths.item("member", id),
      line: joined([day(view, date), age !== undefined && words.say`turns ${age}`], DOT),
    })),
  );
}

/** That somebody is on air, with the way to the broadcast. */
export function onAirBadge({ words }: View, entry: LiveItem): Html {
  return html`${badge("live", words.say`on air`)} ${watchLink(entry)}`;
}

/** Since when somebody is on air. */
export function onAirSince(view: View, { started_at: at }: LiveItem): Html {
  return time(at, view.words.say`since ${instantText(view, Date.parse(at))}`);
}

/** Who of a list is on air, so many at most, and of which platforms that is not known. */
export function onAirList(
  view: View,
  list: readonly LiveItem[],
  platforms: Awaited<ReturnType<Reader["live"]>>["platforms"],
  most = Infinity,
): Html {
  const said = onAirWords(view.words.language, platforms, list.length);
  if (list.length === 0) return emptyState(said);
  const { read, paths } = view;
  const shown = people(
    read.group.language,
    list.slice(0, most).map((entry) => ({
      name: entry.name,
      picture: entry.img_alt || entry.img,
      isOnAir: true,
      href: (entry.url && paths.item("member", entry.url)) || watchAddress(entry),
      line: joined([
        local(view, entry.title),
        html`${watchLink(entry)} ${onAirSince(view, entry)}`,
      ], BREAK),
    })),
  );
  const others = list.length - most;
  return html`${shown}${others > 0 && wayOn(paths.members, view.words.say`${others} more on air`)}${
    said && html`<p class="small">${said}</p>`
  }`;
}

function watchLink(entry: LiveItem): Html {
  return html`<a href="${watchAddress(entry)}">${PLATFORMS[entry.type].title}</a>`;
}

function watchAddress({ type, id, url_key: urlKey, slug }: LiveItem): string {
  return PLATFORMS[type].watchUrl({ id, urlKey, slug });
}

/** How many people of a line-up are shown. */
function inLineUp({ read, words: { say } }: View, { members }: ShowItem): HtmlValue {
  const count = members.filter((name) => !read.hides(name)).length;
  return count > 0 && say`${count} in the line-up`;
}

/** Shows as tickets: the hour on the stub, what it is and where beside it. */
export function showTickets(view: View, shows: readonly ShowItem[]): Html {
  return html`<ul class="tickets">${
    shows.map((show) => {
      const { id, title, venue, state, url } = show;
      return html`<li class="ticket${state !== "scheduled" && " off"}">${stub(view, show)}<div>${
        itemLink(view, "show", id, title, url)
      }${stateMark(view, state)}${
        [local(view, venue), inLineUp(view, show)].map((line) =>
          line && html`<div class="small">${line}</div>`
        )
      }</div></li>`;
    })
  }</ul>`;
}

/** Shows and events by their days, each with the way to its page. */
export function occasionDays(
  view: View,
  list: readonly (ShowItem | TimedEvent)[],
  beside: (item: ShowItem | TimedEvent) => HtmlValue = () => undefined,
): Html {
  return dayList(list.map((item) => {
    const kind = "start_at" in item ? "show" : undefined;
    const line = beside(item);
    return {
      when: occasion(view, item),
      what: html`${itemLink(view, kind, item.id, item.title, item.url)}${
        stateMark(view, item.state)
      }${line && html`<div class="small">${line}</div>`}`,
    };
  }));
}

/** Where a show is, and with how many. */
export function showLine(view: View, show: ShowItem): HtmlValue {
  return joined([local(view, show.venue), inLineUp(view, show)], DOT);
}

/** Day, hour and zone in the words of an instant; else day and that its hour is unknown. */
const TIMED = /^(.*?)\s*(\d{1,2}[:.]\d{2})\s*(.*)$/;
const UNTIMED = /^(.*), (.*)$/;

/** The year of a day in words, with what is before it. */
const YEAR = /\s\d{4}$/;

/** The torn end of a ticket: day, hour and zone below each other, and the year beside the zone. */
function stub(view: View, show: ShowItem): Html {
  const when = unbroken(occasionText(view, show));
  const [, day, hour, zone] = TIMED.exec(when) ?? [];
  const [, date = when, unknown] = UNTIMED.exec(when) ?? [];
  const words = hour === undefined
    ? html`<b class="day">${date}</b><span> ${unknown}</span>`
    : html`<span>${day!.replace(YEAR, "")} </span><b>${hour}</b><span> ${
      joined([zone, YEAR.exec(day!)?.[0]], " ·")
    }</span>`;
  return html`<time class="stub" datetime="${show.start_at}">${words}</time>`;
}

/** From the first row of a table on, behind a sentence: in a summary, rows are one long line. */
const TABLE = /(?<=[.:!?])\s[^.:!?]* \| [^]*/;

/** Articles with their day and their summary. */
export function articleList(
  view: View,
  articles: readonly NewsItem[],
  withBeginnings = true,
): HtmlValue {
  if (articles.length === 0) return emptyState(view.words.say`No article yet.`);
  return dayList(articles.map(({ slug, title, date, content, url }) => ({
    when: day(view, date),
    what: html`${itemLink(view, "news", slug, title, url)}${
      withBeginnings &&
      html`<div class="small">${
        local(view, shortened(content.replace(TABLE, "")).replace(/:$/, "…"))
      }</div>`
    }`,
  })));
}
