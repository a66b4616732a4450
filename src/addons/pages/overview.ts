import { html } from "../../page/html.ts";
import { dayList } from "../../page/parts.ts";
import { calendar, monthName, presentMonth } from "./calendar.ts";
import { embedLines } from "./embeds.ts";
import { feedLines } from "./feeds.ts";
import { articleList, memberCards, onAirList, showTickets } from "./lists.ts";
import { face } from "./people.ts";
import { musicGroup } from "./structured_data.ts";
import { day, type GroupPage, heading, itemLink, type View, wayOn } from "./view.ts";

/** So much of each list; the pages that lists lead to have all. */
const MAX_ON_AIR = 9;
const MAX_MEMBERS = 12;
const MAX_ARTICLES = 6;
const MAX_RELEASES = 6;
const MAX_NEXT = 3;

/** A group at a glance: who is on air, the month, who its members are, the newest articles and releases. */
export async function overviewPage(view: View): Promise<GroupPage> {
  const { read, words, paths, feeds } = view;
  const { say } = words;
  const { name, image } = read.group;
  const [members, { articles, total }, { onAir, platforms }, coming, releases, setlists] =
    await Promise.all([
      read.members(),
      read.news(1, MAX_ARTICLES),
      read.live(),
      read.firstShows(MAX_NEXT, { status: "upcoming" }),
      read.releases(),
      read.setlists(),
    ]);
  const active = members.filter(({ is_graduate }) => !is_graduate);
  const graduates = members.length - active.length;
  const all = memberCount(view, active.length);
  const isUnknown = platforms.some(({ state }) => state === "down");
  const month = presentMonth(view);
  return {
    path: paths.group!,
    title: name,
    description: aboutGroup(view),
    image,
    data: musicGroup(view, paths.group!),
    hero: html`<div class="profile">${face(name, image, "large")}<div>${heading(view, name)}${
      active.length > 0 && html`<p>${all}</p>`
    }</div></div>`,
    main: html`${
      (onAir.length > 0 || isUnknown) &&
      html`<h2>${say`On air now`}</h2>${onAirList(view, onAir, platforms, MAX_ON_AIR)}`
    }${coming.length > 0 && html`<h2>${say`Next shows`}</h2>${showTickets(view, coming)}`}
      ${await calendar(
      view,
      month,
      html`<h2><a href="${paths.month(month)}">${monthName(view, month)}</a></h2>`,
    )}${
      active.length > 0 &&
      html`<h2>${say`Members`}</h2>${memberCards(view, active.slice(0, MAX_MEMBERS), onAir)}`
    }${
      (active.length > MAX_MEMBERS || graduates > 0) && wayOn(
        paths.members,
        graduates > 0 ? say`All ${all} and ${graduates} who have graduated` : say`All ${all}`,
      )
    }${articles.length > 0 && html`<h2>${say`Articles`}</h2>${articleList(view, articles)}`}${
      total > MAX_ARTICLES && wayOn(paths.news(1), say`All ${total} articles`)
    }
      <div class="halves">${
      releases.length > 0 && html`<div><h2>${say`Releases`}</h2>${
        dayList(
          releases.slice(0, MAX_RELEASES).map((
            { id, title, type, release_date: date, tracks },
          ) => ({
            when: day(view, date) || say`No day yet`,
            what: html`${itemLink(view, undefined, id, title)}<div class="small">${
              words.choice(type)
            }${tracks.length > 0 && ` · ${songCount(view, tracks.length)}`}</div>`,
          })),
        )
      }</div>`
    }${
      setlists.length > 0 &&
      html`
        <div>
          <h2>${say`Setlists`}</h2>
          <ul class="wide plain">${setlists.map(({ id, name }) =>
            html`<li>${itemLink(view, "setlist", id, name)}</li>`
          )}</ul>
        </div>
      `
    }</div>${
      feeds.length > 0 &&
      html`<details class="fold"><summary>${say`Calendars and feeds`}</summary>${
        feedLines(view)
      }</details>`
    }${embedLines(view)}`,
  };
}

function aboutGroup({ read: { group }, words: { say } }: Pick<View, "read" | "words">) {
  return say`Members, shows, news and birthdays of ${group.name}, and who is on air.`;
}

export function memberCount({ words: { say } }: View, count: number): string {
  return count === 1 ? say`1 member` : say`${count} members`;
}

function songCount({ words: { say } }: View, count: number): string {
  return count === 1 ? say`1 song` : say`${count} songs`;
}
