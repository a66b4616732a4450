import { Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, dayList, emptyState, factList, time } from "../../page/parts.ts";
import { face, people, type Person } from "../../page/people.ts";
import type { PageArticle, PageMember, PageShow } from "../page_group.ts";
import { innerChoice } from "../words/words.ts";
import { articleList, namesMember } from "./article_pages.ts";
import { nativeNames } from "./names.ts";
import { onAirBadge, onAirOf } from "./on_air.ts";
import {
  badges,
  beginningOf,
  dayText,
  emptyList,
  type GroupPage,
  itemLink,
  linkList,
  local,
  occasionWords,
  type PageView,
  pastDay,
  stateMark,
  todayOf,
  toGroup,
} from "./view.ts";

/** Shows before and after now that a member's page names. */
const MAX_SHOWS = 5;

/** Articles that it names, of the newest ones. */
const MAX_ARTICLES = 5;
const NEWEST_ARTICLES = 100;

/** A member among others. */
export function memberCard(view: PageView, item: PageMember): Person {
  const { name, img, generation, team, status } = item.fields;
  const { group: { index }, words, marks, paths } = view;
  const of = [generation, team].filter(Boolean).join(" · ");
  const [live] = onAirOf(view, item.id);
  const parts: HtmlValue[] = [
    of !== "" && html`<span lang="${index.language}">${of}</span>`,
    live !== undefined && onAirBadge(view, live),
    html`${status !== "active" && badge("plain", innerChoice(words, status))}${badges(view, item)}`,
    marks?.file(item),
  ];
  const shownParts = parts.filter((part) => part instanceof Html && part.text !== "");
  return {
    name,
    picture: img,
    lang: index.language,
    href: paths.item("member", item.id),
    isOnAir: live !== undefined,
    line: shownParts.map((part, place) => html`${place > 0 && html`<br>`}${part}`),
  };
}

/** All members, those who have graduated behind the others. */
export function membersPage(view: PageView): GroupPage {
  const { group, words } = view;
  const all = group.members();
  const [active, graduated] = [false, true].map((isGraduate) =>
    all.filter(({ fields }) => fields.is_graduate === isGraduate)
      .map((item) => memberCard(view, item))
  );
  return {
    title: words.membersOf(group.index.name),
    description: words.aboutMembers(group.index.name),
    hero: html`<h1>${words.members}</h1>${toGroup(view)}`,
    main: html`
      ${active!.length === 0 ? emptyList(view, words.noMember, "member") : people(active!)}
      ${graduated!.length > 0 && html`<h2>${words.graduated}</h2>${people(graduated!)}`}
    `,
  };
}

/** A member as her readers see her, with her shows. */
export function memberPage(view: PageView, item: PageMember): GroupPage {
  const { fields } = item;
  const { name, fullname, img, status, jikosokai, description } = fields;
  const { group: { index }, words, marks } = view;
  todayOf(view);
  const isSame = fullname === undefined || fullname === name;
  const live = onAirOf(view, item.id);
  const tone = status === "graduated" ? "plain" : "good";
  return {
    title: name,
    titleLang: index.language,
    description: description ? beginningOf(description) : words.aboutMember(name, index.name),
    hero: html`
      <div class="profile">
        ${face(name, img, "large")}
        <div>
      <h1 lang="${index.language}">${name}</h1>
      ${nativeNames(view, fields)}
      <p>${!isSame && html`
        <span lang="${index.language}">${fullname}</span>
      `}${badge(tone, innerChoice(words, status))}${badges(view, item)}</p>
      ${live.map((entry) => html`<p>${onAirBadge(view, entry)}</p>`)}
      ${jikosokai && html`<p lang="${index.language}">${jikosokai}</p>`}</div>
      </div>
    `,
    main: html`
      ${marks?.notes(item)}
      ${description && html`<p class="text" lang="${index.language}">${description}</p>`}
      ${facts(view, item)}
      ${career(view, item)}
      <h2>${words.shows}</h2>
      ${counts(view, item)}
      ${shows(view, item)}
      ${articles(view, item)}
      ${toGroup(view)}
    `,
  };
}

