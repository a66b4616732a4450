import type { PersonItem, ShowDetailItem, ShowItem } from "../../model/item/occasions.ts";
import type { SetlistDetailItem, SongItem } from "../../model/item/setlists.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { emptyState, factList, time } from "../../page/parts.ts";
import { dayWords } from "../../time/words.ts";
import { monthName } from "./calendar.ts";
import { occasionDays, showTickets } from "./lists.ts";
import { times } from "./members.ts";
import { nativeNames, originalTitle } from "./names.ts";
import { people } from "./people.ts";
import { musicEvent } from "./structured_data.ts";
import {
  BREAK,
  type GroupPage,
  heading,
  instantText,
  itemLink,
  joined,
  local,
  occasion,
  pastDay,
  picture,
  shortened,
  stateMark,
  todayOf,
  type View,
} from "./view.ts";

/** A show as its readers see it: when, where, who, and what is performed. */
export async function showPage(view: View, item: ShowDetailItem): Promise<GroupPage> {
  const { id, title, date, venue, banner, poster, setlist_detail: detail } = item;
  const { read, words: { say, field, language }, paths } = view;
  const lang = read.group.language;
  const path = paths.item("show", id)!;
  const setlists = await read.setlists();
  const setlist = setlists.find(({ name }) => name === item.setlist);
  const songs = setlists.find(({ name }) => name === detail.name)?.songs ??
    detail.songs.map((title) => ({ title, center: [], unit: [] }));
  const lineup = shownPeople(view, item.lineup);
  const guests = lineup.filter(({ url_key }) => !url_key).length;
  const counted = guests === 0
    ? say`${lineup.length} in all`
    : guests === 1
    ? say`${lineup.length} in all, 1 of them a guest`
    : say`${lineup.length} in all, ${guests} of them guests`;
  const prices = admissionFacts(view, item);
  const names = lineup.map(({ name }) => name).join(", ");
  const plainDay = dayWords(date, read.group, undefined, language);
  const month = date.slice(0, 7);
  todayOf(view);
  return {
    path,
    title,
    image: banner ?? poster,
    description: shortened([title, plainDay, venue, names].filter(Boolean).join(" · ")),
    data: musicEvent(view, item, lineup, path),
    up: [paths.month(month), monthName(view, month)],
    hero: html`${heading(view, title)}
      <p class="when">${occasion(view, item)}${stateMark(view, item.state)}${
      venue && html`<br>${local(view, venue)}`
    }</p>${ticketWay(view, item)}`,
    main: html`${picture(banner)}${
      factList([
        [field("team"), local(view, item.team)],
        [
          field("setlist"),
          setlist === undefined
            ? local(view, item.setlist)
            : itemLink(view, "setlist", setlist.id, setlist.name),
        ],
        [say`Celebrates`, namesOf(view, item.seitansai)],
        [say`Last show of`, namesOf(view, item.graduation)],
        [say`Milestones`, milestones(view, item)],
      ])
    }${prices.length > 0 && html`<h2>${say`Tickets`}</h2>${factList(prices)}`}
      <h2>${say`Line-up`}${
      lineup.length > 0 && html`
        <span class="small">${counted}</span>
      `
    }</h2>
      ${
      lineup.length === 0 ? emptyState(say`No line-up yet.`) : people(
        lang,
        lineup.map(({ name, img, url_key: slug }) =>
          slug === undefined
            ? { name, line: say`guest` }
            : { name, picture: img, href: paths.item("member", slug) }
        ),
      )
    }${detail.songs.length > 0 && html`<h2>${field("songs")}</h2>${songList(view, songs)}`}
      ${picture(poster, item.poster_width, item.poster_height)}`,
  };
}

/** The people of a list who are shown at the instant of the page. */
function shownPeople({ read }: View, list: readonly PersonItem[]): readonly PersonItem[] {
  return list.filter(({ name, url_key }) => !read.hides(url_key ?? name));
}

function namesOf(view: View, list: readonly PersonItem[]): HtmlValue {
  return local(view, shownPeople(view, list).map(({ name }) => name).join(", "));
}

/** Who reaches which round number of shows with a show. */
function milestones(view: View, { milestones }: ShowDetailItem): HtmlValue {
  const { read, words: { say } } = view;
  const which = ({ count, setlist }: ShowDetailItem["milestones"][number]) =>
    setlist === undefined
      ? count === 1 ? say`first show` : say`show ${count}`
      : count === 1
      ? say`${setlist} for the first time`
      : say`${setlist} for the ${count}th time`;
  return joined(
    milestones.filter(({ id }) => !read.hides(id)).map((one) =>
      html`${itemLink(view, "member", one.id, one.name)}: ${which(one)}`
    ),
    BREAK,
  );
}

