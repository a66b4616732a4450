import type { ShowItem } from "../../model/item/occasions.ts";
import type { SetlistDetailItem, SongItem } from "../../model/item/setlists.ts";
import { type Html, html } from "../../page/html.ts";
import { emptyState, factList } from "../../page/parts.ts";
import { showDays, showTickets } from "./lists.ts";
import { nativeNames, originalTitle } from "./names.ts";
import { people } from "./people.ts";
import type { Reader } from "./reader.ts";
import { type GroupPage, heading, pastDay, picture, todayOf, toGroup, type View } from "./view.ts";

const MAX_SHOWS = 6;
/** So many shows of the past are looked through at a time. */
const PART = 100;

/** A setlist: its songs, and the shows that have it. */
export async function setlistPage(view: View, item: SetlistDetailItem): Promise<GroupPage> {
  const { name, image, songs, performed: { count, first, last }, by_member } = item;
  const { read, words, paths } = view;
  const { language: lang, name: group } = read.group;
  todayOf(view);
  const [upcoming, begun, members] = await Promise.all([
    read.shows({ status: "upcoming" }),
    pastShows(read, name),
    read.members(),
  ]);
  const coming = upcoming.filter(({ setlist }) => setlist === name);
  const pictures = new Map(members.map(({ id, img }) => [id, img]));
  return {
    title: name,
    description: words.aboutSetlist(name, group),
    image,
    hero: html`${heading(view, name)}${nativeNames(view, item)}${
      count > 0 && html`<p>${words.performed(count)}</p>`
    }`,
    main: html`${picture(image)}
      ${
      factList([
        [words.firstPerformed, pastDay(view, first)],
        [words.lastPerformed, pastDay(view, last)],
      ])
    }
      <h2>${words.fields.songs}</h2>
      ${songs.length === 0 ? emptyState(words.noSong) : songList(view, songs)}
      <h2>${words.toCome}</h2>
      ${coming.length === 0 ? emptyState(words.noneAnnounced) : showTickets(view, coming)}
      ${
      begun.length > 0 && html`<h2>${words.past}</h2>${showDays(view, begun.slice(0, MAX_SHOWS))}`
    }
      ${
      by_member.length > 0 &&
      html`<h2>${words.inThisSetlist}</h2>${
        people(by_member.map(({ id, name, count }) => ({
          name,
          lang,
          picture: pictures.get(id),
          href: paths.item("member", id),
          line: words.times(count),
        })))
      }`
    }${toGroup(view)}`,
  };
}

/** The newest shows of a setlist that have begun. */
async function pastShows(read: Reader, name: string): Promise<readonly ShowItem[]> {
  const found: ShowItem[] = [];
  for (let page = 1; found.length < MAX_SHOWS; page++) {
    const part = await read.firstShows(PART, { status: "past", page });
    found.push(...part.filter(({ setlist }) => setlist === name));
    if (part.length < PART) break;
  }
  return found;
}

/** Songs in their order, with their centers and who sings them. */
export function songList(view: View, songs: readonly SongItem[]): Html {
  const { read, words: { fields } } = view;
  const credit = (label: string, names: readonly string[]) => {
    const shown = names.filter((name) => !read.hides(name));
    return shown.length > 0 &&
      html`<br><span class="small">${label}: ${shown.join(", ")}</span>`;
  };
  return html`<ol class="wide" lang="${read.group.language}">${
    songs.map(({ title, original_title, center, unit }) =>
      html`<li>${title}${originalTitle(view, original_title)}${credit(fields.center, center)}${
        credit(fields.unit, unit)
      }</li>`
    )
  }</ol>`;
}
