import { celebrantOf, hasBirthDate } from "../catalog/birthdays.ts";
import type { Group } from "../catalog/catalog.ts";
import { statusAt } from "../catalog/members.ts";
import { keptId, spanAt } from "../catalog/phases.ts";
import type { EventKind, LogEntry } from "../events/event.ts";
import type { EventRow, MemberRow, Row, ShowRow } from "../model/pack.ts";
import { countedFrom } from "../model/show_counts.ts";
import { localDay, nextDayStart } from "../time/local_day.ts";
import { dayStart } from "../time/wall_clock.ts";
import {
  birthdayToday,
  type ContentAt,
  memberTurned,
  moreOf,
  newsPublished,
  publishedAt,
  releaseAdded,
  showAdded,
  showMilestone,
  showSoon,
  ticketSale,
} from "./item_events.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** Something that falls due at an instant, once. */
export interface DueEvent {
  /** Epoch ms. */
  readonly due: number;
  /** Its day in the group's zone, `YYYY-MM-DD`; of a show that begins, the instant of that in UTC. */
  readonly date: string;
  readonly type: EventKind;
  readonly group: string;
  readonly id: string;
  /** Its entries in the log; none if there is nothing to log. */
  entries(at: ContentAt): LogEntry[];
}

/** A show is sent as beginning so long before it begins. */
const SOON_MS = 30 * 60_000;
/** Shows that began earlier are left out, even if the clock is set back by a day. */
const BEGUN_MS = DAY_MS;

/** Everything of the content that falls due at instants known beforehand, birthdays apart. */
export function datedEvents(at: ContentAt): DueEvent[] {
  return at.catalog.groups.flatMap((group) => [
    ...publications(group, "show.added", group.table("shows"), showAdded),
    ...group.table("shows").flatMap((show) => beginningOf(at, group, show)),
    ...group.table("shows").flatMap((show) => milestoneOf(at, group, show)),
    ...group.table("shows").flatMap((show) => salesOf(at, group, "show", show)),
    ...group.table("events").flatMap((event) => salesOf(at, group, "event", event)),
    ...publications(group, "news.published", group.table("news"), newsPublished),
    ...publications(group, "release.added", group.table("releases"), releaseAdded),
    ...group.table("members").flatMap((member) => turnsOf(at, group, member)),
  ]);
}

function publications<R extends Row>(
  group: Group,
  type: EventKind,
  rows: readonly R[],
  event: (at: ContentAt, group: Group, row: R) => LogEntry[],
): DueEvent[] {
  return rows.flatMap((row) => {
    const due = publishedAt(row);
    if (due === undefined) return [];
    const date = localDay(due, group.timezone);
    const entries = (at: ContentAt) => event(at, group, row);
    return { due, date, type, group: group.slug, id: row.id, entries };
  });
}

/**
 * A show that begins: its instant is part of what names the event, so that a show that was moved is sent
 * again, and a show that was renamed is not. A show without a time of day has no such instant.
 */
function beginningOf({ now }: ContentAt, group: Group, show: ShowRow): DueEvent[] {
  const { start, state, isUntimed } = show;
  if (state !== "scheduled" || isUntimed || start < now - BEGUN_MS) return [];
  const date = new Date(start).toISOString();
  const id = keptId(show);
  const entries = (at: ContentAt) => showSoon(at, group, show);
  return [{ due: start - SOON_MS, date, type: "show.soon", group: group.slug, id, entries }];
}

/** The round numbers that members reach with a show, at the instant from which it counts. */
function milestoneOf({ now }: ContentAt, group: Group, show: ShowRow): DueEvent[] {
  const due = countedFrom(show);
  if (due < now - BEGUN_MS || group.milestonesOf(show) === undefined) return [];
  const date = new Date(show.start).toISOString();
  const entries = (at: ContentAt) => showMilestone(at, group, show);
  return [{ due, date, type: "show.milestone", group: group.slug, id: keptId(show), entries }];
}

/** The beginnings of sales: their instants are part of what names them, as of a show that begins. */
function salesOf(
  { now }: ContentAt,
  group: Group,
  kind: "show" | "event",
  row: ShowRow | EventRow,
): DueEvent[] {
  return (row.sales ?? []).filter(([due]) => due >= now - BEGUN_MS).map(([due]): DueEvent => {
    const date = new Date(due).toISOString();
    const entries = (at: ContentAt) => ticketSale(at, group, kind, row, due);
    // A show and an event may have the same id.
    const id = `${kind}/${keptId(row)}`;
    return { due, date, type: "ticket.sale", group: group.slug, id, entries };
  });
}

function turnsOf(at: ContentAt, group: Group, member: MemberRow): DueEvent[] {
  const joined = joinedOf(at, member);
  return [
    ...(joined === undefined
      ? []
      : [memberTurn(group, member, "member.joined", dayStart(joined, group.timezone))]),
    ...(member.graduatedFrom === undefined
      ? []
      : [memberTurn(group, member, "member.graduated", member.graduatedFrom)]),
  ];
}

function memberTurn(
  group: Group,
  member: MemberRow,
  type: "member.joined" | "member.graduated",
  due: number,
): DueEvent {
  const date = localDay(due, group.timezone);
  const entries = (at: ContentAt) => memberTurned(at, group, member, type);
  return { due, date, type, group: group.slug, id: member.id, entries };
}

function joinedOf(at: ContentAt, { more }: MemberRow): string | undefined {
  const { joined } = moreOf(at, more);
  return typeof joined === "string" ? joined : undefined;
}

/** The birthdays of the days of each group that began between two instants (epoch ms). */
export function birthdaysBetween({ catalog }: ContentAt, from: number, to: number): DueEvent[] {
  return catalog.groups.flatMap((group) =>
    daysBegun(group, from, to).flatMap(({ date, due }) =>
      group.table("members").flatMap((member) => {
        if (!hasBirthDate(member) || spanAt(member.open, to) === undefined) return [];
        if (statusAt(member, due) === "graduated") return [];
        const celebrant = celebrantOf(group, member, date, due);
        if (!celebrant.birthday.isToday) return [];
        const entries = (at: ContentAt) => [birthdayToday(at, celebrant)];
        return { due, date, type: "birthday.today", group: group.slug, id: member.id, entries };
      })
    )
  );
}

function daysBegun({ timezone }: Group, from: number, to: number) {
  const days: { date: string; due: number }[] = [];
  for (let due = nextDayStart(from, timezone); due <= to; due = nextDayStart(due, timezone)) {
    days.push({ date: localDay(due, timezone), due });
  }
  return days;
}

/** When something may fall due next after `now`, in epoch ms: a date, or a group's midnight. */
export function nextDue(dated: readonly DueEvent[], { catalog, now }: ContentAt): number {
  const midnights = catalog.groups.map(({ timezone }) => nextDayStart(now, timezone));
  const dues = dated.filter(({ due }) => due > now).map(({ due }) => due);
  return [...midnights, ...dues].reduce((least, due) => Math.min(least, due), Infinity);
}
