import { Html, html, type HtmlValue } from "../../../page/html.ts";
import { badge, dayList, emptyState, factList, time } from "../../../page/parts.ts";
import { face, people, type Person } from "../people.ts";
import type { LiveItem } from "../../../model/item/live.ts";
import type {
  MemberDetailItem,
  MemberItem,
  ZonedBirthdayItem,
} from "../../../model/item/member.ts";
import type { NewsItem } from "../../../model/item/publications.ts";
import type { ShowItem } from "../../../model/item/occasions.ts";
import { innerChoice } from "../words/words.ts";
import { articleList, namesMember } from "./article_pages.ts";
import { nativeNames } from "./names.ts";
import { onAirBadge } from "./on_air.ts";
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
const NEWEST_ARTICLES = 40;

/** A member among others. */
export function memberCard(
  view: PageView,
  { id, name, img, generation, team, status }: MemberItem,
  onAir: readonly LiveItem[],
): Person {
  const { read: { group }, words, marks, paths } = view;
  const ref = { kind: "member", id } as const;
  const of = [generation, team].filter(Boolean).join(" · ");
  const live = onAir.find(({ url }) => url === id);
  const parts: HtmlValue[] = [
    of !== "" && html`<span lang="${group.language}">${of}</span>`,
    live !== undefined && onAirBadge(view, live),
    html`${status !== "active" && badge("plain", innerChoice(words, status))}${badges(view, ref)}`,
    marks?.file(ref),
  ];
  const shownParts = parts.filter((part) => part instanceof Html && part.text !== "");
  return {
    name,
    picture: img,
    lang: group.language,
    href: paths.item("member", id),
    isOnAir: live !== undefined,
    line: shownParts.map((part, place) => html`${place > 0 && html`<br>`}${part}`),
  };
}

/** Members with the day of their next birthday. */
export function birthdayPeople(view: PageView, list: readonly ZonedBirthdayItem[]): Html {
  const { read: { group }, words, paths } = view;
  return people(
    list.map(({ member_id: id, name, img, next_birthday: date, age_on_next_birthday: age }) => ({
      name,
      picture: img,
      href: paths.item("member", id),
      lang: group.language,
      line: time(
        date,
        [dayText(view, date), ...age === undefined ? [] : [words.turns(age)]].join(", "),
      ),
    })),
  );
}

/** All members, those who have graduated behind the others. */
export async function membersPage(view: PageView): Promise<GroupPage> {
  const { read, words } = view;
  const { group } = read;
  const [all, { onAir }] = await Promise.all([read.members(), read.live()]);
  const [active, graduated] = [false, true].map((isGraduate) =>
    all.filter(({ is_graduate }) => is_graduate === isGraduate)
      .map((item) => memberCard(view, item, onAir))
  );
  return {
    title: words.membersOf(group.name),
    description: words.aboutMembers(group.name),
    hero: html`<h1>${words.members}</h1>${toGroup(view)}`,
    main: html`
      ${active!.length === 0 ? emptyList(view, words.noMember, "member") : people(active!)}
      ${graduated!.length > 0 && html`<h2>${words.graduated}</h2>${people(graduated!)}`}
    `,
  };
}

/** A member as her readers see her, with her shows. */
export async function memberPage(view: PageView, item: MemberDetailItem): Promise<GroupPage> {
  const { id, name, fullname, img, status, jikosokai, description } = item;
  const { read, words, marks } = view;
  const { group } = read;
  const ref = { kind: "member", id } as const;
  todayOf(view);
  const { onAir } = await read.live();
  const isSame = fullname === undefined || fullname === name;
  const live = onAir.filter(({ url }) => url === id);
  const tone = status === "graduated" ? "plain" : "good";
  return {
    ref,
    title: name,
    titleLang: group.language,
    image: img,
    description: description ? beginningOf(description) : words.aboutMember(name, group.name),
    hero: html`
      <div class="profile">
        ${face(name, img, "large")}
        <div>
      <h1 lang="${group.language}">${name}</h1>
      ${nativeNames(view, item)}
      <p>${!isSame && html`
        <span lang="${group.language}">${fullname}</span>
      `}${badge(tone, innerChoice(words, status))}${badges(view, ref)}</p>
      ${live.map((entry) => html`<p>${onAirBadge(view, entry)}</p>`)}
      ${jikosokai && html`<p lang="${group.language}">${jikosokai}</p>`}</div>
      </div>
    `,
    main: html`
      ${marks?.notes(ref)}
      ${description && html`<p class="text" lang="${group.language}">${description}</p>`}
      ${facts(view, item, await birthday(view, item))}
      ${career(view, item)}
      <h2>${words.shows}</h2>
      ${await counts(view, item)}
      ${await shows(view, id)}
      ${await articles(view, name)}
      ${toGroup(view)}
    `,
  };
}

