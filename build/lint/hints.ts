/** Hints: what is missing in content rather than wrong, each a row with what to write. */

import { forCaller } from "../../src/platform/caller_paths.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { isYearlessDay } from "../../src/time/civil_date.ts";
import { localDay } from "../../src/time/local_day.ts";
import { dayWords, instantWords } from "../../src/time/words.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import type { Roster } from "../derive/roster.ts";
import { topOf } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { MemberFile } from "../schema/content/member.ts";
import type { ShowFile } from "../schema/content/occasions.ts";
import { joined, messageOf, phrase, spokenLanguage } from "../words/say.ts";
import { type Context, type Finding, type Hint, hint } from "./rule.ts";

/** How many days ahead shows are looked at. */
export const DAYS_AHEAD = 14;

/** The heading says all. */
const NO_MORE = messageOf("");

export const HINTS: readonly Hint[] = [
  hint(
    "birth_date",
    {
      heading: phrase`Members without a birth date`,
      remedy:
        phrase`They are in no list of birthdays. Write birth_date, or --03-03 if the year is unknown`,
    },
    "members",
    (member, context) =>
      member.file.birth_date === undefined ? ofMember(member, context) : undefined,
  ),
  hint(
    "img",
    {
      heading: phrase`Members without a picture`,
      remedy:
        phrase`Programs show an empty frame. Put one into the folder pictures, and write it as img`,
    },
    "members",
    (member, context) => member.file.img === undefined ? ofMember(member, context) : undefined,
  ),
  hint(
    "name_reading",
    {
      heading: phrase`Names in Japanese writing without a reading`,
      remedy:
        phrase`Lists do not sort them by their reading, and search does not find them by it. Write
          name_reading, in kana`,
    },
    ["members", "setlists"],
    ({ file, source }: Named, context) => {
      const { language } = context.content.group;
      const isJapanese = new Intl.Locale(language).language === "ja";
      return isJapanese && isUnread(file) ? ofMember({ file, source }, context) : undefined;
    },
  ),
  hint(
    "members",
    {
      heading: phrase`Shows of the next 14 days without a line-up`,
      remedy: phrase`Nobody sees who performs. Write the names as members`,
    },
    "shows",
    (show, context) => show.file.members.length === 0 ? ofShow(show, context) : undefined,
  ),
  hint(
    "time",
    {
      heading: phrase`Shows of the next 14 days without a time`,
      remedy: phrase`Calendars have them for the whole day. Write time, such as "19:00"`,
    },
    "shows",
    (show, context) => show.file.time === undefined ? ofShow(show, context) : undefined,
  ),
  // Members of one birth date who share a full name or a nickname may be one person.
  hint(
    "twice",
    {
      heading: phrase`Members who may be in two files`,
      remedy:
        phrase`If they are one person, move what only the second file says into the first, add its name
          to former_slugs there, and delete it; if not, leave both`,
    },
    "members",
    ({ file, source }, { content: { members } }) => {
      const day = file.birth_date;
      if (day === undefined || isYearlessDay(day)) return undefined;
      const place = members.findIndex((one) => one.source === source);
      const first = members.slice(0, place).find((other) =>
        other.file.birth_date === day && shareName(other.file, file)
      );
      if (first === undefined) return undefined;
      const message = phrase` was born on ${day}, as was ${first.file.name} in ${
        forCaller(first.source.file)
      }`;
      return { at: ["name"], message, of: { name: file.name, isGraduate: false } };
    },
  ),
  hint(
    "guest",
    {
      heading: phrase`Guests who look like members`,
      remedy:
        phrase`If it is she, write her name or add this one to her nicknames; if not, name the guest
          under guests in group.yaml`,
    },
    "group",
    guestsLikeMembers,
    true,
  ),
  hint(
    "unused",
    {
      heading: phrase`Pictures that nothing names`,
      remedy: phrase`Nobody sees them. Write them into a field such as img, or delete them`,
    },
    "group",
    unusedPictures,
  ),
];

type Named = Pick<
  Entry<
    & Pick<MemberFile, "name">
    & Partial<Pick<MemberFile, "name_native" | "name_reading" | "status" | "graduated">>
  >,
  "file" | "source"
>;

function ofMember({ file }: Named, { today }: Context): Finding {
  const { name, status, graduated } = file;
  const isGraduate = graduated === undefined ? status === "graduated" : graduated <= today;
  return { at: ["name"], message: NO_MORE, of: { name, isGraduate } };
}

/** Kana and other letters say how they are read. */
function isUnread(
  { name, name_native: native = "", name_reading: reading }: Pick<
    MemberFile,
    "name" | "name_native" | "name_reading"
  >,
): boolean {
  return reading === undefined && /\p{Script=Han}/u.test(name + native);
}

