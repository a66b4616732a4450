import { localDay } from "../../src/time/local_day.ts";
import { readCivilDate } from "../../src/time/civil_date.ts";
import { dayWords, instantWords } from "../../src/time/words.ts";
import type { CheckedContent, Entry, GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import type { ValuePath } from "../read/source.ts";
import type { MemberFile } from "../../src/model/content/member.ts";
import type { ShowFile } from "../../src/model/content/occasions.ts";
import { spokenLanguage } from "../words/say.ts";
import { DAYS_AHEAD, type Gap, type GapKind } from "./gap.ts";
import { findGuests } from "./find_guests.ts";
import { findTwice } from "./find_twice.ts";

const DAY_MS = 86_400_000;

/** Finds what is missing in everything that is no draft. `now` (epoch ms) says which shows come next. */
export function findGaps({ groups }: CheckedContent, now: number): Gap[] {
  return groups.flatMap((group) => [
    ...group.members.flatMap((member) => memberGaps(member, group, now)),
    ...group.shows.flatMap((show) => showGaps(show, group, now)),
    ...findTwice(group),
    ...findGuests(group),
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

function hasGraduated({ status, graduated }: MemberFile, zone: string, now: number): boolean {
  return graduated === undefined
    ? status === "graduated"
    : readCivilDate(graduated, zone) <= localDay(now, zone);
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
