import type { Group } from "../catalog/catalog.ts";
import type { ScheduleItem } from "../model/item/occasions.ts";
import type { ScheduleRow } from "../model/pack.ts";
import { dayStart } from "../time/wall_clock.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import {
  countText,
  type FoundMember,
  groupText,
  idOf,
  type Lookup,
  timesOf,
  timesText,
} from "./lookup.ts";
import { type CallResult, fitted, listResult, MAX_ITEMS } from "./result.ts";
import { SCHEDULE_DAYS } from "./tools.ts";

/** An entry of a schedule, and of whose. */
interface Entry {
  readonly group: Group;
  readonly row: ScheduleRow;
  /** Whether it is within the days that are asked for. */
  readonly isWithin: boolean;
}

/** `schedule`: shows and events of some days, soonest first. */
export async function listSchedule(lookup: Lookup, { group, member, from, days }: {
  readonly group: string | undefined;
  readonly member: string | undefined;
  readonly from: string | undefined;
  readonly days: number | undefined;
}): Promise<CallResult> {
  const groups = lookup.groupsNamed(group);
  const found = member === undefined ? undefined : await lookup.membersNamed(groups, member);
  const shown = days ?? (found === undefined ? SCHEDULE_DAYS.all : SCHEDULE_DAYS.ofMember);
  const wanted = groups.flatMap((group) => entriesOf(lookup, group, found, from, shown));
  wanted.sort((one, other) => one.row.start - other.row.start);
  const within = wanted.filter(({ isWithin }) => isWithin);
  // If nothing is on, the next one answers the question.
  const next = within.length === 0 ? wanted.slice(0, 1) : [];
  const of = found === undefined ? groups.map(groupText) : found.map(({ member }) => member.name);
  const when = `in ${countText(shown, "day")} from ${from ?? "today"}: ${of.join(", ")}`;
  const head = within.length > 0
    ? `${within.length} ${when}`
    : `Nothing is on ${when}.${next.length > 0 ? " The next:" : ""}`;
  const entries = [...within, ...next].slice(0, MAX_ITEMS).map((entry) => describe(lookup, entry));
  return fitted(entries, (some) => {
    const more = within.length - (within.length === 0 ? 0 : some.length);
    return listResult(
      [head, ...some.map(({ line }) => line), ...moreLine(more)],
      { items: some.map(({ item }) => item), more },
    );
  });
}

function moreLine(more: number): string[] {
  return more > 0 ? [`… and ${more} more: ask for fewer days, or from a later day`] : [];
}

/** What a group has on from a day on, of some members where they are named. */
function entriesOf(
  lookup: Lookup,
  group: Group,
  found: readonly FoundMember[] | undefined,
  from: string | undefined,
  days: number,
): Entry[] {
  const { timezone } = group;
  const date = from ?? lookup.today(timezone);
  const first = dayStart(date, timezone);
  const until = firstInstantAfter(date, days, timezone);
  const slugs = found?.filter((one) => one.group === group).map(({ member }) => member.id);
  return lookup.list(
    group.table("schedule"),
    (row) =>
      row.start >= first && (slugs === undefined || row.members.some((one) => slugs.includes(one))),
  ).map((row) => ({ group, row, isWithin: row.start < until }));
}

/** The first instant (epoch ms) of the day so many days after a date. */
function firstInstantAfter(date: string, days: number, zone: string): number {
  const after = new Date(Date.parse(date) + days * DAY_MS).toISOString();
  // Years of more than four digits have a sign.
  return /^\d/.test(after) ? dayStart(after.slice(0, 10), zone) : Infinity;
}

function describe(lookup: Lookup, { group, row }: Entry) {
  const { title, type, venue = "", state, setlist } = lookup.read<ScheduleItem>(row);
  const times = timesOf(row, group.timezone);
  const id = idOf(group, type === "theater" ? "show" : "event", row.id);
  const notes = [
    ...(state === "scheduled" ? [] : [state]),
    ...(row.start <= lookup.now ? ["has begun"] : []),
  ];
  return {
    line: [timesText(times), title, venue, ...notes, id].filter((part) => part !== "").join(" · "),
    item: {
      id,
      title,
      type,
      ...times,
      ...(venue !== "" && { venue }),
      ...(setlist !== undefined && setlist !== title && { setlist }),
      state,
    },
  };
}
