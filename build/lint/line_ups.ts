/** Rules of groups: of who performs, of what is shown to everybody, and of counts of shows that content has no files of. */

import { inOtherForm } from "../check/same_form.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { namesInShow } from "../derive/names.ts";
import { slugNamed } from "../derive/roster.ts";
import { createSetlistFinder, setlistsOf } from "../derive/setlists.ts";
import { topOf } from "../diagnostic/diagnostic.ts";
import { quote, suggestion } from "../diagnostic/wording.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { MemberFile } from "../schema/content/member.ts";
import { type Message, phrase } from "../words/say.ts";
import { DATED } from "./files.ts";
import { type Context, type Finding, rule } from "./rule.ts";

type Show = GroupContent["shows"][number];

/** The levels of `public` that add-ons show groups for. */
const SHOWN_LEVELS = ADDONS.flatMap(({ publicLevel }) => publicLevel ?? []);

export const LINE_UP_RULES = [
  rule("group/no-members", "group", (content) => {
    const count = content.members.length === 0 ? guestsOf(content).size : 0;
    if (count === 0) return undefined;
    const what = content.drafts.members.length === 0
      ? phrase`No member's file is here`
      : phrase`Every file here is a draft`;
    const guests = count === 1
      ? phrase`one name stays as a guest`
      : phrase`${count} names stay as guests`;
    const message =
      phrase`${what}, and ${guests} in line-ups and credits: put the members' files here,
      or guests into group.yaml`;
    return { place: topOf(`${content.folder}/members`), message };
  }, true),
  rule("group/no-setlists", "group", ({ folder, setlists, shows }) => {
    const count = shows.filter(({ file }) => file.setlist !== undefined).length;
    if (setlists.length > 0 || count === 0) return undefined;
    const named = count === 1 ? phrase`one show names` : phrase`${count} shows name`;
    const message = phrase`No setlist is here, and ${named} one: put the setlists back, or make each
      with deno task new setlist`;
    return { place: topOf(`${folder}/setlists`), message };
  }, true),
  rule("group/public", "group", ({ group }) => {
    if (group.public !== "site" || SHOWN_LEVELS.includes("site")) return undefined;
    const message = phrase`Groups have no pages here: ${quote("site")} shows what ${
      quote("feeds")
    } shows, and what is answered without a key`;
    return { at: ["public"], message };
  }),
  rule("show/celebrations", "group", (content, context) => {
    const left = daysOfLeaving(content.members);
    return content.shows.flatMap((show) => celebrations(show, left, context));
  }, true),
];

/** How far from her birthday hers is held at most, in days. */
const MOST_DAYS = 120;

/** Birthdays that are celebrated in another part of the year. */
function farBirthdays(
  { file: { date, seitansai }, source }: Show,
  find: (name: string) => string | undefined,
  { members }: GroupContent,
): Finding[] {
  return seitansai.flatMap((who, place) => {
    const slug = find(nameOf(who));
    const { name, birth_date: born } = members.find((one) => one.slug === slug)?.file ?? {};
    if (name === undefined || born === undefined) return [];
    // A leap year has each day.
    const dayOf = (day: string) => Date.parse(`2024-${day.slice(-5)}T00:00Z`) / DAY_MS;
    const days = Math.abs(dayOf(born) - dayOf(date));
    if (Math.min(days, 366 - days) <= MOST_DAYS) return [];
    const message = phrase`The birthday of ${quote(name)} is ${born}, in another part of the year:
      correct who is celebrated, or one of the dates`;
    return [{ place: source.locate(["seitansai", place]), message }];
  });
}

