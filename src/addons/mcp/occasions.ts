import type { Group } from "../../catalog/catalog.ts";
import { withoutGroup } from "../../catalog/members.ts";
import { foldText } from "../../model/fold_text.ts";
import type { EventItem, ScheduleItem } from "../../model/item/occasions.ts";
import type { SessionDayItem } from "../../model/item/videocalls.ts";
import { instantOf } from "../../time/wall_clock.ts";
import { idOf, type NamedMember, type Query, type Reader, type Times, timesOf } from "./reader.ts";

/** Something that begins at an instant (epoch ms), who takes part in it, and what is said of it. */
export interface Occasion {
  readonly start: number;
  readonly names: readonly string[];
  /** Where the shows of its group are, if the item does not say its venue for that. */
  readonly home?: string | undefined;
  readonly item: Times & {
    readonly type: string;
    readonly id: string;
    readonly venue?: string | undefined;
  };
}

/** The shows, events and video calls of a group from a day on. What is undefined is no field of JSON. */
export async function occasionsFrom(
  reader: Reader,
  group: Group,
  from: string,
): Promise<readonly Occasion[]> {
  const [entries, events, sessions] = await Promise.all([
    reader.items<ScheduleItem>(group, "schedule"),
    reader.items<EventItem>(group, "events", { from }),
    sessionsOf(reader, group),
  ]);
  const sorts = new Map(events.map(({ id, type }) => [id, type]));
  const home = entries.find(({ type }) => type === "theater")?.venue;
  return [
    ...entries.filter(({ date }) => date >= from).map((entry) => {
      const { id, title, type, start_at, time, venue, setlist, state, status } = entry;
      const isEvent = type !== "theater";
      const isHome = !isEvent && home !== undefined && venue === home;
      const elsewhere = venue ?? (isEvent || home === undefined ? undefined : "venue not known");
      return {
        start: Date.parse(start_at),
        names: entry.members,
        home: isHome ? `${home} (${group.slug})` : undefined,
        item: {
          ...timesOf(start_at, group, time !== undefined),
          ...{ title, type: isEvent && type !== "media" ? sorts.get(id) ?? type : type },
          venue: isHome ? undefined : elsewhere,
          setlist: title.includes(setlist ?? "") ? undefined : setlist,
          state: state === "scheduled" ? undefined : state,
          is_upcoming: status === "today" && !entry.is_upcoming ? false : undefined,
          id: idOf(group, isEvent ? "event" : "show", id),
        },
      };
    }),
    ...sessions.filter(({ starts }) => starts.local.slice(0, 10) >= from)
      .map(({ starts, title, session, end_time, members }) => ({
        start: Date.parse(starts.local),
        names: members,
        item: {
          ...starts,
          title,
          type: "videocall",
          session: end_time === undefined ? session : `${session} until ${end_time}`,
          id: idOf(group, "videocall", starts.local.slice(0, 10)),
        },
      })),
  ];
}

/** The sessions of video calls of a group. */
export async function sessionsOf(reader: Reader, group: Group, query?: Query) {
  const days = await reader.items<SessionDayItem>(group, "videocall", query);
  return days.flatMap(({ sessions }) => sessions).map(({ date, start_time, ...session }) => {
    const start = new Date(instantOf(date, start_time, group.timezone)).toISOString();
    return { starts: timesOf(start, group), ...session };
  });
}

/** Whether a line-up's name is a member's; of a guest, with her group or without. */
export function isNameOf({ group, name }: NamedMember, text: string): boolean {
  const bare = text.replaceAll(/[()（）]/g, " ").replaceAll(/\s+/g, " ").trim();
  return text === name || withoutGroup(group, bare) === foldText(name);
}
