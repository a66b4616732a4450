import type { ShowItem } from "../../../model/item/occasions.ts";
import type { SetlistDetailItem, SongItem } from "../../../model/item/setlists.ts";
import { type Html, html } from "../../../page/html.ts";
import { emptyState, factList } from "../../../page/parts.ts";
import { people } from "../people.ts";
import type { GroupReader } from "../reader.ts";
import { nativeNames, originalTitle } from "./names.ts";
import { showTickets } from "./tickets.ts";
import { type GroupPage, type PageView, pastDay, picture, todayOf, toGroup } from "./view.ts";

const MAX_SHOWS = 6;
/** So many shows of the past are looked through at a time. */
const PART = 100;

/** A setlist: its songs, and the shows that have it. */
export async function setlistPage(view: PageView, item: SetlistDetailItem): Promise<GroupPage> {
  const { id, name, image, songs, performed: { count, first, last }, by_member } = item;
  const { read, words, paths } = view;
  const { language } = read.group;
  todayOf(view);
  const [upcoming, begun, members] = await Promise.all([
    read.shows({ status: "upcoming" }),
    pastShows(read, name),
    read.members(),
  ]);
  const coming = upcoming.filter(({ setlist }) => setlist === name);
  const pictures = new Map(members.map(({ id, img }) => [id, img]));
  return {
    ref: { kind: "setlist", id },
    title: name,
    titleLang: language,
    description: words.aboutSetlist(name, read.group.name),
    image,
    hero: html`
      <h1 lang="${language}">${name}</h1>
      ${nativeNames(view, item)}
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
      ${by_member.length > 0 && html`
        <h2>${words.inThisSetlist}</h2>
        ${people(by_member.map(({ id, name, count }) => ({
          name,
          picture: pictures.get(id),
          lang: language,
          href: paths.item("member", id),
          line: words.times(count),
        })))}
      `}
      ${toGroup(view)}
    `,
  };
}

/** The newest shows of a setlist that have begun. */
async function pastShows(read: GroupReader, name: string): Promise<readonly ShowItem[]> {
  const found = new Map<string, ShowItem>();
  let to: string | undefined;
  while (true) {
    const part = await read.shows({ status: "past", most: PART, ...to && { to } });
    for (const show of part) if (show.setlist === name) found.set(show.id, show);
    const before = to;
    to = part.at(-1)?.date;
    if (found.size >= MAX_SHOWS || part.length < PART || to === before) return [...found.values()];
  }
}

/** Songs in their order, with their centers and who sings them. */
export function songList(view: PageView, songs: readonly SongItem[]): Html {
  const { read, words: { fields } } = view;
  const credit = (label: string, names: readonly string[]) => {
    const shown = names.filter((name) => !read.hides(name));
    return shown.length > 0 && `${label}: ${shown.join(", ")}`;
  };
  return html`<ol lang="${read.group.language}">${
    songs.map(({ title, original_title, center, unit }) => {
      const lines = [credit(fields.center, center), credit(fields.unit, unit)].filter(Boolean);
      return html`<li>${title}${original_title && " "}${originalTitle(view, original_title)}${
        lines.map((line) => html`<br><span class="small">${line}</span>`)
      }</li>`;
    })
  }</ol>`;
}
