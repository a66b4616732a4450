import type { Group } from "../../catalog/catalog.ts";
import { withoutGroup } from "../../catalog/members.ts";
import { civilDate, wholeNumber } from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import { localDay } from "../../time/local_day.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { groupText, idOf, type NamedMember, type Reader, timesOf } from "./reader.ts";
import { countText, listResult, MAX_ITEMS } from "./result.ts";
import { tool, WHO } from "./tool.ts";

/** How far the schedule goes: of one member further, since she is not in every show. */
export const SCHEDULE_DAYS = { all: 14, ofMember: 92 } as const;
export const MAX_DAYS = 366;

/** `schedule`: shows and events of some days, soonest first. */
export const SCHEDULE = tool({
  title: "Schedule",
  description:
    "Shows, concerts, handshake events, television and radio, soonest first, from a day on. Use it " +
    "for questions such as: what is on tonight, when does this member perform next, what happens " +
    "next week. Line-ups and tickets are in `fetch`. Without `from`: from today. Past days work too. " +
    "Video calls are not in it: articles tell of them.",
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
    const occasionsOf = async (isLimited: boolean) => {
      // A member is also a guest of other groups.
      const asked = members === undefined ? groups.map(({ group }) => group) : reader.groups;
      const lists = await Promise.all(asked.map((group) => {
        const first = from ?? localDay(reader.now, group.timezone);
        const to = isLimited ? lastDay(first, count) : undefined;
        return occasions(reader, group, { from: first, to }, members);
      }));
      return lists.flat().sort((one, other) => one.start - other.start);
    };
    const within = await occasionsOf(true);
    // If nothing is on, the next one answers the question.
    const entries = within.length > 0 ? within : (await occasionsOf(false)).slice(0, 1);
    const whose = members?.map(({ name }) => name) ?? groups.map(({ group }) => groupText(group));
    const when = `in ${countText(count, "day")} from ${from ?? "today"}: ${whose.join(", ")}`;
    const head = within.length > 0
      ? `${within.length} ${when}`
      : `No show or event is on ${when}.${entries.length > 0 ? " The next:" : ""}`;
    return listResult(head, entries.slice(0, MAX_ITEMS).map(({ item }) => item), {
      total: entries.length,
      hint: ": ask for fewer days, or from a later day",
    });
  },
});

/** The last of so many days. Years of more than four digits have a sign. */
function lastDay(first: string, days: number): string | undefined {
  const last = new Date(Date.parse(first) + (days - 1) * DAY_MS).toISOString();
  return /^\d/.test(last) ? last.slice(0, 10) : undefined;
}

/** What is said of a show or event that begins at an instant (epoch ms). */
interface Dated {
  readonly start: number;
  readonly item: object;
}

/** The shows and events of some days; with members: in which one of these is. */
async function occasions(
  reader: Reader,
  group: Group,
  days: { readonly from: string; readonly to: string | undefined },
  members: readonly NamedMember[] | undefined,
): Promise<readonly Dated[]> {
  const query = { ...days, timezone: group.timezone };
  const [shows, events] = await Promise.all([
    reader.items<ShowItem & Zoned>(group, "theater", query),
    reader.items<EventItem & Zoned>(group, "events", query),
  ]);
  return [
    ...shows.flatMap((show) => {
      const { setlist, title } = show;
      const extra = { type: "theater", setlist: setlist === title ? undefined : setlist };
      return describe(group, "show", { ...show, ...extra, date: show.start_at }, members);
    }),
    ...events.flatMap((event) => describe(group, "event", event, members)),
  ];
}

/** Whether a line-up's name is a member's; of a guest, with her group or without. */
function isNameOf({ group, name }: NamedMember, text: string): boolean {
  const bare = text.replaceAll(/[()（）]/g, " ").replaceAll(/\s+/g, " ").trim();
  return text === name || withoutGroup(group, bare) === foldText(name);
}

/** With `timezone=`: the instant there, or "" if the time of day is unknown. */
interface Zoned {
  readonly local_start_at: string;
}

/** An occasion as it is listed; none if members are asked for and it has none of them. */
function describe(
  group: Group,
  kind: "show" | "event",
  { title, venue, state, is_upcoming, date, local_start_at, type, setlist, members = [], ...item }:
    & Pick<EventItem, "id" | "title" | "venue" | "state" | "is_upcoming" | "date" | "members">
    & Zoned
    & { readonly type: string; readonly setlist?: string | undefined },
  asked: readonly NamedMember[] | undefined,
): readonly Dated[] {
  const performing = asked?.filter((member) => members.some((name) => isNameOf(member, name)))
    .map(({ name }) => name);
  if (performing?.length === 0) return [];
  return [{
    start: Date.parse(date),
    // What is undefined is no field of JSON.
    item: {
      ...timesOf(date, group, local_start_at !== ""),
      ...{ title, type, venue: venue || undefined, setlist, state, is_upcoming },
      performing: asked !== undefined && asked.length > 1 ? performing : undefined,
      id: idOf(group, kind, item.id),
    },
  }];
}
