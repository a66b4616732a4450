import type { VideocallFile } from "../schema/content/occasions.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { SessionItem } from "../../src/model/item/videocalls.ts";
import type { SessionRow, VideocallDay } from "../../src/model/pack.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { weekdayName } from "../../src/time/local_day.ts";
import { dayEnd, instantOf } from "../../src/time/wall_clock.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { resolvePeople } from "../derive/people.ts";
import type { Person, Roster } from "../derive/roster.ts";
import type { Step } from "../emit/bodies.ts";
import type { RenderContext } from "./context.ts";
import { moreJson, openStates } from "./json.ts";
import { type TableKind, writeTable, type WrittenTable } from "./table.ts";

type SessionFile = VideocallFile["sessions"][number];

/** A day, and what the pack says of its sessions. */
interface Day {
  readonly date: string;
  readonly weekday: string;
  readonly sessions: readonly SessionTexts[];
}

/** What the pack says of a session. */
interface SessionTexts {
  /** The name of its file. */
  readonly slug: string;
  readonly session: string;
  /** Epoch ms from which it is published. */
  readonly from: number;
  readonly members: readonly string[];
  readonly steps: readonly Step[];
  readonly turns: SessionRow["turns"];
}

const DAYS: TableKind<Day, undefined, VideocallDay> = {
  name: "videocalls",
  idOf: ({ date }) => date,
  madeOf: (day) => JSON.stringify(day),
  tell: () => undefined,
  write: ({ date, weekday, sessions }, _texts, bodies) => ({
    row: {
      date,
      day: weekday,
      sessions: sessions.map(({ slug, session, members, steps, from, turns }) => {
        return { slug, session, members, open: bodies.addPhases(steps, from), turns };
      }),
    },
  }),
};

/** Renders days of video calls, first day first. */
export function renderVideocalls(context: RenderContext): WrittenTable {
  const files = context.content.videocalls.map((entry) => resolveDay(entry, context));
  const days = [...Map.groupBy(files, ({ date }) => date).values()].map(joinDay);
  return writeTable(days.sort((one, other) => one.date < other.date ? -1 : 1), DAYS, context);
}

/** A day that is in several files. */
function joinDay(files: readonly Day[]): Day {
  const [day] = files as [Day, ...Day[]];
  return files.length === 1 ? day : { ...day, sessions: files.flatMap(({ sessions }) => sessions) };
}

function resolveDay(
  { slug, file, source }: Entry<VideocallFile>,
  context: RenderContext,
): Day {
  const { roster, content: { group: { timezone: zone, language } } } = context;
  const date = file.date;
  const sessions = file.sessions.map((session, place): SessionTexts => {
    const path = ["sessions", place, "members"];
    const people = resolvePeople(session.members, source, path, context);
    const turns = turnsOf(session, date, zone);
    const items = openStates(sessionItem(session, date, people), STATES);
    return {
      slug,
      session: session.session,
      from: publishedFrom(file),
      members: keysOf(people, roster),
      steps: items.map((json, turn) => ({ from: turns[turn - 1] ?? -Infinity, json })),
      turns,
    };
  });
  return { date, weekday: weekdayName(date, language), sessions };
}

/** What a session is before the first of its turns, and since each. */
const STATES = ([
  { status: "upcoming" },
  { status: "preparation" },
  { status: "ongoing" },
  { status: "finished" },
] satisfies readonly Pick<SessionItem, "status">[]).map(moreJson);

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
