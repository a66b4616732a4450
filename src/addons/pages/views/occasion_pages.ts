import { type Html, html, type HtmlValue } from "../../../page/html.ts";
import { emptyState, factList, time } from "../../../page/parts.ts";
import { people, type Person } from "../people.ts";
import type { EventItem, PersonItem, ShowDetailItem } from "../../../model/item/occasions.ts";
import type { MemberItem } from "../../../model/item/member.ts";
import type { ItemRef, VideocallDayItem } from "../reader.ts";
import { Temporal } from "../../../time/temporal.ts";
import { choiceWord } from "../words/words.ts";
import { monthName } from "./calendar.ts";
import { songList } from "./setlist_page.ts";
import {
  badges,
  beginningOf,
  beginningOfOccasion,
  type GroupPage,
  instantText,
  itemLink,
  local,
  occasionWords,
  type PageView,
  picture,
  plainDay,
  sentence,
  stateMark,
  todayOf,
} from "./view.ts";

/** A show as its readers see it: when, where, who, and what is performed. */
export async function showPage(view: PageView, item: ShowDetailItem): Promise<GroupPage> {
  const { id, title, venue, team, seitansai, graduation, setlist_detail: detail, ...rest } = item;
  const { read, words } = view;
  const ref = { kind: "show", id } as const;
  const setlists = await read.setlists();
  const setlist = setlists.find(({ name }) => name === rest.setlist);
  const songs = setlists.find(({ name }) => name === detail.name)?.songs ??
    detail.songs.map((title) => ({ title, center: [], unit: [] }));
  const lineup = shownPeople(view, item.lineup);
  const guests = lineup.filter(({ url_key }) => url_key === undefined).length;
  const when = occasionWords(view, item);
  return {
    ref,
    title,
    titleLang: read.group.language,
    image: rest.banner ?? rest.poster,
    description: beginningOf(sentence([
      title,
      plainDay(view, rest.date),
      venue,
      lineup.map(({ name }) => name).join(", "),
    ])),
    hero: heading(view, item, ref, when),
    main: html`
      ${view.marks?.notes(ref)}
      ${picture(view, rest.banner, words.fields.banner)}
      ${factList([
        [words.fields.venue, local(view, venue)],
        [words.fields.team, local(view, team)],
        [
          words.fields.setlist,
          setlist === undefined || view.paths.item("setlist", setlist.id) === undefined
            ? local(view, rest.setlist)
            : itemLink(view, { kind: "setlist", id: setlist.id }, setlist.name),
        ],
        [words.celebrates, names(view, seitansai)],
        [words.lastShowOf, names(view, graduation)],
        [words.tickets, rest.url && html`<a href="${rest.url}">${rest.url}</a>`],
        ...admissionFacts(view, rest),
        [words.milestones, milestoneList(view, item)],
      ])}
      <h2>${words.lineUp}</h2>
      ${lineup.length === 0
        ? emptyState(words.noLineUp)
        : html`<p class="small">${words.peopleCount(lineup.length, guests)}</p>${
          people(lineup.map(({ name, img, url_key }) => card(view, name, img, url_key)))
        }`}
      ${detail.songs.length > 0 && html`
        <h2>${words.fields.songs}</h2>
        ${songList(view, songs)}
      `}
      ${picture(view, rest.poster, words.fields.poster, {
        width: rest.poster_width,
        height: rest.poster_height,
      })}
      ${toMonth(view, rest.date)}
    `,
  };
}

/** Who reaches which round number of shows with a show. */
function milestoneList(view: PageView, { milestones }: ShowDetailItem): HtmlValue {
  const all = milestones.filter(({ id }) => !view.read.hides(id));
  return all.length > 0 &&
    all.map(({ id, name, count, setlist }, place) =>
      html`${place > 0 && html`<br>`}${itemLink(view, { kind: "member", id }, name)}: ${
        view.words.numberedShow(count, setlist)
      }`
    );
}

/** A line for each sort of ticket, and one for the stream. */
function admissionFacts(
  view: PageView,
  { tickets = [], stream }: Pick<ShowDetailItem, "tickets" | "stream">,
): [string, HtmlValue][] {
  const { words } = view;
  return [
    ...tickets.map(({ type, price, sale_from, url }): [string, HtmlValue] => {
      const cost = priced(view, price, url);
      const sale = sale_from && saleBegin(view, sale_from);
      if (!cost && !sale) return [words.tickets, local(view, type)];
      return [type ?? words.tickets, [cost, cost && sale && " · ", sale]];
    }),
    [words.stream, stream && priced(view, stream.price, stream.url)],
  ];
}

