import { Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { face, people, type Person } from "../../../../src/page/people.ts";
import { badge, dayList, emptyState, factList, time } from "../../../../src/page/parts.ts";
import { say } from "../../../words/say.ts";
import {
  dayText,
  fileNotes,
  groupPath,
  itemLink,
  itemPath,
  label,
  linkList,
  local,
  locale,
  marks,
  occasionWords,
  shortPath,
  wordLabel,
} from "../parts.ts";
import type {
  FolderGroup,
  ItemView,
  MemberEntry,
  MemberFields,
  NewsEntry,
  ShowEntry,
} from "../folder.ts";
import { articleList } from "./text_pages.ts";
import type { PreviewPage } from "../frame.ts";

/** Shows before and after now that a member's page names. */
const MAX_SHOWS = 5;

/** Articles that it names. */
const MAX_ARTICLES = 5;

/** A member among others. */
export function memberCard(
  item: MemberEntry,
  view: ItemView<MemberFields>,
  group: FolderGroup,
  now: number,
): Person {
  const { name, img, generation, team, status } = view.fields;
  const said = [generation, team].filter(Boolean).join(" · ");
  const marked = html`${status !== "active" && badge("plain", wordLabel(status))}${
    marks(item, view, group, now)
  }`;
  const { language } = group.index;
  const lines = [
    said !== "" && html`<span lang="${language}">${said}</span>`,
    marked.text !== "" && marked,
    shortPath(item),
  ].filter(Boolean);
  return {
    name,
    picture: img,
    href: itemPath(item),
    lang: language,
    line: lines.map((line, place) => html`${place > 0 && new Html("<br>")}${line}`),
  };
}

/** All members, those who have graduated behind the others. */
export function membersPage(group: FolderGroup, now: number): PreviewPage {
  const { index: { slug, language, name } } = group;
  const all = group.members.map((item) => ({ item, view: item.at(now) }));
  const [active, graduated] = [false, true].map((isGraduate) =>
    all.filter(({ view }) => view.fields.is_graduate === isGraduate)
      .map(({ item, view }) => memberCard(item, view, group, now))
  );
  return {
    title: say`Members of ${name}`,
    group,
    main: html`
      <h1>${say`Members`}</h1>
      <p><a href="${groupPath(slug)}" lang="${language}">${name}</a></p>
      ${active!.length === 0 ? emptyState(say`No member yet.`) : people(active!)}
      ${graduated!.length > 0 &&
        html`<h2>${say`Graduated`}</h2>${people(graduated!)}`}
    `,
  };
}

/** A member as her readers see her, with her shows. */
export function memberPage(item: MemberEntry, group: FolderGroup, now: number): PreviewPage {
  const view = item.at(now);
  const { fields } = view;
  const { name, fullname, img, status, jikosokai, description } = fields;
  const { language } = group.index;
  const isSame = fullname === undefined || fullname === name;
  return {
    title: name,
    group,
    main: html`
      <div class="profile">
        ${face(name, img, "large")}
        <div>
      <h1 lang="${language}">${name}</h1>
      <p>${!isSame && html`
        <span lang="${language}">${fullname}</span>
      `}${badge(status === "graduated" ? "plain" : "good", wordLabel(status))}${marks(
        item,
        view,
        group,
        now,
      )}</p>
      ${jikosokai && html`<p lang="${language}">${jikosokai}</p>`}</div>
      </div>
      ${fileNotes(item)}
      ${description && html`<p class="text" lang="${language}">${description}</p>`}
      ${facts(fields, item, group, now)}
      <h2>${say`Shows`}</h2>
      ${shows(item, group, now)}
      ${articles(item, group, now)}
    `,
  };
}

function facts(fields: MemberFields, { row }: MemberEntry, group: FolderGroup, now: number) {
  const { language } = group.index;
  const day = (date: string | undefined) => date && time(date, dayText(date, group, now));
  return factList([
    [label("generation"), local(fields.generation, language)],
    [label("team"), local(fields.team, language)],
    [label("nicknames"), local(fields.nicknames.join(", "), language)],
    [label("birth_date"), birthday(row.birthDate)],
    [label("zodiac"), fields.zodiac],
    [label("birthplace"), local(fields.birthplace, language)],
    [label("blood_type"), fields.bloodType],
    [label("height"), fields.height],
    [label("hobby"), local(fields.hobby, language)],
    [label("joined"), day(fields.joined)],
    [say`Graduates`, day(fields.graduated)],
    ["IDN", fields.idn_username],
    ["SHOWROOM", fields.showroom_url_key],
    [label("socials"), linkList(fields.socials)],
  ]);
}

function birthday(date: string | undefined): HtmlValue {
  if (date === undefined) return undefined;
  const isYearKnown = !date.startsWith("-");
  const words = new Intl.DateTimeFormat(locale(), {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(isYearKnown && { year: "numeric" }),
  }).format(Date.parse(isYearKnown ? date : `2000${date.slice(1)}`));
  return isYearKnown ? time(date, words) : words;
}

function shows({ id }: MemberEntry, group: FolderGroup, now: number): HtmlValue {
  const hers = group.shows.filter(({ row }) => row.members.includes(id))
    .sort((one, other) => one.row.start - other.row.start);
  if (hers.length === 0) return emptyState(say`No line-up names her yet.`);
  const at = hers.findIndex(({ row }) => row.start > now);
  const next = at < 0 ? hers.length : at;
  const line = (item: ShowEntry) => {
    const view = item.at(now);
    return {
      when: occasionWords(item, group, now),
      what: html`${itemLink(item, view.fields.title, group.index.language)}${
        marks(item, view, group, now)
      }`,
    };
  };
  return [
    html`<h3>${say`To come`}</h3>`,
    next === hers.length
      ? emptyState(say`None is announced.`)
      : dayList(hers.slice(next, next + MAX_SHOWS).map(line)),
    next > 0 && html`<h3>${say`Past`}</h3>`,
    next > 0 && dayList(hers.slice(Math.max(0, next - MAX_SHOWS), next).reverse().map(line)),
  ];
}

/** The last articles that have her whole name. */
function articles({ row: { name } }: MemberEntry, group: FolderGroup, now: number): HtmlValue {
  const hers: NewsEntry[] = [];
  for (const item of group.news) {
    const { title, content_text } = item.at(now).fields;
    if (`${title}\n${content_text}`.includes(name)) hers.push(item);
    if (hers.length === MAX_ARTICLES) break;
  }
  return hers.length > 0 && html`<h2>${say`Articles`}</h2>${articleList(hers, group, now)}`;
}
