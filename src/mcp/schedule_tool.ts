import type { Group } from "../catalog/catalog.ts";
import { anyText, civilDate, wholeNumber } from "../http/parameter.ts";
import type { ScheduleItem } from "../model/item/occasions.ts";
import type { ScheduleRow } from "../model/pack.ts";
import { dayStart } from "../time/wall_clock.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { groupText, idOf, type Lookup, timesOf, timesText } from "./lookup.ts";
import { countText, type Entry, listResult, MAX_ITEMS, tool } from "./tool.ts";

/** Of whom a list is. */
export const WHO = {
  group: anyText("a group's name, or its name in addresses"),
  member: anyText("a member's name, nickname or slug, in any script"),
};

/** How far the schedule goes: of one member further, since she is not in every show. */
export const SCHEDULE_DAYS = { all: 14, ofMember: 92 } as const;
export const MAX_DAYS = 366;

/** `schedule`: shows and events of some days, soonest first. */
export const SCHEDULE = tool({
  title: "Schedule",
  description:
    "Shows, concerts, handshake events, television and radio, soonest first, from a day on. Use it " +
    "for questions such as: what is on tonight, when does this member perform next, what happens " +
    "next week. Line-ups and tickets are in `fetch`. Without `from`: from today. Past days work too.",
  parameters: {
    ...WHO,
    from: {
      ...civilDate(),
      description: "the first day, such as 2026-07-04, in the group's time zone",
    },
    days: {
      ...wholeNumber(1, MAX_DAYS),
      description: `for how many days, 1 to ${MAX_DAYS}; ${SCHEDULE_DAYS.all} if left out, or ` +
        `${SCHEDULE_DAYS.ofMember} with a member`,
    },
  },
  answer(lookup, { group, member, from, days }) {
    const { groups, members } = lookup.meant(group, member);
    const shown = days ?? (members === undefined ? SCHEDULE_DAYS.all : SCHEDULE_DAYS.ofMember);
    const wanted = groups.flatMap((group) => {
      const first = from ?? lookup.today(group.timezone);
      const start = dayStart(first, group.timezone);
      const until = firstInstantAfter(first, shown, group.timezone);
      const slugs = members?.filter((one) => one.group === group).map(({ member }) => member.id);
      const isMeant = (row: ScheduleRow) =>
        row.start >= start && (slugs?.some((slug) => row.members.includes(slug)) ?? true);
      return lookup.list(group.table("schedule"), isMeant)
        .map((row) => ({ group, row, isWithin: row.start < until }));
    });
    wanted.sort((one, other) => one.row.start - other.row.start);
    const within = wanted.filter(({ isWithin }) => isWithin);
    const of = members?.map(({ member }) => member.name) ?? groups.map(groupText);
    const when = `in ${countText(shown, "day")} from ${from ?? "today"}: ${of.join(", ")}`;
    // If nothing is on, the next one answers the question.
    const entries = within.length > 0 ? within : wanted.slice(0, 1);
    const head = within.length > 0
      ? `${within.length} ${when}`
      : `Nothing is on ${when}.${entries.length > 0 ? " The next:" : ""}`;
    return listResult(
      head,
      entries.slice(0, MAX_ITEMS).map(({ group, row }) => describe(lookup, group, row)),
      { total: entries.length, hint: ": ask for fewer days, or from a later day" },
    );
  },
});

/** The first instant (epoch ms) of the day so many days after a date. */
function firstInstantAfter(date: string, days: number, zone: string): number {
  const after = new Date(Date.parse(date) + days * DAY_MS).toISOString();
  // Years of more than four digits have a sign.
  return /^\d/.test(after) ? dayStart(after.slice(0, 10), zone) : Infinity;
}

function describe(lookup: Lookup, group: Group, row: ScheduleRow): Entry {
  const { title, type, venue, state, setlist, start_at } = lookup.read<ScheduleItem>(row);
  const times = timesOf(row, start_at);
  const id = idOf(group, type === "theater" ? "show" : "event", row.id);
  const notes = [
    state === "scheduled" ? undefined : state,
    row.start <= lookup.now ? "has begun" : undefined,
  ];
  return {
    line: [timesText(times), title, venue, ...notes, id].filter((part) => part).join(" · "),
    // What is undefined is no field of JSON.
    item: {
      id,
      title,
      type,
      ...times,
      venue: venue || undefined,
      setlist: setlist === title ? undefined : setlist,
      state,
    },
  };
}
