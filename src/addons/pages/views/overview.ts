import type { ReleaseItem } from "../../../model/item/publications.ts";
import { html, type HtmlValue } from "../../../page/html.ts";
import { dayList, time } from "../../../page/parts.ts";
import { Temporal } from "../../../time/temporal.ts";
import { face, people } from "../people.ts";
import { choiceWord } from "../words/words.ts";
import { articleList } from "./article_pages.ts";
import { calendar, monthName, type MonthSpan, presentMonth } from "./calendar.ts";
import { memberCard } from "./member_pages.ts";
import { onAirList } from "./on_air.ts";
import { showTickets } from "./tickets.ts";
import { badges, dayText, emptyList, type GroupPage, itemLink, type PageView } from "./view.ts";

/** Articles, and releases, of the page at most; all articles are on pages of their own. */
const MAX_ARTICLES = 8;
const MAX_RELEASES = 6;
const MAX_NEXT = 3;

/** A group at a glance: who is on air, the month, who its members are, the newest articles and releases. */
export async function overviewPage(
  view: PageView,
  months: MonthSpan,
  end?: HtmlValue,
): Promise<GroupPage> {
  const { read, words, paths, marks } = view;
  const { name, language, image } = read.group;
  const month = presentMonth(view);
  const [members, { articles, total }, { onAir, platforms }, coming, releases, setlists] =
    await Promise.all([
      read.members(),
      read.news(1, MAX_ARTICLES),
      read.live(),
      read.shows({ status: "upcoming", most: MAX_NEXT }),
      read.releases(),
      read.setlists(),
    ]);
  const active = members.filter(({ is_graduate }) => !is_graduate);
  const graduates = members.length - active.length;
  const all = words.memberCount(active.length);
  const isUnknown = platforms.some(({ state }) => state === "down");
  const shownSetlists = setlists.filter(({ id }) => paths.item("setlist", id) !== undefined);
  return {
    title: name,
    titleLang: language,
    description: words.aboutGroup(name),
    image,
    hero: html`
      <div class="title">${face(name, image)}<div>
        <h1 lang="${language}">${name}</h1>
        ${active.length > 0 && html`<p>${all}</p>`}
      </div></div>
    `,
    main: html`
      ${(onAir.length > 0 || isUnknown) &&
        html`<h2>${words.onAirNow}</h2>${onAirList(view, onAir, platforms)}`}
      ${marks === undefined && coming.length > 0 &&
        html`<h2>${words.nextShows}</h2>${showTickets(view, coming)}`}
      ${await calendar(
        view,
        month,
        months,
        html`<h2>${monthName(view, Temporal.PlainDate.from(`${month}-01`))}</h2>`,
      )}
      <h2>${words.members}</h2>
      ${active.length === 0
        ? emptyList(view, words.noMember, "member")
        : people(active.map((item) => memberCard(view, item, onAir)))}
      ${members.length > 0 &&
        html`<p><a href="${paths.members}">${
          graduates > 0 ? words.andGraduates(all, graduates) : all
        }</a></p>`}
      <h2>${words.articles}</h2>
      ${articleList(view, articles)}
      ${total > MAX_ARTICLES &&
        html`<p><a href="${paths.news(1)}">${words.allArticles(total)}</a></p>`}
      <h2>${words.releases}</h2>
      ${releaseList(view, releases.slice(0, MAX_RELEASES))}
      ${shownSetlists.length > 0 && html`
        <h2>${words.setlists}</h2>
        <ul>${shownSetlists.map(({ id, name }) =>
          html`<li>${itemLink(view, { kind: "setlist", id }, name)}</li>`
        )}</ul>
      `}
      ${end}
    `,
  };
}

function releaseList(view: PageView, releases: readonly ReleaseItem[]): HtmlValue {
  const { words, marks } = view;
  if (releases.length === 0) return emptyList(view, words.noRelease, "release");
  return dayList(releases.map(({ id, title, type, release_date: date, tracks }) => {
    const ref = { kind: "release", id } as const;
    return {
      when: date === undefined ? words.noDay : time(date, dayText(view, date)),
      what: html`${itemLink(view, ref, title)}${badges(view, ref)}<br><span class="small">${
        choiceWord(words, type)
      }${tracks.length > 0 && `, ${words.songCount(tracks.length)}`}</span>${
        marks && html`<br>${marks.file(ref)}`
      }`,
    };
  }));
}