/** A price that leads to where it is paid: `Rp250.000 · tiket.example`. */
function priced(view: PageView, price: string | undefined, url: string | undefined): HtmlValue {
  const host = url && (URL.parse(url)?.hostname ?? url);
  const text = [price, host].filter(Boolean).join(" · ");
  if (text === "") return undefined;
  return url === undefined ? local(view, text) : html`<a href="${url}">${local(view, text)}</a>`;
}

/** When a sale begins, or began: the page holds until it does. */
function saleBegin(view: PageView, at: string): Html {
  const start = Date.parse(at);
  if (start > view.read.now) view.read.holdUntil(start);
  const words = instantText(view, start);
  return time(
    at,
    start > view.read.now ? view.words.saleFrom(words) : view.words.soldSince(words),
  );
}

/** The people of a list who are shown at the instant of the page. */
export function shownPeople(
  { read }: PageView,
  list: readonly PersonItem[],
): readonly PersonItem[] {
  return list.filter(({ name, url_key }) => !read.hides(url_key ?? name));
}

/** An event as its readers see it. */
export async function eventPage(view: PageView, item: EventItem): Promise<GroupPage> {
  const { id, title, venue, description, type, url, members = [], date } = item;
  const { read: { group }, words } = view;
  const ref = { kind: "event", id } as const;
  const day = date.slice(0, 10);
  const list = byNames(view, members, await view.read.members());
  const when = occasionWords(view, item);
  return {
    ref,
    title,
    titleLang: group.language,
    description: beginningOf(sentence([title, plainDay(view, day), venue, description])),
    hero: heading(view, item, ref, when),
    main: html`
      ${view.marks?.notes(ref)}
      ${description !== "" && html`<p class="text" lang="${group.language}">${description}</p>`}
      ${factList([
        [words.fields.type, choiceWord(words, type)],
        [words.fields.venue, local(view, venue)],
        [words.page, url && html`<a href="${url}">${url}</a>`],
        ...admissionFacts(view, item),
      ])}
      ${list.length > 0 && html`<h2>${words.takesPart}</h2>${people(list)}`}
      ${toMonth(view, day)}
    `,
  };
}

/** A day of video calls, session by session. */
export async function videocallPage(
  view: PageView,
  { date, sessions }: VideocallDayItem,
): Promise<GroupPage> {
  const { read: { group }, words, marks } = view;
  const ref = { kind: "videocall", id: date } as const;
  const members = await view.read.members();
  const title = words.videocallsOn(plainDay(view, date));
  return {
    ref,
    title,
    description: title,
    hero: html`
      <h1>${title}</h1>
      <p>${badges(view, ref)}</p>
    `,
    main: html`
      ${marks?.notes(ref)}
      ${sessions.map((one) =>
        html`<h2 lang="${group.language}">${one.session}</h2>${
          factList([
            [words.product, local(view, one.title)],
            [words.fields.preparation_start, one.preparation_start],
            [words.fields.start_time, one.start_time],
            [words.fields.end_time, one.end_time],
          ])
        }${people(byNames(view, one.members, members))}`
      )}
      ${toMonth(view, date)}
    `,
  };
}

/** The top of a show or an event: its title, time and state. */
function heading(
  view: PageView,
  item: ShowDetailItem | EventItem,
  ref: ItemRef,
  when: string,
): Html {
  const { title, state } = item;
  const { at } = beginningOfOccasion(item);
  todayOf(view);
  return html`
    <h1 lang="${view.read.group.language}">${title}</h1>
    <p class="when">${time(at, when)}${stateMark(view, state)}${badges(view, ref)}</p>
  `;
}

function names(view: PageView, list: readonly PersonItem[]): HtmlValue {
  return local(view, shownPeople(view, list).map(({ name }) => name).join(", "));
}

function toMonth(view: PageView, date: string): HtmlValue {
  const { paths, words } = view;
  return html`<p><a href="${paths.month(date.slice(0, 7))}">${
    words.monthAround(
      monthName(view, Temporal.PlainDate.from(date)),
    )
  }</a></p>`;
}

/** Answers of events and sessions name people; a name that is a member's leads to her. */
function byNames(
  view: PageView,
  list: readonly string[],
  members: readonly MemberItem[],
): Person[] {
  const known = new Map(members.map((member) => [member.name, member]));
  return list.filter((name) => !view.read.hides(name)).map((name) => {
    const member = known.get(name);
    return card(view, name, member?.img, member?.id);
  });
}

function card(
  { read: { group }, words, paths }: PageView,
  name: string,
  picture: string | undefined,
  slug: string | undefined,
): Person {
  const lang = group.language;
  return slug === undefined
    ? { name, lang, line: words.guest }
    : { name, lang, picture, href: paths.item("member", slug) };
}
