import { findMember, withoutGroup } from "../../catalog/members.ts";
import { type Optional, optional } from "../../http/parameter.ts";
import type { SessionStatus } from "../../model/enums.ts";
import type { SessionItem, SessionStatistics } from "../../model/item/videocall.ts";
import type { RouteContext } from "../../routes/route_context.ts";
import { isCivilDate } from "../../time/civil_date.ts";
import type { EditContext, RouteValues } from "../profile_table.ts";

/** Asks for a member by the name alone where the group's name or alias stands behind it: `Feni JKT48`. */
export function askByName(field: string) {
  return (values: RouteValues, { group, now }: RouteContext): RouteValues => {
    const name = values[field];
    if (typeof name !== "string" || findMember(group, name, now) !== undefined) return values;
    return { ...values, [field]: withoutGroup(group, name) || name };
  };
}

/** A date, or the day of a month: `18`. */
export function dateOrDay(): Optional<string> {
  return optional(
    "a date such as 2026-07-04, or a day of the month",
    { type: "string", minLength: 1 },
    (text) => isCivilDate(text) || isDayOfMonth(text) ? text : undefined,
  );
}

function isDayOfMonth(text: unknown): text is string {
  return typeof text === "string" && /^(0?[1-9]|[12]\d|3[01])$/.test(text);
}

const askByMember = askByName("member");

/** Asks for all days where one of no certain month is meant, and for a member by the name alone. */
export function askVideocalls(values: RouteValues, ctx: RouteContext): RouteValues {
  const named = askByMember(values, ctx);
  return isDayOfMonth(named.date) ? { ...named, date: undefined } : named;
}

interface Videocalls {
  readonly total: number;
  readonly statistics: SessionStatistics;
  readonly data: readonly { readonly date: string; readonly sessions: readonly SessionItem[] }[];
}

/** Keeps the days of this number, whatever their month, and counts their sessions again. */
export function onDayOfMonth(calls: Videocalls, { values: { date } }: EditContext): unknown {
  if (!isDayOfMonth(date)) return calls;
  const data = calls.data.filter((day) => Number(day.date.slice(8)) === Number(date));
  const sessions = data.flatMap((day) => day.sessions);
  return { ...calls, total: sessions.length, statistics: countSessions(sessions), data };
}

function countSessions(sessions: readonly SessionItem[]): SessionStatistics {
  const count = (status: SessionStatus) =>
    sessions.filter((session) => session.status === status).length;
  return {
    total_sessions: sessions.length,
    upcoming_sessions: count("upcoming"),
    preparation_sessions: count("preparation"),
    ongoing_sessions: count("ongoing"),
    finished_sessions: count("finished"),
  };
}
