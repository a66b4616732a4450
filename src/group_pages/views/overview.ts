import { html, type HtmlValue } from "../../page/html.ts";
import { dayList, time } from "../../page/parts.ts";
import { face, people } from "../../page/people.ts";
import { Temporal } from "../../time/temporal.ts";
import type { PageRelease } from "../page_group.ts";
import { choiceWord } from "../words/words.ts";
import { articleList } from "./article_pages.ts";
import { calendar, monthName, presentMonth } from "./calendar.ts";
import { memberCard } from "./member_pages.ts";
import { onAirList } from "./on_air.ts";
import { showTickets } from "./setlist_page.ts";
import { badges, dayText, emptyList, type GroupPage, itemLink, type PageView } from "./view.ts";

/** Articles, and releases, of the page at most; all articles are on pages of their own. */
const MAX_ARTICLES = 8;
const MAX_RELEASES = 6;
const MAX_NEXT = 3;

/** A group at a glance: who is on air, the month, who its members are, the newest articles and releases. */
export function overviewPage(view: PageView, end?: HtmlValue): GroupPage {
  const { group, words, paths, marks } = view;
  const { name, language } = group.index;
  const month = presentMonth(view);
  const members = group.members();
  const active = members.filter(({ fields }) => !fields.is_graduate);
  const graduates = members.length - active.length;
  const all = words.memberCount(active.length);
  const news = group.news();
  const onAir = group.onAir();
  const isUnknown = group.platforms.some(({ state }) => state === "down");
  return {
    title: name,
    titleLang: language,
    description: words.aboutGroup(name),
    hero: html`
      <div class="title">${face(name, group.index.image)}<div>
        <h1 lang="${language}">${name}</h1>
        ${active.length > 0 && html`<p>${all}</p>`}
      </div></div>
    `,
    main: html`
      ${(onAir.length > 0 || isUnknown) &&
        html`<h2>${words.onAirNow}</h2>${onAirList(view, onAir)}`}
      ${marks === undefined && nextShows(view)}
      ${calendar(
        view,
        month,
        html`<h2>${monthName(view, Temporal.PlainDate.from(`${month}-01`))}</h2>`,
      )}
      <h2>${words.members}</h2>
      ${active.length === 0
        ? emptyList(view, words.noMember, "member")
        : people(active.map((item) => memberCard(view, item)))}
      ${members.length > 0 &&
        html`<p><a href="${paths.members}">${
          graduates > 0 ? words.andGraduates(all, graduates) : all
        }</a></p>`}
      <h2>${words.articles}</h2>
      ${articleList(view, news.slice(0, MAX_ARTICLES))}
      ${news.length > MAX_ARTICLES &&
        html`<p><a href="${paths.news(1)}">${words.allArticles(news.length)}</a></p>`}
      <h2>${words.releases}</h2>
      ${releaseList(view, group.releases().slice(0, MAX_RELEASES))}
      ${setlists(view)}
      ${end}
    `,
  };
}

/** The next shows as tickets; editors have them in the month, with their marks. */
function nextShows(view: PageView): HtmlValue {
  const { group, words } = view;
  const coming = group.shows(({ start }) => start > group.now).toReversed();
  if (coming.length === 0) return undefined;
  group.holdUntil(coming[0]!.row.start);
  return html`<h2>${words.nextShows}</h2>${showTickets(view, coming, MAX_NEXT)}`;
}

function releaseList(view: PageView, releases: readonly PageRelease[]): HtmlValue {
  const { words, marks } = view;
  if (releases.length === 0) return emptyList(view, words.noRelease, "release");
  return dayList(releases.map((item) => {
    const { title, type, release_date: date, tracks } = item.fields;
    return {
      when: date === undefined ? words.noDay : time(date, dayText(view, date)),
      what: html`${itemLink(view, item, title)}${badges(view, item)}<br><span class="small">${
        choiceWord(words, type)
      }${tracks.length > 0 && `, ${words.songCount(tracks.length)}`}</span>${
        marks && html`<br>${marks.file(item)}`
      }`,
    };
  }));
}

function setlists(view: PageView): HtmlValue {
  const shown = view.group.setlists()
    .filter(({ id }) => view.paths.item("setlist", id) !== undefined);
  return shown.length > 0 && html`
    <h2>${view.words.setlists}</h2>
    <ul>${shown.map((item) => html`<li>${itemLink(view, item, item.fields.name)}</li>`)}</ul>
  `;
}
