import type { VideocallFile } from "../schema/content/occasions.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { SessionItem } from "../../src/model/item/videocalls.ts";
import type { SessionRow, VideocallDay } from "../../src/model/pack.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { weekdayName } from "../../src/time/local_day.ts";
import { dayEnd, instantOf } from "../../src/time/wall_clock.ts";
import { compareTexts } from "../../src/toolbox/compare_texts.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { resolvePeople } from "../derive/people.ts";
import type { Person, Roster } from "../derive/roster.ts";
import type { RenderContext } from "./context.ts";
import { moreJson, openStates } from "./json.ts";
import { writeRows, type WrittenTable } from "./table.ts";

type SessionFile = VideocallFile["sessions"][number];

/** Renders days of video calls, first day first; a day may be in several files. */
export function renderVideocalls(context: RenderContext): WrittenTable {
  const { videocalls, group: { language } } = context.content;
  const days = [...Map.groupBy(videocalls, ({ file: { date } }) => date)]
    .sort(([one], [other]) => compareTexts(one, other));
  const rows = days.map(([date, files]): VideocallDay => ({
    date,
    day: weekdayName(date, language),
    sessions: files.flatMap((entry) => renderSessions(entry, context)),
  }));
  return writeRows(context, rows);
}

/** What a session is before the first of its turns, and since each. */
const STATES = ([
  { status: "upcoming" },
  { status: "preparation" },
  { status: "ongoing" },
  { status: "finished" },
] satisfies readonly Pick<SessionItem, "status">[]).map(moreJson);

function renderSessions(
  { slug, file, source }: Entry<VideocallFile>,
  context: RenderContext,
): SessionRow[] {
  const { bodies, roster, content: { group: { timezone: zone } } } = context;
  return file.sessions.map((session, place) => {
    const people = resolvePeople(session.members, source, ["sessions", place, "members"], context);
    const turns = turnsOf(session, file.date, zone);
    const item: Omit<SessionItem, "status"> = {
      session: session.session,
      title: session.title,
      category: session.category,
      date: file.date,
      preparation_start: session.preparation_start,
      start_time: session.start_time,
      end_time: session.end_time,
      members: people.map(({ name }) => name),
    };
    const steps = openStates(item, STATES)
      .map((json, turn) => ({ from: turns[turn - 1] ?? -Infinity, json }));
    return {
      slug,
      session: session.session,
      members: keysOf(people, roster),
      open: bodies.addPhases(steps, publishedFrom(file)),
      turns,
    };
  });
}

/** Without a preparation the calls begin at once; without an end they go on to the day's end. */
function turnsOf(session: SessionFile, date: string, zone: string): SessionRow["turns"] {
  const at = (time: string, days = 0) =>
    instantOf(Temporal.PlainDate.from(date).add({ days }).toString(), time, zone);
  const start = at(session.start_time);
  const ready = session.preparation_start ?? session.start_time;
  // It may begin on the day before; one that is half a day too late is a mistake.
  const [same, before] = [at(ready), at(ready, -1)];
  const preparation = same <= start ? same : start - before < DAY_MS / 2 ? before : start;
  if (session.end_time === undefined) return [preparation, start, dayEnd(date, zone)];
  const end = at(session.end_time);
  return [preparation, start, end > start ? end : at(session.end_time, 1)];
}

/** Under which words somebody finds her sessions: slug, name, nicknames, former slugs. */
function keysOf(people: readonly Person[], roster: Roster): string[] {
  const keys = people.flatMap(({ slug, name }) => {
    const found = slug === undefined ? undefined : roster.find(slug);
    const also = found?.kind === "member"
      ? [...found.member.file.nicknames, ...found.member.file.former_slugs]
      : [];
    return [slug ?? name, name, ...also];
  });
  return [...new Set(keys.map(foldText))];
}
