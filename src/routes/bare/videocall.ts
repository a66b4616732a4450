import { itemParts } from "../../catalog/phases.ts";
import { arrayOf, joinParts, type Part } from "../../catalog/json_bytes.ts";
import { nextPhase } from "../../catalog/phases.ts";
import { filterDays, sessionStatistics } from "../../catalog/videocalls.ts";
import { createAnswer } from "../../http/answer.ts";
import { alsoNamed, anyText, civilDate } from "../../http/parameter_kinds.ts";
import { fold } from "../../model/fold.ts";
import type { SessionRow, VideocallDay } from "../../model/pack.ts";
import { localDay } from "../../time/local_day.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";
import { weekdayName } from "../../time/local_day.ts";
import { groupOf, route, type Scene } from "../route.ts";

const ANY = { date: undefined, session: undefined, member: undefined };

/** `videocall`: sessions by day, with where each stands at this moment. */
export const videocall = route({
  id: "videocall",
  path: "videocall",
  summary: "Video-call sessions by day, and how many stand where",
  parameters: {
    date: civilDate(),
    session: alsoNamed(anyText("a session's name or number"), "sesi"),
    member: anyText("a member's slug, name or nickname"),
  },
  answer(scene, { date, session, member: who }) {
    const member = who === undefined ? undefined : fold(who);
    const days = groupOf(scene).table("videocalls");
    const onAnyDate = filterDays(days, { date: undefined, session, member }, scene.now);
    const shown = filterDays(onAnyDate, { ...ANY, date }, scene.now);
    const sessions = shown.flatMap((day) => day.sessions);
    return seal(scene, [
      ...field("total", sessions.length),
      ...field("statistics", sessionStatistics(sessions, scene.now)),
      ...field("available_dates", onAnyDate.map(countOf)),
      ',"data":',
      ...arrayOf(shown.map((day) => dayParts(scene, day))),
    ]);
  },
});

/** `videocall/today`: the sessions of the group's own date. */
export const videocallToday = route({
  id: "videocall-today",
  path: "videocall/today",
  summary: "Today's video-call sessions",
  parameters: {},
  answer(scene) {
    const { timezone, language, table } = groupOf(scene);
    const date = localDay(scene.now, timezone);
    const days = filterDays(table("videocalls"), { ...ANY, date }, scene.now);
    const sessions = days.flatMap((day) => day.sessions);
    return seal(scene, [
      ...field("date", date),
      ...field("day", weekdayName(date, language)),
      ...field("total_sessions", sessions.length),
      ',"sessions":',
      ...sessionList(scene, sessions),
    ]);
  },
});

/** The answer names the second it was made in, and holds for no more than that. */
function seal(scene: Scene, parts: Part[]) {
  const { timezone, table } = groupOf(scene);
  const second = Math.floor(scene.now / 1000) * 1000;
  const turns = table("videocalls").flatMap(({ sessions }) => sessions)
    .map(({ open }) => nextPhase(open, scene.now));
  const head = {
    success: true,
    timezone,
    current_time: offsetTimestamp(second, timezone),
  };
  const body = joinParts([JSON.stringify(head).slice(0, -1), ...parts, "}"]);
  return createAnswer(body, {
    madeAt: scene.now,
    validUntil: Math.min(second + 1000, ...turns),
  });
}

function field(name: string, value: unknown): Part[] {
  return [`,${JSON.stringify(name)}:${JSON.stringify(value)}`];
}

function countOf({ date, day, sessions }: VideocallDay): Record<string, unknown> {
  return { date, day, total_sessions: sessions.length };
}

function dayParts(scene: Scene, { date, day, sessions }: VideocallDay): Part[] {
  const head = `{"date":${JSON.stringify(date)},"day":${JSON.stringify(day)},"sessions":`;
  return [head, ...sessionList(scene, sessions), "}"];
}

function sessionList(scene: Scene, sessions: readonly SessionRow[]): Part[] {
  const { catalog: { pack }, now } = scene;
  return arrayOf(sessions.map((session) => itemParts(pack, { ...session, id: "" }, now)));
}