function facts(view: PageView, { row, fields }: PageMember): HtmlValue {
  const { words: { fields: label, graduates } } = view;
  const day = (date: string | undefined) => date && time(date, dayText(view, date));
  return factList([
    [label.generation, local(view, fields.generation)],
    [label.team, local(view, fields.team)],
    [label.nicknames, local(view, fields.nicknames.join(", "))],
    [label.birth_date, birthday(view, row.birthDate)],
    [label.zodiac, fields.zodiac],
    [label.birthplace, local(view, fields.birthplace)],
    [label.blood_type, fields.bloodType],
    [label.height, fields.height],
    [label.hobby, local(view, fields.hobby)],
    [label.joined, day(fields.joined)],
    [graduates, day(fields.graduated)],
    ["IDN", fields.idn_username],
    ["SHOWROOM", fields.showroom_url_key],
    [label.socials, linkList(fields.socials)],
  ]);
}

/** Her career, the latest part first. */
function career(view: PageView, { fields: { history } }: PageMember): HtmlValue {
  const { words } = view;
  const day = (date: string) => pastDay(view, date);
  const parts = history.map(({ from, to, team, role, generation }) => ({
    when: to === undefined ? words.since(day(from)) : html`${day(from)} – ${day(to)}`,
    what: local(view, [role, team, generation].filter(Boolean).join(" · ")),
  }));
  return parts.length > 0 && html`<h2>${words.fields.history}</h2>${dayList(parts.reverse())}`;
}

function birthday({ words: { locale } }: PageView, date: string | undefined): HtmlValue {
  if (date === undefined) return undefined;
  const isYearKnown = !date.startsWith("-");
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(isYearKnown && { year: "numeric" }),
  }).format(Date.parse(isYearKnown ? date : `2000${date.slice(1)}`));
  return isYearKnown ? time(date, words) : words;
}

/** How often she was on stage, and in which setlists. */
function counts(view: PageView, member: PageMember): HtmlValue {
  const { group, words } = view;
  const stats = group.showStatsOf(member);
  if (stats === undefined || stats.total === 0) return undefined;
  const { total, first, last, since, by_setlist } = stats;
  const day = (date: string | undefined) => date && pastDay(view, date);
  const links = new Map(group.setlists().map((setlist) => [setlist.fields.name, setlist]));
  const lines = by_setlist.map(({ setlist, count }, place) => {
    const page = links.get(setlist);
    const name = page === undefined ? local(view, setlist) : itemLink(view, page, setlist);
    return html`${place > 0 && html`<br>`}${name} ${words.times(count)}`;
  });
  return factList([
    [words.onStage, words.times(total)],
    [words.countedSince, day(since)],
    [words.firstShow, since === undefined && day(first)],
    [words.lastShow, day(last)],
    [words.setlists, lines.length > 0 && lines],
  ]);
}

function shows(view: PageView, member: PageMember): HtmlValue {
  const { group, words } = view;
  const hers = group.showsOf(member).toSorted((one, other) => one.row.start - other.row.start);
  if (hers.length === 0) return emptyState(words.noShow);
  const at = hers.findIndex(({ row }) => row.start > group.now);
  const next = at < 0 ? hers.length : at;
  if (at >= 0) group.holdUntil(hers[at]!.row.start);
  const line = (item: PageShow) => ({
    when: time(item.fields.start_at, occasionWords(view, item)),
    what: html`${itemLink(view, item, item.fields.title)}${stateMark(view, item.row.state)}${
      badges(view, item)
    }`,
  });
  return [
    html`<h3>${words.toCome}</h3>`,
    next === hers.length
      ? emptyState(words.noneAnnounced)
      : dayList(hers.slice(next, next + MAX_SHOWS).map(line)),
    next > 0 && html`<h3>${words.past}</h3>`,
    next > 0 && dayList(hers.slice(Math.max(0, next - MAX_SHOWS), next).reverse().map(line)),
  ];
}

function articles(view: PageView, { row: { name } }: PageMember): HtmlValue {
  const hers: PageArticle[] = [];
  for (const item of view.group.news().slice(0, NEWEST_ARTICLES)) {
    if (namesMember(item, name)) hers.push(item);
    if (hers.length === MAX_ARTICLES) break;
  }
  return hers.length > 0 && html`<h2>${view.words.articles}</h2>${articleList(view, hers)}`;
}
