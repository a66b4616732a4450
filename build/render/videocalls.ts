import type { VideocallFile } from "../../src/model/content/occasions.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { SessionItem } from "../../src/model/item/occasions.ts";
import type { SessionRow, VideocallDay } from "../../src/model/pack.ts";
import { readCivilDate } from "../../src/time/civil_date.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { weekdayName } from "../../src/time/local_day.ts";
import { dayEnd, instantOf } from "../../src/time/wall_clock.ts";
import { createRemember } from "../cache/remember.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { nameSession } from "../derive/names.ts";
import type { Person } from "../derive/roster.ts";
import type { Blob, Step } from "../emit/blob.ts";
import type { Source } from "../read/source.ts";
import type { RenderContext } from "./context.ts";
import { openStates } from "./json.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";

type SessionFile = VideocallFile["sessions"][number];

/** A day, and what the pack says of its sessions. */
interface Day {
  readonly date: string;
  readonly sessions: readonly SessionTexts[];
}

const pageDays = createPaging<Day, VideocallDay>();

/** Renders days of video calls, first day first. */
export function renderVideocalls(context: RenderContext): PagedTable {
  const { pages, memory, roster, zone, content: { videocalls, group: { language } } } = context;
  const listDays = (report: ReportDiagnostic) => daysOf({ ...context, report });
  return pageDays(pages, {
    items: listOnce(memory, videocalls, [roster, zone], context.report, listDays),
    idOf: ({ date }) => date,
    deps: [language],
    name: "videocalls",
    keyOf: ({ sessions }) =>
      [...Map.groupBy(sessions, ({ entry }) => entry)]
        .map(([entry, own]) => `${own.map(({ place }) => place)} ${entryKey(entry)}`).join(),
    write: ({ date, sessions }, blob) => ({
      row: {
        date,
        day: weekdayName(date, language),
        sessions: sessions.map((texts) => renderSession(texts, blob)),
      },
    }),
  });
}

const listOnce = createRemember<readonly Day[]>();

function daysOf(context: RenderContext): Day[] {
  const days = new Map<string, SessionTexts[]>();
  for (const entry of context.content.videocalls) {
    const date = readCivilDate(entry.file.date, context.zone);
    const sessions = entry.file.sessions.map((session, place) =>
      resolveSession(entry, session, place, date, context)
    );
    days.set(date, [...days.get(date) ?? [], ...sessions]);
  }
  return [...days].map(([date, sessions]) => ({ date, sessions }))
    .sort((one, other) => one.date < other.date ? -1 : 1);
}

function resolveSession(
  entry: Entry<VideocallFile>,
  session: SessionFile,
  place: number,
  date: string,
  context: RenderContext,
): SessionTexts {
  const { file, source } = entry;
  return writeOnce(
    context.memory,
    session,
    [date, context.zone, file.publish_at, ...session.members.map(context.roster.find)],
    context.report,
    (report) => ({
      ...{ entry, place },
      session: session.session,
      from: publishedFrom(file),
      ...textsOf(source, session, place, date, { ...context, report }),
    }),
  );
}

function renderSession(
  { session, members, steps, from, turns }: SessionTexts,
  blob: Blob,
): SessionRow {
  return { session, members, open: blob.addPhases(steps, from), turns };
}

/** What the pack says of a session. */
interface SessionTexts {
  readonly entry: Entry<VideocallFile>;
  /** The session's place in its file. */
  readonly place: number;
  readonly session: string;
  /** Epoch ms from which it is published. */
  readonly from: number;
  readonly members: readonly string[];
  readonly steps: readonly Step[];
  readonly turns: SessionRow["turns"];
}

const writeOnce = createRemember<SessionTexts>();

/** What a session is before the first of its turns, and since each. */
const STATES: readonly Pick<SessionItem, "status">[] = [
  { status: "upcoming" },
  { status: "preparation" },
  { status: "ongoing" },
  { status: "finished" },
];

function textsOf(
  source: Source,
  session: SessionFile,
  place: number,
  date: string,
  context: RenderContext,
): Pick<SessionTexts, "members" | "steps" | "turns"> {
  const people = nameSession(session.members, place, source, context);
  const turns = turnsOf(session, date, context.zone);
  const items = openStates(sessionItem(session, date, people), STATES);
  const steps = items.map((json, turn) => ({ from: turns[turn - 1] ?? -Infinity, json }));
  return { members: keysOf(people, context), steps, turns };
}

/** Without a preparation the calls begin at once; without an end they go on to the day's end. */
function turnsOf(session: SessionFile, date: string, zone: string): SessionRow["turns"] {
  const at = (time: string) => instantOf(date, time, zone);
  const start = at(session.start_time);
  const preparation = session.preparation_start
    ? Math.min(at(session.preparation_start), start)
    : start;
  if (session.end_time === undefined) return [preparation, start, dayEnd(date, zone)];
  const end = at(session.end_time);
  const nextDay = () => instantOf(dayAfter(date), session.end_time!, zone);
  return [preparation, start, end > start ? end : nextDay()];
}

function dayAfter(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

/** Under which words somebody finds her sessions: slug, name, nicknames, former slugs. */
function keysOf(people: readonly Person[], { roster }: RenderContext): string[] {
  const keys = people.flatMap(({ slug, name }) => {
    const found = slug === undefined ? undefined : roster.find(slug);
    const also = found?.kind === "member"
      ? [...found.member.file.nicknames, ...found.member.file.former_slugs]
      : [];
    return [slug ?? name, name, ...also];
  });
  return [...new Set(keys.map(foldText))];
}

function sessionItem(
  session: SessionFile,
  date: string,
  people: readonly Person[],
): Omit<SessionItem, "status"> {
  return {
    session: session.session,
    title: session.title,
    category: session.category,
    date,
    preparation_start: session.preparation_start,
    start_time: session.start_time,
    end_time: session.end_time,
    members: people.map(({ name }) => name),
  };
}
