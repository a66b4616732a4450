import { celebrantOf, hasBirthDate } from "../catalog/birthdays.ts";
import { LIVE } from "../core/services.ts";
import type { Group } from "../catalog/catalog.ts";
import { findMember, foundUntil, showsAround, statusUntil } from "../catalog/members.ts";
import type { MemberFields } from "../group_pages/page_group.ts";
import type { ShowStats } from "../model/item/member.ts";
import type { MemberRow, ShowRow } from "../model/pack.ts";
import { type LiveType, PLATFORMS } from "../model/platforms.ts";
import { readShowStats } from "../model/show_counts.ts";
import { daysText, type Item, type Line, NAMED, showText } from "./item.ts";
import { type Lookup, timesAt, timesText } from "./lookup.ts";

/** All about a member. */
export function readMember(lookup: Lookup, group: Group, address: string): Item | undefined {
  const { now, ctx: { use } } = lookup;
  const { view, recents, stats } = use(LIVE);
  const row = findMember(group, address, now);
  lookup.holdUntil(foundUntil(group, address, now));
  if (row === undefined) return undefined;
  const member = lookup.read<MemberFields>(row, row.more);
  const { recent, upcoming, validUntil } = showsAround(group, row, now);
  lookup.holdUntil(Math.min(validUntil, statusUntil(row, now)));
  lookup.holdUntil(Math.min(recents.validUntil(), view.validUntil()));
  const counted = readShowStats(
    group.showCounts(),
    group.table("members").indexOf(row),
    group.showsAt(now),
  );
  lookup.holdUntil(counted.validUntil);
  const onAir = view.list(group.slug).find(({ url }) => url === row.id);
  const last = recents.last(group.slug, row.id);
  const broadcasts = Object.entries(stats.totals(group.slug, [row.id, ...row.formerSlugs]))
    .filter(([, count]) => count > 0);
  const shows = (rows: readonly ShowRow[]) => rows.map((show) => showText(lookup, group, show));
  return {
    id: row.id,
    title: member.name,
    lines: [
      ["In her own script", [member.name_native, member.name_reading]],
      ["Full name", member.fullname === member.name ? "" : member.fullname],
      ["Also called", member.nicknames],
      ["Status", member.status],
      ["Team", member.team],
      ["Generation", member.generation],
      ["Joined", member.joined],
      [(row.graduatedFrom ?? 0) > now ? "Graduates" : "Graduated", member.graduated],
      ...birthdayLines(lookup, group, row),
      ["Birthplace", member.birthplace],
      ["Height", member.height],
      ["Blood type", member.bloodType],
      ["Zodiac", member.zodiac],
      ["Hobby", member.hobby],
      ["Introduces herself", member.jikosokai],
      ["About her", member.description],
      ["On air now", onAir && broadcastText(onAir.type, "since", onAir.started_at, group)],
      ["Last broadcast", last && broadcastText(last.type, "began", last.date.start, group)],
      [
        "Broadcasts counted",
        broadcasts.map(([type, count]) => `${PLATFORMS[type as LiveType].title} ${count}`),
      ],
      ...statsLines(counted.value),
      ...member.history.map(({ from, to, team, role, generation }): Line => [
        "Career",
        [`${from} to ${to ?? "now"}`, role, team && `team ${team}`, generation],
      ]),
      ["Next shows", shows(upcoming)],
      ["Last shows", shows(recent)],
      ...member.socials.map(({ title, url }): Line => [title, url]),
    ],
    metadata: { status: member.status, shows: counted.value.total },
  };
}

function birthdayLines(lookup: Lookup, group: Group, row: MemberRow): readonly Line[] {
  if (!hasBirthDate(row)) return [];
  const today = lookup.today(group.timezone);
  const { birthday } = celebrantOf(group, row, today, lookup.now);
  const { currentAge, ageOnNextBirthday: turns, nextBirthday } = birthday;
  return [
    ["Born", row.birthDate.replace(/^--/, "")],
    ["Age", currentAge],
    ["Next birthday", [nextBirthday, turns === undefined ? undefined : `turns ${turns}`]],
  ];
}

function broadcastText(type: LiveType, verb: string, start: string, { timezone }: Group): string {
  return `${PLATFORMS[type].title} ${verb} ${timesText(timesAt(Date.parse(start), timezone))}`;
}

function statsLines({ total, first, last, since, by_setlist }: ShowStats): readonly Line[] {
  return [
    ["Shows", [String(total), ...daysText(first, last, since)]],
    [
      "Most often in",
      by_setlist.slice(0, NAMED).map(({ setlist, count }) => `${setlist} (${count})`),
    ],
  ];
}
