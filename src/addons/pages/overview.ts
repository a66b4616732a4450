import { html, type HtmlValue } from "../../page/html.ts";
import { dayList, emptyState } from "../../page/parts.ts";
import { calendar, monthName, type MonthSpan, presentMonth } from "./calendar.ts";
import { articleList, memberCards, onAirList, showTickets } from "./lists.ts";
import { face } from "./people.ts";
import { day, type GroupPage, heading, itemLink, type View } from "./view.ts";
import { choiceWord } from "./words/words.ts";

/** Articles, and releases, of the page at most; all articles are on pages of their own. */
const MAX_ARTICLES = 8;
const MAX_RELEASES = 6;
const MAX_NEXT = 3;

/** A group at a glance: who is on air, the month, who its members are, the newest articles and releases. */
export async function overviewPage(
  view: View,
  months: MonthSpan,
  end: HtmlValue,
): Promise<GroupPage> {
  const { read, words, paths } = view;
  const { name, image } = read.group;
  const month = presentMonth(view);
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
  const all = words.memberCount(active.length);
  const isUnknown = platforms.some(({ state }) => state === "down");
  return {
    title: name,
    description: words.aboutGroup(name),
    image,
    hero: html`<div class="title">${face(name, image)}<div>${heading(view, name)}${
      active.length > 0 && html`<p>${all}</p>`
    }</div></div>`,
    main: html`${
      (onAir.length > 0 || isUnknown) &&
      html`<h2>${words.onAirNow}</h2>${onAirList(view, onAir, platforms)}`
    }${coming.length > 0 && html`<h2>${words.nextShows}</h2>${showTickets(view, coming)}`}
      ${await calendar(view, month, months, html`<h2>${monthName(view, month)}</h2>`)}
      <h2>${words.members}</h2>
      ${active.length === 0 ? emptyState(words.noMember) : memberCards(view, active, onAir)}
      ${
      members.length > 0 &&
      html`<p><a href="${paths.members}">${
        graduates > 0 ? words.andGraduates(all, graduates) : all
      }</a></p>`
    }
      <h2>${words.articles}</h2>
      ${articleList(view, articles)}
      ${
      total > MAX_ARTICLES &&
      html`<p><a href="${paths.news(1)}">${words.allArticles(total)}</a></p>`
    }
      <h2>${words.releases}</h2>
      ${
      releases.length === 0 ? emptyState(words.noRelease) : dayList(
        releases.slice(0, MAX_RELEASES).map(({ id, title, type, release_date: date, tracks }) => ({
          when: day(view, date) || words.noDay,
          what: html`${itemLink(view, undefined, id, title)}<br><span class="small">${
            choiceWord(words, type)
          }${tracks.length > 0 && `, ${words.songCount(tracks.length)}`}</span>`,
        })),
      )
    }${
      setlists.length > 0 && html`
        <h2>${words.setlists}</h2>
        <ul class="wide">${setlists.map(({ id, name }) =>
          html`<li>${itemLink(view, "setlist", id, name)}</li>`
        )}</ul>
      `
    }${end}`,
  };
}
