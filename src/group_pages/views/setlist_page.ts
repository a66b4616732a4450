import type { SongItem } from "../../model/item/setlists.ts";
import { type Html, html } from "../../page/html.ts";
import { emptyState, factList } from "../../page/parts.ts";
import { people, type Person } from "../../page/people.ts";
import { tickets } from "../../page/tickets.ts";
import type { PageMember, PageSetlist, PageShow } from "../page_group.ts";
import { innerChoice } from "../words/words.ts";
import { nativeNames, originalTitle } from "./names.ts";
import {
  type GroupPage,
  occasionWords,
  type PageView,
  pastDay,
  picture,
  todayOf,
  toGroup,
} from "./view.ts";

const MAX_SHOWS = 6;

/** A setlist: its songs, and the shows that have it. */
export function setlistPage(view: PageView, item: PageSetlist): GroupPage {
  const { name, image, songs } = item.fields;
  const { group, words } = view;
  const { language } = group.index;
  todayOf(view);
  const shows = group.showsOfSetlist(name);
  const begun = shows.filter(({ row }) => row.start <= group.now);
  const coming = shows.filter(({ row }) => row.start > group.now).reverse();
  if (coming.length > 0) group.holdUntil(coming[0]!.row.start);
  const { count, first, last } = group.performedOf(item);
  const members = group.membersOfSetlist(item);
  return {
    title: name,
    titleLang: language,
    description: words.aboutSetlist(name, group.index.name),
    hero: html`
      <h1 lang="${language}">${name}</h1>
      ${nativeNames(view, item.fields)}
      ${count > 0 && html`<p>${words.performed(count)}</p>`}
    `,
    main: html`
      ${picture(view, image, words.fields.image)}
      <h2>${words.fields.songs}</h2>
      ${songs.length === 0 ? emptyState(words.noSong) : songList(view, songs)}
      ${factList([
        [words.firstPerformed, first && pastDay(view, first)],
        [words.lastPerformed, last && pastDay(view, last)],
      ])}
      <h2>${words.toCome}</h2>
      ${coming.length === 0 ? emptyState(words.noneAnnounced) : showTickets(view, coming)}
      ${begun.length > 0 && html`<h2>${words.past}</h2>${showTickets(view, begun)}`}
      ${members.length > 0 && html`
        <h2>${words.inThisSetlist}</h2>
        ${people(members.map(({ member, count }) => countedMember(view, member, count)))}
      `}
      ${toGroup(view)}
    `,
  };
}

/** Songs in their order, with their centers and who sings them. */
export function songList(view: PageView, songs: readonly SongItem[]): Html {
  const { group, words: { fields } } = view;
  const credit = (label: string, names: readonly string[]) => {
    const shown = names.filter((name) => !group.hides(name));
    return shown.length > 0 && `${label}: ${shown.join(", ")}`;
  };
  return html`<ol lang="${group.index.language}">${
    songs.map(({ title, original_title, center, unit }) => {
      const lines = [credit(fields.center, center), credit(fields.unit, unit)].filter(Boolean);
      return html`<li>${title}${original_title && " "}${originalTitle(view, original_title)}${
        lines.map((line) => html`<br><span class="small">${line}</span>`)
      }</li>`;
    })
  }</ol>`;
}

function countedMember(view: PageView, { id, fields }: PageMember, count: number): Person {
  return {
    name: fields.name,
    picture: fields.img,
    lang: view.group.index.language,
    href: view.paths.item("member", id),
    line: view.words.times(count),
  };
}

/** Shows as tickets, the first ones of a list. */
export function showTickets(view: PageView, shows: readonly PageShow[], most = MAX_SHOWS) {
  const { group: { index }, words, paths } = view;
  return tickets(
    shows.slice(0, most).map((show) => {
      const { title, venue, start_at, state, members } = show.fields;
      const count = members.filter((name) => !view.group.hides(name)).length;
      return {
        title,
        href: paths.item("show", show.id),
        when: occasionWords(view, show),
        at: start_at,
        where: venue,
        lang: index.language,
        state,
        stateWord: innerChoice(words, state),
        note: count > 0 && words.inLineUp(count),
      };
    }),
  );
}
