import { celebrantOf, hasBirthDate } from "../../catalog/birthdays.ts";
import type { Group } from "../../catalog/catalog.ts";
import { statusAt } from "../../catalog/members.ts";
import { keptId, spanAt } from "../../catalog/phases.ts";
import type { EventKind, LogEntry } from "../../events/event.ts";
import type { ItemKind } from "../../model/enums.ts";
import type { NewsItem, ReleaseItem } from "../../model/item/publications.ts";
import type { EventRow, MemberRow, Row, ShowRow } from "../../model/pack.ts";
import { countedFrom, publishedFrom } from "../../model/show_counts.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { dayStart } from "../../time/wall_clock.ts";
import { DAY_MS, MINUTE_MS } from "../../toolbox/durations.ts";
import {
  birthdayToday,
  type ContentAt,
  isOlder,
  isOver,
  itemEntry,
  moreOf,
  showMilestone,
  ticketSale,
} from "./item_events.ts";

/** Something that falls due at an instant, once. */
export interface DueEvent {
  /** Epoch ms. */
  readonly due: number;
  /** Its day in the group's zone, `YYYY-MM-DD`; of a show or sale that begins, the instant of that in UTC. */
  readonly date: string;
  readonly type: EventKind;
  readonly group: string;
  readonly id: string;
  /** Its entries in the log; none if there is nothing to log. */
  entries(at: ContentAt): LogEntry[];
}

/** News that is older when it comes is history that an editor has added. */
const NEWS_MS = 7 * DAY_MS;
const RELEASE_MS = 30 * DAY_MS;
/** A day on which a member joined or graduated is logged even if it is entered so much later. */
const TURN_MS = 30 * DAY_MS;
/** A show is sent as beginning so long before it begins. */
const SOON_MS = 30 * MINUTE_MS;
/** Shows that began earlier are left out, even if the clock is set back by a day. */
const BEGUN_MS = DAY_MS;

/** Everything of the content that falls due at instants known beforehand, birthdays apart. */
export function datedEvents(at: ContentAt): DueEvent[] {
  return at.catalog.groups.flatMap((group) => [
    ...publications(group).flatMap(({ once }) => once ?? []),
    ...group.table("shows").flatMap((show) => [
      ...showEvents(at, group, show),
      ...salesOf(at, group, "show", show),
    ]),
    ...group.table("events").flatMap((event) => salesOf(at, group, "event", event)),
    ...group.table("members").flatMap((member) => memberTurns(at, group, member)),
  ]);
}

/** `date`: what names the event besides its item, if that is not the day on which it falls due. */
function dueEvent(
  { slug, timezone }: Group,
  event: Pick<DueEvent, "due" | "type" | "id" | "entries">,
  date = localDay(event.due, timezone),
): DueEvent {
  return { ...event, date, group: slug };
}

interface Publication {
  readonly kind: ItemKind;
  readonly id: string;
  entries(at: ContentAt): LogEntry[];
  /** If an instant publishes it. */
  readonly once?: DueEvent;
}

/** All items of a group that are news when they are published, by builds or by the clock. */
export function publications(group: Group): Publication[] {
  const all = <R extends Row>(
    kind: ItemKind,
    type: EventKind,
    rows: readonly R[],
    isNews: (at: ContentAt, row: R, entry: LogEntry) => boolean,
    membersOf: (row: R) => readonly string[] = () => [],
  ) =>
    rows.map((row): Publication => {
      const entries = (at: ContentAt) =>
        itemEntry(at, group, row, type, membersOf(row)).filter((entry) => isNews(at, row, entry));
      const { id, open: [, length, due] } = row;
      const isDue = length === 0 && due !== undefined;
      const once = isDue && { once: dueEvent(group, { due, type, id: keptId(row), entries }) };
      return { kind, id, entries, ...once };
    });
  return [
    ...all(
      "show",
      "show.added",
      group.table("shows"),
      (at, { date }) => !isOver(at, group, date),
      ({ members }) => members,
    ),
    ...all(
      "news",
      "news.published",
      group.table("news"),
      (at, _, { data }) => !isOlder(at, (data as NewsItem).published_at, NEWS_MS),
    ),
    ...all(
      "release",
      "release.added",
      group.table("releases"),
      (at, _, { data }) => !isOlder(at, (data as ReleaseItem).release_date, RELEASE_MS),
    ),
  ];
}