/** The way to the tickets, or to the page, of a show. */
function ticketWay({ words: { say } }: View, { url, is_upcoming, state }: ShowDetailItem) {
  if (!url) return undefined;
  const isSold = is_upcoming && state !== "cancelled";
  return html`<p><a class="way" href="${url}">${
    isSold ? say`Tickets: ${hostOf(url)}` : hostOf(url)
  }</a></p>`;
}

/** A line for each sort of ticket, and one for the stream. */
function admissionFacts(
  view: View,
  { tickets = [], stream }: ShowDetailItem,
): (readonly [string, HtmlValue])[] {
  const { say } = view.words;
  return [
    ...tickets.map(({ type, price, sale_from: at, url }): [string, HtmlValue] => {
      const said = joined([local(view, price), at && saleBegin(view, at), way(url)], BREAK);
      return said ? [type ?? say`Tickets`, said] : [say`Tickets`, local(view, type)];
    }),
    ...stream
      ? [[say`Stream`, joined([local(view, stream.price), way(stream.url)], BREAK)] as const]
      : [],
  ];
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url;
}

/** The way to where a price is paid. */
function way(url: string | undefined): HtmlValue {
  return url && html`<a href="${url}">${hostOf(url)}</a>`;
}

/** When a sale begins, or began: the page holds until it does. */
function saleBegin(view: View, at: string): HtmlValue {
  const { read, words: { say } } = view;
  const start = Date.parse(at);
  const when = instantText(view, start);
  if (start <= read.now) return time(at, say`on sale since ${when}`);
  read.holdUntil(start);
  return time(at, say`on sale from ${when}`);
}

const MAX_SHOWS = 6;

/** A setlist: its songs, and the shows that have it. */
export async function setlistPage(view: View, item: SetlistDetailItem): Promise<GroupPage> {
  const { id, name, image, songs, performed: { count, first, last }, by_member } = item;
  const { read, words: { say, field }, paths } = view;
  const { language, name: group } = read.group;
  todayOf(view);
  const [upcoming, past, members] = await Promise.all([
    read.shows({ status: "upcoming" }),
    read.shows({ status: "past" }),
    read.members(),
  ]);
  const [coming, begun] = [upcoming, past].map((shows) =>
    shows.filter(({ setlist }) => setlist === name).slice(0, MAX_SHOWS)
  ) as [ShowItem[], ShowItem[]];
  const pictures = new Map(members.map(({ id, img }) => [id, img]));
  return {
    path: paths.item("setlist", id)!,
    title: name,
    description: say`${name}, a setlist of ${group}: its songs.`,
    image,
    hero: html`<div class="profile">${
      image && html`<img class="cover" src="${image}" alt="" width="160" height="160">`
    }<div>${heading(view, name)}${nativeNames(view, item)}${
      count > 0 && html`<p>${say`Performed ${times(view, count)}`}</p>`
    }</div></div>`,
    main: html`${
      factList([
        [say`First performed`, pastDay(view, first)],
        [say`Last performed`, pastDay(view, last)],
      ])
    }
      <h2>${field("songs")}</h2>
      ${songs.length === 0 ? emptyState(say`No song is named yet.`) : songList(view, songs)}
      <h2>${say`Next shows`}</h2>
      ${coming.length === 0 ? emptyState(say`None is announced.`) : showTickets(view, coming)}${
      begun.length > 0 &&
      html`<h2>${say`Most recent`}</h2>${occasionDays(view, begun)}`
    }${
      by_member.length > 0 &&
      html`<h2>${say`Who was in it`}</h2>${
        people(
          language,
          by_member.map(({ id, name, count }) => ({
            name,
            picture: pictures.get(id),
            href: paths.item("member", id),
            line: times(view, count),
          })),
        )
      }`
    }`,
  };
}

/** Songs in their order, with their centers and who sings them. */
function songList(view: View, songs: readonly SongItem[]): Html {
  const { read, words: { field } } = view;
  const credit = (name: string, names: readonly string[]) => {
    const shown = names.filter((name) => !read.hides(name));
    return shown.length > 0 &&
      html`<div class="small">${field(name)}: ${shown.join(", ")}</div>`;
  };
  return html`<ol class="wide" lang="${read.group.language}">${
    songs.map(({ title, original_title, center, unit }) =>
      html`<li>${title}${originalTitle(view, original_title)}${credit("center", center)}${
        credit("unit", unit)
      }</li>`
    )
  }</ol>`;
}