function facts(view: PageView, fields: MemberDetailItem, birthday: HtmlValue): HtmlValue {
  const { words: { fields: label, graduates } } = view;
  const day = (date: string | undefined) => date && time(date, dayText(view, date));
  return factList([
    [label.generation, local(view, fields.generation)],
    [label.team, local(view, fields.team)],
    [label.nicknames, local(view, fields.nicknames.join(", "))],
    [label.birth_date, birthday],
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
function career(view: PageView, { history }: MemberDetailItem): HtmlValue {
  const { words } = view;
  const day = (date: string) => pastDay(view, date);
  const parts = history.map(({ from, to, team, role, generation }) => ({
    when: to === undefined ? words.since(day(from)) : html`${day(from)} – ${day(to)}`,
    what: local(view, [role, team, generation].filter(Boolean).join(" · ")),
  }));
  return parts.length > 0 && html`<h2>${words.fields.history}</h2>${dayList(parts.reverse())}`;
}

/** Her birthday, whose year may be unknown. */
async function birthday(
  { words: { locale }, read }: PageView,
  { id, birthdate }: MemberDetailItem,
): Promise<HtmlValue> {
  const isYearKnown = birthdate !== undefined;
  const day = isYearKnown
    ? birthdate.slice(5)
    : (await read.birthdays()).find(({ member_id }) => member_id === id)?.birthday;
  if (day === undefined) return undefined;
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(isYearKnown && { year: "numeric" }),
  }).format(Date.parse(birthdate ?? `2000-${day}`));
  return isYearKnown ? time(birthdate, words) : words;
}

/** How often she was on stage, and in which setlists. */
async function counts(view: PageView, { stats }: MemberDetailItem): Promise<HtmlValue> {
  const { words } = view;
  const { total, first, last, since, by_setlist } = stats.shows;
  if (total === 0) return undefined;
  const day = (date: string | undefined) => date && pastDay(view, date);
  const links = new Map((await view.read.setlists()).map(({ id, name }) => [name, id]));
  const lines = by_setlist.map(({ setlist, count }, place) => {
    const id = links.get(setlist);
    const name = id === undefined
      ? local(view, setlist)
      : itemLink(view, { kind: "setlist", id }, setlist);
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

async function shows(view: PageView, member: string): Promise<HtmlValue> {
  const { read, words } = view;
  const [coming, past] = await Promise.all([
    read.shows({ member, status: "upcoming", most: MAX_SHOWS }),
    read.shows({ member, status: "past", most: MAX_SHOWS }),
  ]);
  if (coming.length + past.length === 0) return emptyState(words.noShow);
  const line = (item: ShowItem) => {
    const ref = { kind: "show", id: item.id } as const;
    return {
      when: time(item.start_at, occasionWords(view, item)),
      what: html`${itemLink(view, ref, item.title)}${stateMark(view, item.state)}${
        badges(view, ref)
      }`,
    };
  };
  return [
    html`<h3>${words.toCome}</h3>`,
    coming.length === 0 ? emptyState(words.noneAnnounced) : dayList(coming.map(line)),
    past.length > 0 && html`<h3>${words.past}</h3>${dayList(past.map(line))}`,
  ];
}

async function articles(view: PageView, name: string): Promise<HtmlValue> {
  const { read, words } = view;
  const { articles: newest } = await read.news(1, NEWEST_ARTICLES);
  const whole = await Promise.all(newest.map(({ slug }) => read.article(slug)));
  const hers: readonly NewsItem[] = newest.filter((_, place) => {
    const article = whole[place];
    return article !== undefined && namesMember(article, name);
  });
  return hers.length > 0 &&
    html`<h2>${words.articles}</h2>${articleList(view, hers.slice(0, MAX_ARTICLES))}`;
}
