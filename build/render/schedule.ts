import type { ScheduleItem } from "../../src/model/item/occasions.ts";
import type { ScheduleRow } from "../../src/model/pack.ts";
import { dayEnd, dayStart } from "../../src/time/wall_clock.ts";
import type { Entry } from "../check/content.ts";
import { type Occasion, publishedFrom } from "../derive/instants.ts";
import { slugsOf } from "../derive/people.ts";
import type { Blob, Step } from "../emit/blob.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedEvent } from "./events.ts";
import { moreJson, openStates } from "./json.ts";
import { addTable, type PagedTable, type TableKind } from "../emit/pages.ts";
import type { ResolvedShow } from "./shows.ts";

type Fixed = Omit<ScheduleItem, "status" | "is_upcoming" | "state" | "url">;

/** What any file of something on a schedule has. */
interface ScheduledFile {
  readonly state: ScheduleItem["state"];
  readonly url?: string | undefined;
  readonly publish_at?: string | undefined;
}

/** A show or event among the others; what a schedule says of it is made where it has to be. */
interface Entrant {
  readonly id: string;
  readonly start: number;
  readonly madeOf: string;
  tell(): Scheduled;
}

/** What a schedule holds of a show or event: all that the clock does not change. */
interface Scheduled {
  readonly head: Fixed;
  readonly tail: Pick<ScheduleItem, "state" | "url">;
  readonly occasion: Occasion;
  /** The first and last instant of its day. */
  readonly day: readonly [number, number];
  readonly publishedFrom: number;
  /** Slugs of the roster members who take part. */
  readonly members: readonly string[];
}

const SCHEDULE: TableKind<Entrant, ScheduleRow> = {
  name: "schedule",
  idOf: ({ id }) => id,
  write: ({ tell }, blob) => ({ row: renderRow(tell(), blob) }),
  madeOf: ({ madeOf }) => madeOf,
};

/** Renders shows and events as one schedule, newest first. */
export function renderSchedule(
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  context: RenderContext,
): PagedTable {
  const { timezone } = context.content.group;
  const entrantOf = (
    { id, madeOf, occasion: { start } }: ResolvedShow | ResolvedEvent,
    tell: Entrant["tell"],
  ): Entrant => ({ id, start, madeOf, tell });
  const entrants = [
    ...shows.map((show) => entrantOf(show, () => fromShow(show, timezone))),
    ...events.map((event) => entrantOf(event, () => fromEvent(event, timezone))),
  ].sort((one, other) => other.start - one.start);
  return addTable(entrants, SCHEDULE, context);
}

function renderRow(scheduled: Scheduled, blob: Blob): ScheduleRow {
  const { head: { id }, occasion: { start, untimed }, day, members } = scheduled;
  return {
    id,
    start,
    ...untimed,
    members,
    day,
    open: blob.addPhases(stepsOf(scheduled), scheduled.publishedFrom),
  };
}

type State = Omit<ScheduleItem, keyof Scheduled["head"] | keyof Scheduled["tail"]>;

const STATES = ([
  { status: "upcoming", is_upcoming: true },
  { status: "today", is_upcoming: true },
  { status: "today", is_upcoming: false },
  { status: "past", is_upcoming: false },
] satisfies readonly State[]).map(moreJson);

/** Before its day, on its day until it starts, on its day since, and after. */
function stepsOf({ head, tail, occasion: { start }, day }: Scheduled): Step[] {
  const [upcoming, today, since, past] = openStates(head, STATES, tail);
  const steps: Step[] = [
    { from: -Infinity, json: upcoming! },
    { from: day[0], json: today! },
  ];
  if (start < day[1]) steps.push({ from: start, json: since! });
  steps.push({ from: day[1], json: past! });
  return steps;
}

function fromShow(
  { entry, id, title, occasion, venue, lineup, members }: ResolvedShow,
  zone: string,
): Scheduled {
  const { file } = entry;
  const head: Fixed = {
    id,
    title,
    type: "theater",
    setlist: file.setlist,
    date: occasion.date,
    time: file.time,
    start_at: occasion.startAt,
    venue,
    members: lineup.map(({ name }) => name),
  };
  return scheduledOf(head, entry, occasion, members, zone);
}

function fromEvent(
  { entry, id, occasion, venue, people = [] }: ResolvedEvent,
  zone: string,
): Scheduled {
  const { file } = entry;
  const head: Fixed = {
    id,
    title: file.title,
    type: file.type === "media" || file.type === "other" ? file.type : "event",
    date: occasion.date,
    time: file.time,
    start_at: occasion.startAt,
    venue,
    members: people.map(({ name }) => name),
  };
  return scheduledOf(head, entry, occasion, slugsOf(people), zone);
}

function scheduledOf(
  head: Fixed,
  { file }: Entry<ScheduledFile>,
  occasion: Occasion,
  members: readonly string[],
  zone: string,
): Scheduled {
  return {
    head,
    tail: { state: file.state, ...(file.url && { url: file.url }) },
    occasion,
    day: [dayStart(occasion.date, zone), dayEnd(occasion.date, zone)],
    publishedFrom: publishedFrom(file),
    members,
  };
}
