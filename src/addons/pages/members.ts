import type { MemberDetailItem } from "../../model/item/member.ts";
import { html, type HtmlValue } from "../../page/html.ts";
import { badge, dayList, emptyState, factList } from "../../page/parts.ts";
import { memberCards, occasionDays, onAirBadge, onAirSince } from "./lists.ts";
import { generationName, generationNumber, nativeNames } from "./names.ts";
import { memberCount } from "./overview.ts";
import { face } from "./people.ts";
import { person } from "./structured_data.ts";
import {
  dateWords,
  DOT,
  type GroupPage,
  heading,
  itemLink,
  joined,
  local,
  pastDay,
  shortened,
  todayOf,
  type View,
} from "./view.ts";

/** Shows before and after now that a member's page names. */
const MAX_SHOWS = 5;

/** All members, those who have graduated behind the others. */
export async function membersPage(view: View): Promise<GroupPage> {
  const { read, words: { say }, paths } = view;
  const { name } = read.group;
  const [all, { onAir }] = await Promise.all([read.members(), read.live()]);
  const { true: graduated = [], false: active = [] } = Object.groupBy(
    all,
    ({ is_graduate }) => `${is_graduate}`,
  );
  return {
    path: paths.members,
    title: say`Members of ${name}`,
    description: say`All members of ${name}: active, trainees and graduated.`,
    hero: html`<h1>${say`Members`}</h1>${
      active.length > 0 && html`<p>${memberCount(view, active.length)}</p>`
    }`,
    main: html`${
      active.length === 0 ? emptyState(say`No member yet.`) : memberCards(view, active, onAir)
    }${
      graduated.length > 0 &&
      html`<h2>${say`Graduated`}</h2>${memberCards(view, graduated, onAir)}`
    }`,
  };
}

/** A member as her readers see her, with her shows. */
export async function memberPage(view: View, item: MemberDetailItem): Promise<GroupPage> {
  const { id, name, fullname, img, status, is_graduate, jikosokai, description } = item;
  const { read, words, paths } = view;
  const { say } = words;
  const { name: group, language } = read.group;
  const path = paths.item("member", id)!;
  todayOf(view);
  const live = (await read.live()).onAir.filter(({ url }) => url === id);
  return {
    path,
    title: name,
    image: img,
    description: description
      ? shortened(description)
      : say`${name} of ${group}: profile and shows.`,
    type: "profile",
    data: person(view, item, path),
    up: [paths.members, say`Members`],
    hero: html`<div class="profile">${face(name, img, "large")}<div>${heading(view, name)}
      ${nativeNames(view, item)}
      <p>${
      fullname !== name && html`
        ${local(view, fullname)}
      `
    }${live.length === 0 && badge(is_graduate ? "plain" : "good", words.innerChoice(status))}</p>
      ${
      live.map((one) =>
        html`<p class="small">${onAirBadge(view, one)} ${onAirSince(view, one)}</p>`
      )
    }
      ${jikosokai && html`<p lang="${language}">${jikosokai}</p>`}</div></div>`,
    main: html`${description && html`<p class="text" lang="${language}">${description}</p>`}
      ${await facts(view, item)}
      ${career(view, item)}
      ${await shows(view, item)}`,
  };
}

async function facts(view: View, item: MemberDetailItem): Promise<HtmlValue> {
  const { words: { say, field } } = view;
  return factList([
    [field("generation"), generationNumber(item.generation) ?? local(view, item.generation)],
    [field("team"), local(view, item.team)],
    [field("nicknames"), local(view, item.nicknames.join(", "))],
    [field("birth_date"), await birthday(view, item)],
    [field("zodiac"), item.zodiac],
    [field("birthplace"), local(view, item.birthplace)],
    [field("blood_type"), item.bloodType],
    [field("height"), item.height],
    [field("hobby"), local(view, item.hobby)],
    [field("joined"), pastDay(view, item.joined)],
    [item.is_graduate ? field("graduated") : say`Graduates`, pastDay(view, item.graduated)],
    ["IDN", account("https://www.idn.app/", item.idn_username)],
    ["SHOWROOM", account("https://www.showroom-live.com/r/", item.showroom_url_key)],
    [
      field("socials"),
      joined(item.socials.map(({ title, url }) => html`<a href="${url}">${title}</a>`), ", "),
    ],
  ]);
}

function account(root: string, name: string | undefined): HtmlValue {
  return name && html`<a href="${root + encodeURIComponent(name)}">${name}</a>`;
}

/** Her career, the latest part first. */
function career(view: View, { history }: MemberDetailItem): HtmlValue {
  const { say, field } = view.words;
  const parts = history.map(({ from, to, team, role, generation }) => ({
    when: to === undefined
      ? html`${say`since`} ${pastDay(view, from)}`
      : html`${pastDay(view, from)} – ${pastDay(view, to)}`,
    what: joined(
      [local(view, role), local(view, team), generationName(view, generation)],
      DOT,
    ),
  }));
  return parts.length > 0 && html`<h2>${field("history")}</h2>${dayList(parts.reverse())}`;
}

/** Her birthday, whose year may be unknown. */
async function birthday(
  view: View,
  { id, birthdate }: MemberDetailItem,
): Promise<HtmlValue> {
  if (birthdate !== undefined) {
    return pastDay(view, birthdate);
  }
  const own = (await view.read.birthdays()).find(({ member_id }) => member_id === id);
  return own && dateWords(view.words.locale, `2000-${own.birthday}`, { month: "short" });
}

/** How often something was done, in words. */
export function times({ words: { say } }: View, count: number): string {
  return count === 1 ? say`once` : say`${count} times`;
}

/** How often she was on stage, and in which setlists. */
async function counts(view: View, { stats }: MemberDetailItem): Promise<HtmlValue> {
  const { say } = view.words;
  const { total, first, last, since, by_setlist } = stats.shows;
  if (total === 0) return undefined;
  const ids = new Map((await view.read.setlists()).map(({ id, name }) => [name, id]));
  const lines = by_setlist.map(({ setlist, count }) => {
    const id = ids.get(setlist);
    const name = id === undefined ? local(view, setlist) : itemLink(view, "setlist", id, setlist);
    return html`<li>${name} <span class="small">${times(view, count)}</span></li>`;
  });
  return html`${
    factList([
      [say`On stage`, times(view, total)],
      [say`Counted since`, pastDay(view, since)],
      [say`First show`, since === undefined && pastDay(view, first)],
      [say`Last show`, pastDay(view, last)],
    ])
  }<h3>${say`Setlists`}</h3><ul class="wide plain">${lines}</ul>`;
}

/** Her shows: who has graduated has none to come, and none at all where no line-up names her. */
async function shows(view: View, item: MemberDetailItem): Promise<HtmlValue> {
  const { read, words: { say } } = view;
  const [coming = [], past = []] = await Promise.all(
    (["upcoming", "past"] as const).map((status) =>
      read.firstShows(MAX_SHOWS, { member: item.id, status })
    ),
  );
  const isNamed = coming.length + past.length > 0;
  if (!isNamed && item.is_graduate) return undefined;
  const next = coming.length === 0
    ? emptyState(say`None is announced.`)
    : occasionDays(view, coming);
  return html`<h2>${say`Shows`}</h2>${await counts(view, item)}${
    isNamed
      ? (coming.length > 0 || !item.is_graduate) && html`<h3>${say`Next shows`}</h3>${next}`
      : emptyState(say`No line-up names her yet.`)
  }${past.length > 0 && html`<h3>${say`Most recent`}</h3>${occasionDays(view, past)}`}`;
}
