import { celebrantOf, hasBirthDate } from "../catalog/birthdays.ts";
import type { Group } from "../catalog/catalog.ts";
import { showsAround, statusUntil } from "../catalog/members.ts";
import type { MemberFields } from "../group_pages/page_group.ts";
import type { MemberRow, ShowRow } from "../model/pack.ts";
import { PLATFORMS } from "../model/platforms.ts";
import { type Item, type Line, showText } from "./item.ts";
import { type Lookup, timesAt, timesText } from "./lookup.ts";

/** All about a member. */
export function memberItem(lookup: Lookup, group: Group, row: MemberRow): Item {
  const { now, ctx: { live } } = lookup;
  const member = lookup.read<MemberFields>(row, row.more);
  const { recent, upcoming, validUntil } = showsAround(group, row, now);
  lookup.holdUntil(Math.min(validUntil, statusUntil(row, now)));
  const onAir = live.view.list(group.slug).find(({ url }) => url === row.id);
  const last = live.recents.last(group.slug, row.id);
  const shows = (rows: readonly ShowRow[]) => rows.map((show) => showText(lookup, group, show));
  return {
    title: member.name,
    lines: [
      ["Full name", member.fullname === member.name ? "" : member.fullname],
      ["Also called", member.nicknames],
      ["Status", member.status],
      ["Team", member.team],
      ["Generation", member.generation],
      ["Joined", member.joined],
      [
        row.graduatedFrom !== undefined && row.graduatedFrom > now ? "Graduates" : "Graduated",
        member.graduated,
      ],
      ...birthdayLines(lookup, group, row),
      ["Birthplace", member.birthplace],
      ["Height", member.height],
      ["Blood type", member.bloodType],
      ["Zodiac", member.zodiac],
      ["Hobby", member.hobby],
      ["Introduces herself", member.jikosokai],
      ["About her", member.description],
      ["On air now", onAir && `${PLATFORMS[onAir.type].title} since ${onAir.started_at}`],
      ["Last broadcast", last && broadcastText(last.type, last.date.start, group.timezone)],
      ["Next shows", shows(upcoming)],
      ["Last shows", shows(recent)],
      ...member.socials.map(({ title, url }): Line => [title, url]),
    ],
    metadata: { status: member.status },
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
    ["Next birthday", `${nextBirthday}${turns === undefined ? "" : `, turns ${turns}`}`],
  ];
}

function broadcastText(type: keyof typeof PLATFORMS, start: string, zone: string): string {
  return `${PLATFORMS[type].title}, began ${timesText(timesAt(Date.parse(start), zone))}`;
}