/** Birthdays and last shows that are held without her, and line-ups with somebody who had left before. */
function celebrations(show: Show, left: DaysOfLeaving, context: Context): Finding[] {
  const { slug, file, source } = show;
  const { members, seitansai, graduation, date } = file;
  const find = (name: string) => slugNamed(name, context.roster);
  const at = (field: string, place: number, message: Message): Finding => ({
    place: source.locate([field, place]),
    message,
  });
  const staying = file.state === "scheduled"
    ? graduation.flatMap((who, place) => {
      const message = stayingOn(nameOf(who), show, find, context.content);
      return message === undefined ? [] : [at("graduation", place, message)];
    })
    : [];
  const far = file.state === "scheduled" ? farBirthdays(show, find, context.content) : [];
  // A line-up may be unknown yet.
  if (members.length === 0) return [...staying, ...far];
  const absent = (field: "seitansai" | "graduation", words: Message) =>
    file[field].flatMap((who, place) => {
      const name = nameOf(who);
      const slug = find(name);
      if (slug === undefined || members.some((other) => find(other) === slug)) return [];
      const message = phrase`${quote(name)} ${words} in this show and is not in its line-up:
        add her to members, or take her away here`;
      return [at(field, place, message)];
    });
  const gone = members.flatMap((name, place) => {
    const day = left.byName.get(name);
    // If the file's name says another day, that is reported.
    const isOtherDay = DATED.test(slug) && !slug.startsWith(date);
    if (day === undefined || day >= date || isOtherDay) return [];
    // Others may be called so, too.
    const leaver = left.bySlug.get(find(name) ?? "");
    if (leaver?.day !== day) return [];
    if (day === SOME_DAY) {
      if (date < context.today || file.state === "cancelled") return [];
      const message = phrase`The status of ${quote(leaver.name)} is ${
        quote("graduated")
      }, and this show is still to come: take her out, or correct status; if it is her last one, write
        its day into graduated`;
      return [at("members", place, message)];
    }
    const message = phrase`${quote(leaver.name)} graduated on ${day}, before this show: take her
      out, or correct one of the dates; if she comes back for it, leave this as it is`;
    return [at("members", place, message)];
  });
  return [
    ...staying,
    ...far,
    ...(seitansai.length > 0 ? absent("seitansai", phrase`is celebrated`) : []),
    ...absent("graduation", phrase`graduates`),
    ...gone,
  ];
}

function nameOf(who: Show["file"]["seitansai"][number]): string {
  return typeof who === "string" ? who : who.member;
}

/** What is said of somebody with a last show whose own file has no day on which she leaves. */
function stayingOn(
  who: string,
  { file: { date, members } }: Show,
  find: (name: string) => string | undefined,
  content: GroupContent,
): Message | undefined {
  const slug = find(who);
  const member = content.members.find((one) => one.slug === slug);
  // Of somebody who is not in the line-up, that is said.
  const isThere = members.length === 0 || members.some((one) => find(one) === slug);
  if (member === undefined || !isThere) return undefined;
  const { status, graduated, name } = member.file;
  if (status === "graduated" || graduated !== undefined) return undefined;
  return phrase`${quote(name)} graduates in this show, and her file has no day of it: add
    graduated: ${date} to ${member.source.file}`;
}

/** In place of a day that is not known, before all others. */
const SOME_DAY = "";

/** The days on which members graduated. */
interface DaysOfLeaving {
  readonly bySlug: ReadonlyMap<string, { readonly name: string; readonly day: string }>;
  /** By all that line-ups may call them. */
  readonly byName: ReadonlyMap<string, string>;
}

function daysOfLeaving(members: GroupContent["members"]): DaysOfLeaving {
  const bySlug = new Map<string, { readonly name: string; readonly day: string }>();
  const byName = new Map<string, string>();
  for (const { slug, file } of members) {
    const { name, nicknames, former_slugs, joined, status } = file;
    const day = file.graduated ?? (status === "graduated" ? SOME_DAY : undefined);
    // If she left before she joined, that is reported.
    const isTold = day !== SOME_DAY && joined !== undefined && day !== undefined && day < joined;
    if (day === undefined || isTold) continue;
    bySlug.set(slug, { name, day });
    for (const one of [slug, name, ...nicknames, ...former_slugs]) byName.set(one, day);
  }
  return { bySlug, byName };
}

