import type { SessionStatus } from "../model/enums.ts";
import { foldText } from "../model/fold_text.ts";
import type { SessionRow, VideocallDay } from "../model/pack.ts";
import { spanAt } from "./phases.ts";
import type { SessionStatistics } from "../model/item/videocall.ts";

/** Which sessions are wanted; what is undefined does not narrow. */
interface SessionFilter {
  readonly date: string | undefined;
  readonly session: string | undefined;
  /** Slug, name or nickname, folded. */
  readonly member: string | undefined;
}

function sessionStatus({ turns }: SessionRow, now: number): SessionStatus {
  const [preparation, start, end] = turns;
  if (now < preparation) return "upcoming";
  if (now < start) return "preparation";
  return now < end ? "ongoing" : "finished";
}

/** The days that have wanted sessions, each with just those. */
export function filterDays(
  days: readonly VideocallDay[],
  filter: SessionFilter,
  now: number,
): VideocallDay[] {
  return days.filter(({ date }) => filter.date === undefined || date === filter.date)
    .map((day) => ({
      ...day,
      sessions: day.sessions.filter((session) => isWanted(session, filter, now)),
    }))
    .filter(({ sessions }) => sessions.length > 0);
}

function isWanted(row: SessionRow, { session, member }: SessionFilter, now: number): boolean {
  return spanAt(row.open, now) !== undefined &&
    (session === undefined || isSession(row.session, session)) &&
    (member === undefined || row.members.includes(member));
}

/** `Sesi 2` is found by its name and by its number. */
function isSession(name: string, wanted: string): boolean {
  return foldText(name) === foldText(wanted) || /\d+/.exec(name)?.[0] === wanted.trim();
}

/** The number of sessions in each phase. */
export function sessionStatistics(
  sessions: readonly SessionRow[],
  now: number,
): SessionStatistics {
  const counts = { upcoming: 0, preparation: 0, ongoing: 0, finished: 0 };
  for (const session of sessions) counts[sessionStatus(session, now)]++;
  return {
    total_sessions: sessions.length,
    upcoming_sessions: counts.upcoming,
    preparation_sessions: counts.preparation,
    ongoing_sessions: counts.ongoing,
    finished_sessions: counts.finished,
  };
}
