import { html, type HtmlValue } from "../../page/html.ts";
import { badge, dayList, emptyState, factList, time } from "../../page/parts.ts";
import type { MemberDetailItem } from "../../model/item/member.ts";
import { memberCards, onAirBadge, showDays } from "./lists.ts";
import { generationName, nativeNames } from "./names.ts";
import { face } from "./people.ts";
import {
  beginningOf,
  BREAK,
  dateWords,
  day,
  type GroupPage,
  heading,
  itemLink,
  joined,
  local,
  pastDay,
  todayOf,
  toGroup,
  type View,
} from "./view.ts";
import { innerChoice } from "./words/words.ts";

/** Shows before and after now that a member's page names. */
const MAX_SHOWS = 5;

/** All members, those who have graduated behind the others. */
export async function membersPage(view: View): Promise<GroupPage> {
  const { read, words } = view;
  const { name } = read.group;
  const [all, { onAir }] = await Promise.all([read.members(), read.live()]);
  const active = all.filter(({ is_graduate }) => !is_graduate);
  const graduated = all.filter(({ is_graduate }) => is_graduate);
  return {
    title: words.membersOf(name),
    description: words.aboutMembers(name),
    hero: html`<h1>${words.members}</h1>${
      active.length > 0 && html`<p>${words.memberCount(active.length)}</p>`
    }${toGroup(view)}`,
    main: html`${
      active.length === 0 ? emptyState(words.noMember) : memberCards(view, active, onAir)
    }${
      graduated.length > 0 &&
      html`<h2>${words.graduated}</h2>${memberCards(view, graduated, onAir)}`
    }`,
  };
}

/** A member as her readers see her, with her shows. */
export async function memberPage(view: View, item: MemberDetailItem): Promise<GroupPage> {
  const { id, name, fullname, img, status, jikosokai, description } = item;
  const { read, words } = view;
  const { name: group, language } = read.group;
  todayOf(view);
  const { onAir } = await read.live();
  return {
    title: name,
    image: img,
    description: description ? beginningOf(description) : words.aboutMember(name, group),
    hero: html`<div class="profile">${face(name, img, "large")}<div>${heading(view, name)}
      ${nativeNames(view, item)}
      <p>${fullname !== name && local(view, fullname)} ${
      badge(status === "graduated" ? "plain" : "good", innerChoice(words, status))
    }</p>
      ${onAir.filter(({ url }) => url === id).map((one) => html`<p>${onAirBadge(view, one)}</p>`)}
      ${jikosokai && html`<p lang="${language}">${jikosokai}</p>`}</div></div>`,
    main: html`${description && html`<p class="text" lang="${language}">${description}</p>`}
      ${await facts(view, item)}
      ${career(view, item)}
      <h2>${words.shows}</h2>
      ${await counts(view, item)}
      ${await shows(view, id)}
      ${toGroup(view)}`,
  };
}

async function facts(view: View, item: MemberDetailItem): Promise<HtmlValue> {
  const { words: { fields: label, graduates } } = view;
  return factList([
    [label.generation, generationName(view, item.generation)],
    [label.team, local(view, item.team)],
    [label.nicknames, local(view, item.nicknames.join(", "))],
    [label.birth_date, await birthday(view, item)],
    [label.zodiac, item.zodiac],
    [label.birthplace, local(view, item.birthplace)],
    [label.blood_type, item.bloodType],
    [label.height, item.height],
    [label.hobby, local(view, item.hobby)],
    [label.joined, day(view, item.joined)],
    [graduates, day(view, item.graduated)],
    ["IDN", account("https://www.idn.app/", item.idn_username)],
    ["SHOWROOM", account("https://www.showroom-live.com/r/", item.showroom_url_key)],
    [
      label.socials,
      joined(item.socials.map(({ title, url }) => html`<a href="${url}">${title}</a>`), ", "),
    ],
  ]);
}

function account(root: string, name: string | undefined): HtmlValue {
  return name && html`<a href="${root + encodeURIComponent(name)}">${name}</a>`;
}

/** Her career, the latest part first. */
function career(view: View, { history }: MemberDetailItem): HtmlValue {
  const { words } = view;
  const parts = history.map(({ from, to, team, role, generation }) => ({
    when: to === undefined
      ? words.since(pastDay(view, from))
      : html`${pastDay(view, from)} – ${pastDay(view, to)}`,
    what: joined(
      [local(view, role), local(view, team), generationName(view, generation)],
      " · ",
    ),
  }));
  return parts.length > 0 && html`<h2>${words.fields.history}</h2>${dayList(parts.reverse())}`;
}

/** Her birthday, whose year may be unknown. */
async function birthday(
  { words: { locale }, read }: View,
  { id, birthdate }: MemberDetailItem,
): Promise<HtmlValue> {
  if (birthdate !== undefined) {
    return time(birthdate, dateWords(locale, birthdate, { month: "long", year: "numeric" }));
  }
  const own = (await read.birthdays()).find(({ member_id }) => member_id === id);
  return own && dateWords(locale, `2000-${own.birthday}`, { month: "long" });
}

/** How often she was on stage, and in which setlists. */
async function counts(view: View, { stats }: MemberDetailItem): Promise<HtmlValue> {
  const { words } = view;
  const { total, first, last, since, by_setlist } = stats.shows;
  if (total === 0) return undefined;
  const ids = new Map((await view.read.setlists()).map(({ id, name }) => [name, id]));
  const lines = by_setlist.map(({ setlist, count }) => {
    const id = ids.get(setlist);
    const name = id === undefined ? local(view, setlist) : itemLink(view, "setlist", id, setlist);
    return html`${name} ${words.times(count)}`;
  });
  return factList([
    [words.onStage, words.times(total)],
    [words.countedSince, pastDay(view, since)],
    [words.firstShow, since === undefined && pastDay(view, first)],
    [words.lastShow, pastDay(view, last)],
    [words.setlists, joined(lines, BREAK)],
  ]);
}

async function shows(view: View, member: string): Promise<HtmlValue> {
  const { read, words } = view;
  const [coming = [], past = []] = await Promise.all(
    (["upcoming", "past"] as const).map((status) => read.firstShows(MAX_SHOWS, { member, status })),
  );
  if (coming.length + past.length === 0) return emptyState(words.noShow);
  return html`<h3>${words.toCome}</h3>${
    coming.length === 0 ? emptyState(words.noneAnnounced) : showDays(view, coming)
  }${past.length > 0 && html`<h3>${words.past}</h3>${showDays(view, past)}`}`;
}
