import { forCaller } from "../../src/platform/caller_paths.ts";
import { localDay } from "../../src/time/local_day.ts";
import { isYearlessDay } from "../../src/time/civil_date.ts";
import { dayWords, instantWords } from "../../src/time/words.ts";
import { type CheckedContent, type Entry, type GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import { topOf } from "../diagnostic/diagnostic.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { MemberFile } from "../schema/content/member.ts";
import type { ShowFile } from "../schema/content/occasions.ts";
import { joined, phrase, spokenLanguage } from "../words/say.ts";
import { DAYS_AHEAD, type Gap, type GapKind } from "./gap.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { type Roster, rosterOf } from "../derive/roster.ts";
import { quote } from "../diagnostic/wording.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";

/** Finds what is missing in everything that is no draft. `now` (epoch ms) says which shows come next. */
export function findGaps({ groups }: CheckedContent, now: number): Gap[] {
  return groups.flatMap((group) => [
    ...group.members.flatMap((member) => memberGaps(member, group, now)),
    ...findUnread(group, now),
    ...group.shows.flatMap((show) => showGaps(show, group, now)),
    ...findTwice(group),
    ...findGuests(group),
    ...findUnused(group),
  ]);
}

function memberGaps(member: Entry<MemberFile>, content: GroupContent, now: number): Gap[] {
  const { file, source } = member;
  const fields = ["birth_date", "img"] as const;
  const isGraduate = hasGraduated(file, content.group.timezone, now);
  return fields.filter((field) => file[field] === undefined).map((field) => ({
    ...{ kind: field, group: content.slug, name: file.name, note: "", isGraduate },
    place: source.locate(["name"] satisfies ValuePath),
  }));
}

/** Finds members and setlists of a Japanese group whose names are in kanji and have no reading. */
function findUnread(content: GroupContent, now: number): Gap[] {
  const { slug, group: { language, timezone }, members, setlists } = content;
  if (new Intl.Locale(language).language !== "ja") return [];
  const named = [
    ...members.map(({ file, source }) => {
      const isGraduate = hasGraduated(file, timezone, now);
      return { file, source, path: ["name"] satisfies ValuePath, isGraduate };
    }),
    ...setlists.map(({ file, source }) => {
      return { file, source, path: ["name"], isGraduate: false };
    }),
  ];
  return named.filter(({ file }) => isUnread(file)).map(({ file, source, path, isGraduate }) => ({
    kind: "name_reading",
    group: slug,
    place: source.locate(path),
    name: file.name,
    note: "",
    isGraduate,
  }));
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

function hasGraduated({ status, graduated }: MemberFile, zone: string, now: number): boolean {
  return graduated === undefined ? status === "graduated" : graduated <= localDay(now, zone);
}

function showGaps(show: Entry<ShowFile>, content: GroupContent, now: number): Gap[] {
  const { file, source } = show;
  const { slug, group: { timezone } } = content;
  const { start, date } = occasionOf(file, timezone);
  const isNext = start > now && date <= localDay(now + DAYS_AHEAD * DAY_MS, timezone);
  if (!isNext || file.state !== "scheduled") return [];
  const when = file.time === undefined
    ? dayWords(date, { timezone }, now, spokenLanguage())
    : instantWords(start, { timezone }, now, spokenLanguage());
  const missing: GapKind[] = [
    ...(file.members.length === 0 ? ["members" as const] : []),
    ...(file.time === undefined ? ["time" as const] : []),
  ];
  const place = source.locate(["date"]);
  const name = `${file.title ?? file.setlist}, ${when}`;
  return missing.map((kind) => ({
    ...{ kind, group: slug, place, name, note: "", isGraduate: false },
  }));
}

/** Finds members of one birth date who share a full name or a nickname: they may be one person. */
function findTwice({ slug, members }: GroupContent): Gap[] {
  const born = members.filter(({ file }) =>
    file.birth_date !== undefined && !isYearlessDay(file.birth_date)
  );
  const days = Map.groupBy(born, ({ file }) => file.birth_date!);
  return [...days].flatMap(([day, same]) =>
    same.flatMap((member, place) => {
      const first = same.slice(0, place).find((other) => shareName(other.file, member.file));
      if (first === undefined) return [];
      const note = phrase` was born on ${day}, as was ${first.file.name} in ${
        forCaller(first.source.file)
      }`;
      return [{
        kind: "twice" as const,
        group: slug,
        place: member.source.locate(["name"]),
        name: member.file.name,
        note,
        isGraduate: false,
      }];
    })
  );
}

function shareName(one: MemberFile, other: MemberFile): boolean {
  const names = new Set(namesOf(one));
  return namesOf(other).some((name) => names.has(name));
}

function namesOf({ name, fullname, nicknames }: MemberFile): string[] {
  return [name, fullname, ...nicknames].filter((text) => text !== undefined).map(foldText);
}

/** Pictures of the group that neither an entry nor a draft names. */
function findUnused(
  { slug, pictures, ownPictures = [], setlists, drafts, ...shown }: GroupContent,
) {
  if (pictures.size === 0) return [];
  const kinds = [shown, drafts].flatMap(({ members, shows, news, events, releases }) => [
    ...[...members, ...shows, ...news, ...events, ...releases],
  ]);
  const entries = [...setlists, ...kinds];
  const used = new Set([...ownPictures, ...entries.flatMap(({ pictures }) => pictures ?? [])]);
  return [...pictures.values()].flatMap((picture): Gap[] => {
    if (picture === undefined || used.has(picture)) return [];
    const { name, path } = picture;
    return [{ kind: "unused", group: slug, place: topOf(path), name, note: "", isGraduate: false }];
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
function findGuests(content: GroupContent): Gap[] {
  if (!content.isNamesWhole) return [];
  const roster = rosterOf(content);
  const byName = Map.groupBy(mentionsIn(content), ({ name }) => foldText(name));
  return [...byName.values()].flatMap((mentions) => {
    const [{ name, source, path }] = mentions as [Mention, ...Mention[]];
    const meant = membersLike(name, roster, content.members);
    if (meant.length === 0) return [];
    const also = mentions.length === 1 ? "" : phrase` (in ${mentions.length} places)`;
    const names = joined(meant.map(({ slug, file }) => `${file.name} (${slug})`), phrase` or `);
    const note = phrase`${also}: is it ${names}?`;
    const place = source.locate(path);
    return [{
      kind: "guest",
      group: content.slug,
      place,
      name: quote(name),
      note,
      isGraduate: false,
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