/** What a show of the next days lacks; undefined of one that is no such. */
function ofShow({ file }: Entry<ShowFile>, { content, now }: Context): Finding | undefined {
  const { group: { timezone } } = content;
  const { start, date } = occasionOf(file, timezone);
  const isNext = start > now && date <= localDay(now + DAYS_AHEAD * DAY_MS, timezone);
  if (!isNext || file.state !== "scheduled") return undefined;
  const when = file.time === undefined
    ? dayWords(date, { timezone }, now, spokenLanguage())
    : instantWords(start, { timezone }, now, spokenLanguage());
  const name = `${file.title ?? file.setlist}, ${when}`;
  return { at: ["date"], message: NO_MORE, of: { name, isGraduate: false } };
}

function shareName(one: MemberFile, other: MemberFile): boolean {
  const names = new Set(namesOf(one));
  return namesOf(other).some((name) => names.has(name));
}

function namesOf({ name, fullname, nicknames }: MemberFile): string[] {
  return [name, fullname, ...nicknames].filter((text) => text !== undefined).map(foldText);
}

/** Pictures of the group that neither an entry nor a draft names. */
function unusedPictures(
  { pictures, ownPictures = [], setlists, drafts, ...shown }: GroupContent,
): Finding[] {
  if (pictures.size === 0) return [];
  const kinds = [shown, drafts].flatMap(({ members, shows, news, events, releases }) => [
    ...[...members, ...shows, ...news, ...events, ...releases],
  ]);
  const entries = [...setlists, ...kinds];
  const used = new Set([...ownPictures, ...entries.flatMap(({ pictures }) => pictures ?? [])]);
  return [...pictures.values()].flatMap((picture) => {
    if (picture === undefined || used.has(picture)) return [];
    const { name, path } = picture;
    return [{ place: topOf(path), message: NO_MORE, of: { name, isGraduate: false } }];
  });
}

/** A name in a line-up or credit, and where it is. */
interface Mention {
  readonly name: string;
  readonly source: Source;
  readonly path: ValuePath;
}

/**
 * Guests by whose names members may be meant: by one typing mistake, or since all words of one name are
 * in the other. Guests whom `group.yaml` knows are left out.
 */
function guestsLikeMembers(content: GroupContent, { roster }: Context): Finding[] {
  const byName = Map.groupBy(mentionsIn(content), ({ name }) => foldText(name));
  return [...byName.values()].flatMap((mentions) => {
    const [{ name, source, path }] = mentions as [Mention, ...Mention[]];
    const meant = membersLike(name, roster, content.members);
    if (meant.length === 0) return [];
    const also = mentions.length === 1 ? "" : phrase` (in ${mentions.length} places)`;
    const names = joined(meant.map(({ slug, file }) => `${file.name} (${slug})`), phrase` or `);
    const message = phrase`${also}: is it ${names}?`;
    return [{
      place: source.locate(path),
      message,
      of: { name: quote(name), isGraduate: false },
    }];
  });
}

function membersLike(
  name: string,
  roster: Roster,
  members: readonly Entry<MemberFile>[],
): readonly Entry<MemberFile>[] {
  const found = roster.find(name);
  if (found.kind !== "guest" || found.isKnown) return [];
  const hint = roster.hint(name).meant;
  const meant = hint === undefined ? undefined : roster.find(hint);
  if (meant?.kind === "member") return [meant.member];
  const words = wordsIn(name);
  return members.filter(({ file }) =>
    [file.name, file.fullname ?? "", ...file.nicknames].some((known) =>
      isPartOf(words, wordsIn(known)) || isPartOf(wordsIn(known), words)
    )
  );
}

/** Shorter words are in too many names. */
const MIN_WORD = 3;

/** Whether a list of words is in another one; a list without a word of some length is in none. */
function isPartOf(some: readonly string[], others: readonly string[]): boolean {
  return some.some((word) => word.length >= MIN_WORD) &&
    some.every((word) => others.includes(word));
}

function wordsIn(name: string): string[] {
  return foldText(name).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function mentionsIn({ shows, events, releases, videocalls }: GroupContent): Mention[] {
  const list = (names: readonly string[], source: Source, path: ValuePath): Mention[] =>
    names.map((name, place) => ({ name, source, path: [...path, place] }));
  return [
    ...shows.flatMap(({ file, source }) => list(file.members, source, ["members"])),
    ...events.flatMap(({ file, source }) => list(file.members ?? [], source, ["members"])),
    ...releases.flatMap(({ file, source }) =>
      file.tracks.flatMap(({ members }, place) =>
        list(members, source, ["tracks", place, "members"])
      )
    ),
    ...videocalls.flatMap(({ file, source }) =>
      file.sessions.flatMap(({ members }, place) =>
        list(members, source, ["sessions", place, "members"])
      )
    ),
  ];
}
