import { html, type HtmlValue } from "../../../../src/page/html.ts";
import { people, type Person } from "../../../../src/page/people.ts";
import { emptyState, factList } from "../../../../src/page/parts.ts";
import { choiceLabel } from "../../../schema/field_labels.ts";
import { say, spokenLanguage } from "../../../words/say.ts";
import {
  dayText,
  fileNotes,
  itemPath,
  label,
  local,
  marks,
  monthPath,
  occasionWords,
  picture,
  stateMark,
} from "../parts.ts";
import type { EventEntry, FolderGroup, MemberEntry, ShowEntry, VideocallEntry } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";

/** A show as its readers see it: when, where, who, and what is performed. */
export function showPage(item: ShowEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { title, venue, team, lineup, setlist_detail, seitansai, graduation, ...rest } =
    view.fields;
  const { language } = group.index;
  const guests = lineup.filter(({ url_key }) => url_key === undefined).length;
  return {
    title,
    group,
    main: html`
      ${heading(item, group, now)}
      ${picture(rest.banner, label("banner"))}
      ${factList([
        [label("venue"), local(venue, language)],
        [label("team"), local(team, language)],
        [label("setlist"), local(rest.setlist, language)],
        [say`Celebrates`, names(seitansai, language)],
        [say`Last show of`, names(graduation, language)],
        [say`Tickets`, rest.url && html`<a href="${rest.url}">${rest.url}</a>`],
      ])}
      <h2>${say`Line-up`}</h2>
      ${lineup.length === 0
        ? emptyState(say`No line-up yet.`)
        : html`<p class="small">${peopleIn(lineup.length, guests)}</p>${
          people(lineup.map(({ name, img, url_key }) => card(name, img, url_key, group)))
        }`}
      ${setlist_detail.songs.length > 0 && html`
        <h2>${label("songs")}</h2>
        <ol lang="${language}">${setlist_detail.songs.map((song) => html`<li>${song}</li>`)}</ol>
      `}
      ${picture(rest.poster, label("poster"))}
      ${toMonth(item.row.date, group)}
    `,
  };
}

function peopleIn(count: number, guests: number): string {
  if (guests === 0) return say`${count} in all`;
  return guests === 1
    ? say`${count} in all, 1 of them a guest`
    : say`${count} in all, ${guests} of them guests`;
}

/** An event as its readers see it. */
export function eventPage(item: EventEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { title, venue, description, type, url, members = [] } = view.fields;
  const { language } = group.index;
  return {
    title,
    group,
    main: html`
      ${heading(item, group, now)}
      ${description !== "" && html`<p class="text" lang="${language}">${description}</p>`}
      ${factList([
        [label("type"), choiceLabel(type, spokenLanguage())],
        [label("venue"), local(venue, language)],
        [say`Page`, url && html`<a href="${url}">${url}</a>`],
      ])}
      ${members.length > 0 &&
        html`<h2>${say`Who takes part`}</h2>${people(byNames(members, group))}`}
      ${toMonth(item.row.date, group)}
    `,
  };
}

/** A day of video calls, session by session. */
export function videocallPage(item: VideocallEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { date, sessions } = view.fields;
  const { language } = group.index;
  const title = say`Video calls, ${dayText(date, group)}`;
  return {
    title,
    group,
    main: html`
      <h1>${title}</h1>
      <p>${marks(item, view, group, now)}</p>
      ${fileNotes(item)}
      ${sessions.map((one) =>
        html`<h2 lang="${language}">${one.session}</h2>${
          factList([
            [say`Product`, local(one.title, language)],
            [label("preparation_start"), one.preparation_start],
            [label("start_time"), one.start_time],
            [label("end_time"), one.end_time],
          ])
        }${people(byNames(one.members, group))}`
      )}
      ${toMonth(date, group)}
    `,
  };
}

/** The top of a show or an event: its title, time, state and file. */
function heading(item: ShowEntry | EventEntry, group: FolderGroup, now: number): HtmlValue {
  const view = item.at(now);
  const { title, state } = view.fields;
  return html`
    <h1 lang="${group.index.language}">${title}</h1>
    <p class="when">${occasionWords(item, group, now)}${stateMark(state)}${marks(
      item,
      view,
      group,
      now,
    )}</p>
    ${fileNotes(item)}
  `;
}

function names(list: readonly { readonly name: string }[], lang: string): HtmlValue {
  return local(list.map(({ name }) => name).join(", "), lang);
}

function toMonth(date: string, { index }: FolderGroup): HtmlValue {
  return html`<p><a href="${
    monthPath(index.slug, date.slice(0, 7))
  }">${say`The month around it`}</a></p>`;
}

/** Answers of events and sessions name people; a name that is a member's leads to her. */
function byNames(list: readonly string[], group: FolderGroup): Person[] {
  const known = new Map(group.members.map((member) => [member.row.name, member]));
  return list.map((name) => {
    const member: MemberEntry | undefined = known.get(name);
    return card(name, member?.row.img, member?.id, group);
  });
}

function card(
  name: string,
  img: string | undefined,
  slug: string | undefined,
  { index }: FolderGroup,
): Person {
  const lang = index.language;
  if (slug === undefined) return { name, lang, line: say`guest` };
  const href = itemPath({ group: index.slug, kind: "member", id: slug });
  return { name, lang, picture: img, href };
}
