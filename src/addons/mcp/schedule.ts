import type { Group } from "../../catalog/catalog.ts";
import { civilDate, wholeNumber } from "../../http/parameter.ts";
import { localDay } from "../../time/local_day.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { isNameOf, type Occasion, occasionsFrom } from "./occasions.ts";
import { groupText, type NamedMember } from "./reader.ts";
import { countText, listResult, MAX_ITEMS } from "./result.ts";
import { tool, WHO } from "./tool.ts";

/** How far the schedule goes: of one member further, since she is not in every show. */
export const SCHEDULE_DAYS = { all: 14, ofMember: 92 } as const;
export const MAX_DAYS = 366;

/** `schedule`: shows, events and video calls of some days, soonest first. */
export const SCHEDULE = tool({
  title: "Schedule",
  description:
    "Shows, concerts, handshake events, television, radio and video calls, soonest first, from a day " +
    "on. Use it for questions such as: what is on tonight, when does this member perform next, what " +
    "happens next week, when is her video call. Line-ups, tickets and sessions of video calls are in " +
    "`fetch`. Without `from`: from today. Past days work too.",
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
  async answer(reader, { from, days, ...who }) {
    const { groups, members } = await reader.meant(who);
    const count = days ?? (members === undefined ? SCHEDULE_DAYS.all : SCHEDULE_DAYS.ofMember);
    const firstDay = ({ timezone }: Group) => from ?? localDay(reader.now, timezone);
    // A member is also a guest of other groups.
    const asked = members === undefined ? groups : reader.groups;
    const lists = await Promise.all(asked.map(async (group) => {
      const first = firstDay(group);
      const last = lastDay(first, count);
      const all = await occasionsFrom(reader, group, first);
      const meant = members === undefined ? withSessionsAsOne(all) : withMembers(all, members);
      return meant.map((one) => ({ ...one, isWithin: one.item.local.slice(0, 10) <= last }));
    }));
    const all = lists.flat().sort((one, other) => one.start - other.start);
    const within = all.filter(({ isWithin }) => isWithin);
    // If nothing is on, the next one answers the question.
    const entries = within.length > 0 ? within : all.slice(0, 1);
    const whose = members?.map(({ name }) => name) ?? groups.map(groupText);
    const first = [...new Set(asked.map(firstDay))].join(" or ");
    const when = `in ${countText(count, "day")} from ${first}: ${whose.join(", ")}`;
    const homes = [...new Set(entries.slice(0, MAX_ITEMS).flatMap(({ home }) => home ?? []))];
    const where = homes.length > 0 ? `. Shows are at ${homes.join("; ")} if no venue is given` : "";
    // They may be behind what is listed.
    const calls = within.filter(({ item }) => item.type === "videocall")
      .map(({ item }) => item.local.slice(0, 10));
    const also = calls.length === 0 ? "" : `. Video calls: ${calls.join(", ")}`;
    const head = within.length > 0
      ? `${within.length} ${when}${where}${also}`
      : `No show, event or video call is on ${when}${where}.${entries[0] ? " The next:" : ""}`;
    return listResult(head, entries.map(({ item }) => item), {
      data: { homes },
      hint: ({ local }) =>
        `${asked.length > 1 ? "ask for one group, or " : ""}go on with from ${local.slice(0, 10)}`,
    });
  },
});

/** The last of so many days. Years of more than four digits have a sign. */
export function lastDay(first: string, days: number): string {
  const last = new Date(Date.parse(first) + (days - 1) * DAY_MS).toISOString();
  return /^\d/.test(last) ? last.slice(0, 10) : "9999-12-31";
}

/** The sessions of video calls of a day as one occasion. */
function withSessionsAsOne(all: readonly Occasion[]): readonly Occasion[] {
  return [...Map.groupBy(all, ({ item }) => item.id).values()].flatMap(([first, ...rest]) => {
    if (first === undefined || rest.length === 0) return first ?? [];
    return { ...first, item: { ...first.item, session: `${rest.length + 1} sessions` } };
  });
}

/** Those of some occasions in which one of these members takes part; if there are several: who. */
function withMembers(
  all: readonly Occasion[],
  members: readonly NamedMember[],
): readonly Occasion[] {
  return all.flatMap(({ names, item, ...others }) => {
    const performing = members.filter((member) => names.some((name) => isNameOf(member, name)))
      .map(({ name }) => name);
    if (performing.length === 0) return [];
    return [{ ...others, names, item: members.length === 1 ? item : { ...item, performing } }];
  });
}
