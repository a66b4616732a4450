/** Hints: what is missing in content rather than wrong, each a row with what to write. */

import { foldText } from "../../src/model/fold_text.ts";
import { localDay } from "../../src/time/local_day.ts";
import { dayWords, instantWords } from "../../src/time/words.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import { namesIn } from "../derive/people.ts";
import type { Roster } from "../derive/roster.ts";
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
    "members",
    {
      heading: phrase`Shows of the next 14 days without a line-up`,
      remedy: phrase`Nobody sees who performs. Write the names as members`,
    },
    "shows",
    (show, context) => show.file.members.length === 0 ? ofShow(show, context) : undefined,
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
];

function ofMember({ file }: Entry<MemberFile>, { today }: Context): Finding {
  const { name, status, graduated } = file;
  const isGraduate = graduated === undefined ? status === "graduated" : graduated <= today;
  return { at: ["name"], message: NO_MORE, of: { name, isGraduate } };
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

/** A name in a line-up or credit, and where it is. */
interface Mention {
  readonly name: string;
  readonly source: Source;
  readonly path: ValuePath;
}

/**
 * Guests by whose names members may be meant, since all words of one name are in the other. Guests whom
 * `group.yaml` knows are left out.
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

function mentionsIn(
  { shows, events, releases, videocalls, setlists }: GroupContent,
): Mention[] {
  return [shows, events, releases, videocalls, setlists].flat().flatMap(({ file, source }) =>
    namesIn(file).map(({ value, path }) => ({ name: String(value), source, path }))
  );
}
