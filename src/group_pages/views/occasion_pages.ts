import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { emptyState, factList, time } from "../../page/parts.ts";
import { people, type Person } from "../../page/people.ts";
import type { PersonItem, ShowDetailItem } from "../../model/item/occasions.ts";
import type { SongItem } from "../../model/item/setlists.ts";
import type { PageEvent, PageMember, PageShow, PageVideocall } from "../page_group.ts";
import { Temporal } from "../../time/temporal.ts";
import { choiceWord } from "../words/words.ts";
import { monthName } from "./calendar.ts";
import { songList } from "./setlist_page.ts";
import {
  badges,
  beginningOf,
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
export function showPage(view: PageView, item: PageShow): GroupPage {
  const { title, venue, team, seitansai, graduation, setlist_detail: detail, ...rest } =
    item.fields;
  const { words } = view;
  const lineup = shownPeople(view, item.fields.lineup);
  const guests = lineup.filter(({ url_key }) => url_key === undefined).length;
  const when = occasionWords(view, item);
  return {
    title,
    titleLang: view.group.index.language,
    description: beginningOf(sentence([
      title,
      plainDay(view, item.row.date),
      venue,
      lineup.map(({ name }) => name).join(", "),
    ])),
    hero: heading(view, item, when),
    main: html`
      ${view.marks?.notes(item)}
      ${picture(view, rest.banner, words.fields.banner)}
      ${factList([
        [words.fields.venue, local(view, venue)],
        [words.fields.team, local(view, team)],
        [words.fields.setlist, setlistLink(view, rest.setlist)],
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
        ${songList(view, songsOf(view, detail))}
      `}
      ${picture(view, rest.poster, words.fields.poster, {
        width: rest.poster_width,
        height: rest.poster_height,
      })}
      ${toMonth(view, item.row.date)}
    `,
  };
}

/** Who reaches which round number of shows with a show. */
function milestoneList(view: PageView, item: PageShow): HtmlValue {
  const all = view.group.milestonesOf(item).filter(({ id }) => !view.group.hides(id));
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
  if (start > view.group.now) view.group.holdUntil(start);
  const words = instantText(view, start);
  return time(
    at,
    start > view.group.now ? view.words.saleFrom(words) : view.words.soldSince(words),
  );
}

/** The people of a list who are shown at the instant of the page. */
export function shownPeople(
  { group }: PageView,
  list: readonly PersonItem[],
): readonly PersonItem[] {
  return list.filter(({ name, url_key }) => !group.hides(url_key ?? name));
}

/** The songs of a show's setlist, with all that is known of them. */
function songsOf(
  { group }: PageView,
  { name, songs }: ShowDetailItem["setlist_detail"],
): readonly SongItem[] {
  const setlist = group.setlists().find(({ fields }) => fields.name === name);
  return setlist?.fields.songs ?? songs.map((title) => ({ title, center: [], unit: [] }));
}

/** A setlist's name, which leads to its page where there is one. */
function setlistLink(view: PageView, name: string): HtmlValue {
  const setlist = view.group.setlists().find((one) => one.fields.name === name);
  const href = setlist && view.paths.item("setlist", setlist.id);
  return setlist === undefined || href === undefined
    ? local(view, name)
    : itemLink(view, setlist, name);
}

/** An event as its readers see it. */
export function eventPage(view: PageView, item: PageEvent): GroupPage {
  const { title, venue, description, type, url, members = [] } = item.fields;
  const { group: { index }, words } = view;
  const list = byNames(view, members);
  const when = occasionWords(view, item);
  return {
    title,
    titleLang: index.language,
    description: beginningOf(sentence([title, plainDay(view, item.row.date), venue, description])),
    hero: heading(view, item, when),
    main: html`
      ${view.marks?.notes(item)}
      ${description !== "" && html`<p class="text" lang="${index.language}">${description}</p>`}
      ${factList([
        [words.fields.type, choiceWord(words, type)],
        [words.fields.venue, local(view, venue)],
        [words.page, url && html`<a href="${url}">${url}</a>`],
        ...admissionFacts(view, item.fields),
      ])}
      ${list.length > 0 && html`<h2>${words.takesPart}</h2>${people(list)}`}
      ${toMonth(view, item.row.date)}
    `,
  };
}

/** A day of video calls, session by session. */
export function videocallPage(view: PageView, item: PageVideocall): GroupPage {
  const { date, sessions } = item.fields;
  const { group: { index }, words, marks } = view;
  const title = words.videocallsOn(plainDay(view, date));
  return {
    title,
    description: title,
    hero: html`
      <h1>${title}</h1>
      <p>${badges(view, item)}</p>
    `,
    main: html`
      ${marks?.notes(item)}
      ${sessions.map((one) =>
        html`<h2 lang="${index.language}">${one.session}</h2>${
          factList([
            [words.product, local(view, one.title)],
            [words.fields.preparation_start, one.preparation_start],
            [words.fields.start_time, one.start_time],
            [words.fields.end_time, one.end_time],
          ])
        }${people(byNames(view, one.members))}`
      )}
      ${toMonth(view, date)}
    `,
  };
}

/** The top of a show or an event: its title, time and state. */
function heading(view: PageView, item: PageShow | PageEvent, when: string): Html {
  const { title, state } = item.fields;
  const at = "start_at" in item.fields ? item.fields.start_at : item.fields.date;
  todayOf(view);
  return html`
    <h1 lang="${view.group.index.language}">${title}</h1>
    <p class="when">${time(at, when)}${stateMark(view, state)}${badges(view, item)}</p>
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
function byNames(view: PageView, list: readonly string[]): Person[] {
  const known = new Map(view.group.members().map((member) => [member.row.name, member]));
  return list.filter((name) => !view.group.hides(name)).map((name) => {
    const member: PageMember | undefined = known.get(name);
    return card(view, name, member?.row.img, member?.id);
  });
}

function card(
  { group: { index }, words, paths }: PageView,
  name: string,
  picture: string | undefined,
  slug: string | undefined,
): Person {
  const lang = index.language;
  return slug === undefined
    ? { name, lang, line: words.guest }
    : { name, lang, picture, href: paths.item("member", slug) };
}
