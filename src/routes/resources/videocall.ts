import { arrayOf, nextPhase, type Part, spanAt } from "../../catalog/phases.ts";
import type { Answer } from "../../http/answer.ts";
import { alsoNamed, anyText, civilDate } from "../../http/parameter.ts";
import type { SessionStatus } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { AvailableDate, SessionStatistics } from "../../model/item/videocalls.ts";
import type { SessionRow, VideocallDay } from "../../model/pack.ts";
import { localDay, weekdayName } from "../../time/local_day.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";
import type { Item, ListReport } from "../envelope.ts";
import { route } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";

/** The video calls of a group. */
export const VIDEOCALLS = [
  // `videocall`: sessions by day, with the phase of each at this moment.
  route({
    id: "videocall",
    path: "videocall",
    summary: "Video-call sessions by day, and how many are in each state",
    answers: { report: "videocall" },
    parameters: {
      date: civilDate(),
      session: alsoNamed(anyText("a session's name or number"), "sesi"),
      member: anyText("a member's slug, name or nickname"),
    },
    kept(ctx, { date, session, member: who }) {
      const member = who === undefined ? undefined : foldText(who);
      const onAnyDate = daysOf(
        ctx,
        (row) =>
          (session === undefined || isSession(row.session, session)) &&
          (member === undefined || row.members.includes(member)),
      );
      const shown = onAnyDate.filter((day) => date === undefined || day.date === date);
      const sessions = shown.flatMap((day) => day.sessions);
      const statistics = sessionStatistics(sessions.map((one) => sessionStatus(one, ctx.now)));
      const available_dates = onAnyDate.map(countOf);
      return ofThisSecond(ctx, {
        name: "data",
        items: shown.map((day) => dayItem(ctx, day)),
        head: { total: sessions.length, statistics, available_dates },
        tail: { total_sessions: sessions.length, statistics, available_dates },
      });
    },
  }),
  // `videocall/today`: the sessions of the group's own date.
  route({
    id: "videocall-today",
    path: "videocall/today",
    summary: "Today's video-call sessions",
    answers: { report: "videocallToday" },
    parameters: {},
    kept(ctx) {
      const { timezone, language } = ctx.group;
      const date = localDay(ctx.now, timezone);
      const days = daysOf(ctx, () => true).filter((day) => day.date === date);
      const sessions = days.flatMap((day) => day.sessions);
      const today = { date, day: weekdayName(date, language) };
      return ofThisSecond(ctx, {
        name: "sessions",
        items: sessionItems(ctx, sessions),
        head: { ...today, total_sessions: sessions.length },
        tail: today,
      });
    },
  }),
];

/** The answer names the second it was made in, and holds for no more than that. */
function ofThisSecond(ctx: AnswerContext, { name, items, head, tail }: ListReport): Answer {
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

function dayItem(ctx: AnswerContext, { date, day, sessions }: VideocallDay): Part[] {
  const head = `{"date":${JSON.stringify(date)},"day":${JSON.stringify(day)},"sessions":`;
  return [head, ...arrayOf(sessionItems(ctx, sessions)), "}"];
}

function sessionItems(ctx: AnswerContext, sessions: readonly SessionRow[]): Item[] {
  return sessions.map((session) => ctx.item({ ...session, id: "" }));
}

function sessionStatus({ turns }: SessionRow, now: number): SessionStatus {
  const [preparation, start, end] = turns;
  if (now < preparation) return "upcoming";
  if (now < start) return "preparation";
  return now < end ? "ongoing" : "finished";
}

/** The days that have wanted sessions, each with just those that are published. */
function daysOf(
  { group, now }: AnswerContext,
  wanted: (row: SessionRow) => boolean,
): VideocallDay[] {
  return group.table("videocalls").map((day) => ({
    ...day,
    sessions: day.sessions.filter((row) => spanAt(row.open, now) !== undefined && wanted(row)),
  })).filter(({ sessions }) => sessions.length > 0);
}

/** `Sesi 2` is found by its name and by its number. */
function isSession(name: string, wanted: string): boolean {
  return foldText(name) === foldText(wanted) || /\d+/.exec(name)?.[0] === wanted.trim();
}

/** The number of sessions in each phase. */
export function sessionStatistics(statuses: readonly SessionStatus[]): SessionStatistics {
  const counts = { upcoming: 0, preparation: 0, ongoing: 0, finished: 0 };
  for (const status of statuses) counts[status]++;
  return {
    total_sessions: statuses.length,
    upcoming_sessions: counts.upcoming,
    preparation_sessions: counts.preparation,
    ongoing_sessions: counts.ongoing,
    finished_sessions: counts.finished,
  };
}