/**
 * What a show brings about: its begin, and the round numbers that members reach with it at the instant from
 * which it counts. That it begins at is part of what names both, so that a show that was moved is sent again,
 * and one that was renamed is not. A show without a time of day has no begin.
 */
function showEvents({ now }: ContentAt, group: Group, show: ShowRow): DueEvent[] {
  const { start, state, isUntimed } = show;
  if (state !== "scheduled") return [];
  const id = keptId(show);
  const date = new Date(start).toISOString();
  const counted = countedFrom(show);
  const soon = (at: ContentAt) =>
    start <= at.now ? [] : itemEntry(at, group, show, "show.soon", show.members);
  const reached = (at: ContentAt) => showMilestone(at, group, show);
  const begin = { due: start - SOON_MS, type: "show.soon", id, entries: soon } as const;
  const milestone = { due: counted, type: "show.milestone", id, entries: reached } as const;
  return [
    ...(isUntimed || start < now - BEGUN_MS ? [] : [dueEvent(group, begin, date)]),
    ...(counted < now - BEGUN_MS ? [] : [dueEvent(group, milestone, date)]),
  ];
}

/** The beginnings of sales, named like a show that begins. */
function salesOf(
  { now }: ContentAt,
  group: Group,
  kind: "show" | "event",
  row: ShowRow | EventRow,
): DueEvent[] {
  return (row.sales ?? []).filter((due) => due >= now - BEGUN_MS).map((due) => {
    const entries = (at: ContentAt) => ticketSale(at, group, kind, row, due);
    // A show and an event may have the same id.
    const event = { due, type: "ticket.sale", id: `${kind}/${keptId(row)}`, entries } as const;
    return dueEvent(group, event, new Date(due).toISOString());
  });
}

/** The days on which a member joins and graduates: they fall due when she is published, if that is later. */
export function memberTurns(at: ContentAt, group: Group, member: MemberRow): DueEvent[] {
  const { joined } = moreOf(at, member.more);
  const turn = (type: "member.joined" | "member.graduated", day: number | undefined) => {
    if (day === undefined) return [];
    const due = Math.max(day, publishedFrom(member));
    const entries = (at: ContentAt) =>
      day < at.now - TURN_MS ? [] : itemEntry(at, group, member, type, [member.id]);
    const event = { due, type, id: keptId(member), entries };
    return [dueEvent(group, event, localDay(day, group.timezone))];
  };
  const joinedAt = typeof joined === "string" ? dayStart(joined, group.timezone) : undefined;
  return [...turn("member.joined", joinedAt), ...turn("member.graduated", member.graduatedFrom)];
}

/** The birthdays of the days of each group that began between two instants (epoch ms). */
export function birthdaysBetween({ catalog }: ContentAt, from: number, to: number): DueEvent[] {
  return catalog.groups.flatMap((group) =>
    daysBegun(group, from, to).flatMap((due) =>
      group.table("members").flatMap((member) => {
        if (!hasBirthDate(member) || spanAt(member.open, to) === undefined) return [];
        if (statusAt(member, due) === "graduated") return [];
        const celebrant = celebrantOf(group, member, localDay(due, group.timezone), due);
        if (!celebrant.birthday.isToday) return [];
        const entries = (at: ContentAt) => [birthdayToday(at, celebrant)];
        return dueEvent(group, { due, type: "birthday.today", id: keptId(member), entries });
      })
    )
  );
}

function daysBegun({ timezone }: Group, from: number, to: number): number[] {
  const days: number[] = [];
  for (let due = nextDayStart(from, timezone); due <= to; due = nextDayStart(due, timezone)) {
    days.push(due);
  }
  return days;
}

/** When something may fall due next after `now`, in epoch ms: a date, or a group's midnight. */
export function nextDue(dated: readonly DueEvent[], { catalog, now }: ContentAt): number {
  const midnights = catalog.groups.map(({ timezone }) => nextDayStart(now, timezone));
  const dues = dated.filter(({ due }) => due > now).map(({ due }) => due);
  return [...midnights, ...dues].reduce((least, due) => Math.min(least, due), Infinity);
}
