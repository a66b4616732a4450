import { arrayOf, nextPhase, type Part } from "../../catalog/phases.ts";
import { filterDays, sessionStatistics } from "../../catalog/videocalls.ts";
import type { Answer } from "../../http/answer.ts";
import { alsoNamed, anyText, civilDate } from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import type { SessionRow, VideocallDay } from "../../model/pack.ts";
import { localDay, weekdayName } from "../../time/local_day.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";
import type { Item, ListReport } from "../envelope.ts";
import { cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import type { AvailableDate } from "../../model/item/videocall.ts";

const ANY = { date: undefined, session: undefined, member: undefined };

/** `videocall`: sessions by day, with where each stands at this moment. */
export const videocall = cachedRoute({
  id: "videocall",
  path: "videocall",
  summary: "Video-call sessions by day, and how many stand where",
  answers: { report: "videocall" },
  parameters: {
    date: civilDate(),
    session: alsoNamed(anyText("a session's name or number"), "sesi"),
    member: anyText("a member's slug, name or nickname"),
  },
  answer(ctx, { date, session, member: who }) {
    const member = who === undefined ? undefined : foldText(who);
    const days = ctx.group.table("videocalls");
    const onAnyDate = filterDays(days, { date: undefined, session, member }, ctx.now);
    const shown = filterDays(onAnyDate, { ...ANY, date }, ctx.now);
    const sessions = shown.flatMap((day) => day.sessions);
    const statistics = sessionStatistics(sessions, ctx.now);
    const available_dates = onAnyDate.map(countOf);
    return ofThisSecond(ctx, {
      name: "data",
      items: shown.map((day) => dayItem(ctx, day)),
      head: { total: sessions.length, statistics, available_dates },
      tail: { total_sessions: sessions.length, statistics, available_dates },
    });
  },
});

/** `videocall/today`: the sessions of the group's own date. */
export const videocallToday = cachedRoute({
  id: "videocall-today",
  path: "videocall/today",
  summary: "Today's video-call sessions",
  answers: { report: "videocallToday" },
  parameters: {},
  answer(ctx) {
    const { timezone, language, table } = ctx.group;
    const date = localDay(ctx.now, timezone);
    const days = filterDays(table("videocalls"), { ...ANY, date }, ctx.now);
    const sessions = days.flatMap((day) => day.sessions);
    const today = { date, day: weekdayName(date, language) };
    return ofThisSecond(ctx, {
      name: "sessions",
      items: sessionItems(ctx, sessions),
      head: { ...today, total_sessions: sessions.length },
      tail: today,
    });
  },
});

/** The answer names the second it was made in, and holds for no more than that. */
function ofThisSecond(ctx: RouteContext, { name, items, head, tail }: ListReport): Answer {
  const { timezone, table } = ctx.group;
  const second = Math.floor(ctx.now / 1000) * 1000;
  const turns = table("videocalls").flatMap(({ sessions }) => sessions)
    .map(({ open }) => nextPhase(open, ctx.now));
  const clock = { timezone, current_time: offsetTimestamp(second, timezone) };
  return ctx.report({
    name,
    items,
    head: { success: true, ...clock, ...head },
    tail: { ...clock, ...tail },
  }, { madeAt: ctx.now, validUntil: Math.min(second + 1000, ...turns) });
}

function countOf({ date, day, sessions }: VideocallDay): AvailableDate {
  return { date, day, total_sessions: sessions.length };
}

function dayItem(ctx: RouteContext, { date, day, sessions }: VideocallDay): Part[] {
  const head = `{"date":${JSON.stringify(date)},"day":${JSON.stringify(day)},"sessions":`;
  return [head, ...arrayOf(sessionItems(ctx, sessions)), "}"];
}

function sessionItems(ctx: RouteContext, sessions: readonly SessionRow[]): Item[] {
  return sessions.map((session) => ctx.item({ ...session, id: "" }));
}
