import { html, type HtmlValue } from "../../page/html.ts";
import { emptyState, factList, time } from "../../page/parts.ts";
import type { PersonItem, ShowDetailItem } from "../../model/item/occasions.ts";
import { monthName } from "./calendar.ts";
import { people } from "./people.ts";
import { songList } from "./setlist_page.ts";
import {
  beginningOf,
  beginningOfOccasion,
  BREAK,
  type GroupPage,
  heading,
  instantText,
  itemLink,
  joined,
  local,
  occasionWords,
  picture,
  stateMark,
  todayOf,
  type View,
} from "./view.ts";
import { dayWords } from "../../time/words.ts";

/** A show as its readers see it: when, where, who, and what is performed. */
export async function showPage(view: View, item: ShowDetailItem): Promise<GroupPage> {
  const { title, date, venue, team, banner, poster, url, setlist_detail: detail } = item;
  const { read, words, paths } = view;
  const { fields } = words;
  const lang = read.group.language;
  const setlists = await read.setlists();
  const setlist = setlists.find(({ name }) => name === item.setlist);
  const songs = setlists.find(({ name }) => name === detail.name)?.songs ??
    detail.songs.map((title) => ({ title, center: [], unit: [] }));
  const lineup = shownPeople(view, item.lineup);
  const names = lineup.map(({ name }) => name).join(", ");
  const plainDay = dayWords(date, read.group, undefined, words.language);
  todayOf(view);
  return {
    title,
    image: banner ?? poster,
    description: beginningOf([title, plainDay, venue, names].filter(Boolean).join(" · ")),
    hero: html`${heading(view, title)}
      <p class="when">${time(beginningOfOccasion(item).at, occasionWords(view, item))}${
      stateMark(view, item.state)
    }</p>`,
    main: html`${picture(banner)}${
      factList([
        [fields.venue, local(view, venue)],
        [fields.team, local(view, team)],
        [
          fields.setlist,
          setlist === undefined
            ? local(view, item.setlist)
            : itemLink(view, "setlist", setlist.id, setlist.name),
        ],
        [words.celebrates, namesOf(view, item.seitansai)],
        [words.lastShowOf, namesOf(view, item.graduation)],
        [words.tickets, url && priced(view, undefined, url)],
        ...admissionFacts(view, item),
        [words.milestones, milestones(view, item)],
      ])
    }
      <h2>${words.lineUp}</h2>
      ${
      lineup.length === 0 ? emptyState(words.noLineUp) : html`<p class="small">${
        words.peopleCount(
          lineup.length,
          lineup.filter(({ url_key }) => !url_key).length,
        )
      }</p>${
        people(
          lineup.map(({ name, img, url_key: slug }) =>
            slug === undefined
              ? { name, lang, line: words.guest }
              : { name, lang, picture: img, href: paths.item("member", slug) }
          ),
        )
      }`
    }${detail.songs.length > 0 && html`<h2>${fields.songs}</h2>${songList(view, songs)}`}
      ${picture(poster, item.poster_width, item.poster_height)}
      <p><a href="${paths.month(date.slice(0, 7))}">${
      words.monthAround(monthName(view, date.slice(0, 7)))
    }</a></p>`,
  };
}

/** The people of a list who are shown at the instant of the page. */
export function shownPeople({ read }: View, list: readonly PersonItem[]): readonly PersonItem[] {
  return list.filter(({ name, url_key }) => !read.hides(url_key ?? name));
}

function namesOf(view: View, list: readonly PersonItem[]): HtmlValue {
  return local(view, shownPeople(view, list).map(({ name }) => name).join(", "));
}

/** Who reaches which round number of shows with a show. */
function milestones(view: View, { milestones }: ShowDetailItem): HtmlValue {
  return joined(
    milestones.filter(({ id }) => !view.read.hides(id)).map(({ id, name, count, setlist }) =>
      html`${itemLink(view, "member", id, name)}: ${view.words.numberedShow(count, setlist)}`
    ),
    BREAK,
  );
}

/** A line for each sort of ticket, and one for the stream. */
function admissionFacts(
  view: View,
  { tickets = [], stream }: ShowDetailItem,
): [string, HtmlValue][] {
  const { words } = view;
  return [
    ...tickets.map(({ type, price, sale_from: at, url }): [string, HtmlValue] => {
      const said = joined([priced(view, price, url), at && saleBegin(view, at)], " · ");
      return said ? [type ?? words.tickets, said] : [words.tickets, local(view, type)];
    }),
    [words.stream, stream && priced(view, stream.price, stream.url)],
  ];
}

/** A price that leads to where it is paid: `Rp250.000 · tiket.example`. */
function priced(view: View, price: string | undefined, url: string | undefined): HtmlValue {
  const host = url && (URL.parse(url)?.hostname ?? url);
  const text = local(view, [price, host].filter(Boolean).join(" · "));
  return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}

/** When a sale begins, or began: the page holds until it does. */
function saleBegin(view: View, at: string): HtmlValue {
  const { read, words } = view;
  const start = Date.parse(at);
  const isAhead = start > read.now;
  if (isAhead) read.holdUntil(start);
  return time(at, (isAhead ? words.saleFrom : words.soldSince)(instantText(view, start)));
}