/** Whom a group's files name, but for the guests whom it knows. */
function guestsOf({ group, shows, events, releases, videocalls }: GroupContent): Set<string> {
  const names = [
    ...shows.flatMap(({ file }) => namesInShow(file)),
    ...events.flatMap(({ file }) => file.members ?? []),
    ...releases.flatMap(({ file }) => file.tracks.flatMap(({ members }) => members)),
    ...videocalls.flatMap(({ file }) => file.sessions.flatMap(({ members }) => members)),
  ];
  const guests = new Set(names.map(foldText));
  for (const known of group.guests) guests.delete(foldText(known));
  return guests;
}

/** Rules of `shows_before`: of counts that cannot be. */
export const COUNT_RULES = [
  rule("shows-before", "members", (member, context) => {
    const before = member.file.shows_before;
    if (before === undefined) return undefined;
    const { joined } = member.file;
    const { as_of: asOf, total, by_setlist: bySetlist } = before;
    const count = asOf ? countUpTo(asOf, member, context) : 0;
    const sum = bySetlist.reduce((sum, { count }) => sum + count, 0);
    const at = (field: string, message: Message) => ({ at: ["shows_before", field], message });
    const isComing = asOf !== undefined && asOf > context.today;
    return [
      ...setlistCounts(bySetlist, context),
      sum > total
        ? at(
          "total",
          phrase`The setlists add up to ${sum}, more than total, ${total}: correct one
            of the counts`,
        )
        : undefined,
      context.content.group.shows_complete && total > count
        ? at(
          "total",
          phrase`group.yaml says that this folder has all shows (shows_complete), and it
            has ${count} of these: take shows_before or shows_complete away, or correct total`,
        )
        : undefined,
      isComing
        ? at(
          "as_of",
          phrase`These shows are counted up to ${asOf}, a day to come: write the last day
            that is counted`,
        )
        : undefined,
      asOf && !isComing && joined && asOf < joined && total > 0
        ? at("as_of", phrase`This is before the day she joined, ${joined}: correct one of the days`)
        : undefined,
      asOf && !isComing && count > total
        ? at(
          "total",
          phrase`She is in more shows of this folder up to ${asOf}, ${count}, than total
            says: count them in, or correct as_of`,
        )
        : undefined,
    ];
  }, true),
];

function setlistCounts(
  counts: NonNullable<MemberFile["shows_before"]>["by_setlist"],
  { content }: Context,
): Finding[] {
  const setlists = setlistsOf(content.setlists);
  const { find } = createSetlistFinder(setlists);
  const names = setlists.map(({ name }) => name);
  const folded = counts.map(({ setlist }) => foldText(setlist));
  return counts.flatMap(({ setlist }, place) => {
    const at = ["shows_before", "by_setlist", place, "setlist"];
    const again: Finding[] = folded.indexOf(folded[place]!) === place ? [] : [{
      at,
      message: phrase`${quote(setlist)} is counted twice, and both counts are added up: keep one`,
    }];
    if (find(setlist) !== undefined || setlists.length === 0) return again;
    const remedy = suggestion(setlist, names) ||
      phrase`: correct the name, or add it with deno task new setlist`;
    const message = phrase`No setlist is called ${quote(setlist)}${remedy}`;
    return [...again, { at, message, meant: inOtherForm(setlist, names) }];
  });
}

/** How many shows of a member took place up to a day. */
function countUpTo(
  day: string,
  { slug }: Pick<Entry<MemberFile>, "slug">,
  { content, roster }: Context,
): number {
  return content.shows.filter(({ file }) =>
    file.state === "scheduled" && file.date <= day &&
    file.members.some((name) => slugNamed(name, roster) === slug)
  ).length;
}
