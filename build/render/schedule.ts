import type { ScheduleItem } from "../../src/model/item/occasions.ts";
import type { ScheduleRow } from "../../src/model/pack.ts";
import { dayEnd, dayStart } from "../../src/time/wall_clock.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { slugsOf } from "../derive/people.ts";
import type { Step } from "../emit/bodies.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedEvent } from "./events.ts";
import { moreJson, openStates } from "./json.ts";
import type { ResolvedShow } from "./shows.ts";
import { type TableKind, writeTable, type WrittenTable } from "./table.ts";

type Tail = Pick<ScheduleItem, "state" | "url">;
type Fixed = Omit<ScheduleItem, "status" | "is_upcoming" | keyof Tail>;

/** What any file of something on a schedule has. */
interface ScheduledFile {
  readonly state: ScheduleItem["state"];
  readonly url?: string | undefined;
  readonly publish_at?: string | undefined;
}

/** A show or event among the others. */
interface Entrant extends Pick<ResolvedShow, "id" | "occasion" | "madeOf"> {
  readonly entry: Entry<ScheduledFile>;
  /** Slugs of the roster members who take part. */
  readonly members: readonly string[];
  tell(): Fixed;
}

/** What a schedule says of an entrant, and the first and last instant of its day. */
interface Told {
  readonly day: readonly [from: number, until: number];
  readonly steps: readonly Step[];
}

/** Renders shows and events as one schedule, newest first. */
export function renderSchedule(
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  context: RenderContext,
): WrittenTable {
  const { timezone: zone } = context.content.group;
  const entrants: Entrant[] = [
    ...shows.map((show) => ({
      ...namesOf(show),
      members: show.members,
      tell: () => fromShow(show),
    })),
    ...events.map((event) => ({
      ...namesOf(event),
      members: slugsOf(event.people ?? []),
      tell: () => fromEvent(event),
    })),
  ].sort((one, other) => other.occasion.start - one.occasion.start);
  const kind: TableKind<Entrant, Told, ScheduleRow> = {
    name: "schedule",
    idOf: ({ id }) => id,
    madeOf: ({ madeOf }) => madeOf,
    tell(entrant) {
      const { date } = entrant.occasion;
      const day = [dayStart(date, zone), dayEnd(date, zone)] as const;
      return { day, steps: stepsOf(entrant, day) };
    },
    write: ({ id, entry: { file }, occasion, members }, { day, steps }, bodies) => ({
      row: {
        id,
        start: occasion.start,
        ...occasion.untimed,
        members,
        day,
        open: bodies.addPhases(steps, publishedFrom(file)),
      },
    }),
  };
  return writeTable(entrants, kind, context);
}

function namesOf({ id, entry, occasion, madeOf }: ResolvedShow | ResolvedEvent) {
  return { id, entry, occasion, madeOf };
}

type State = Omit<ScheduleItem, keyof Fixed | keyof Tail>;

const STATES = ([
  { status: "upcoming", is_upcoming: true },
  { status: "today", is_upcoming: true },
  { status: "today", is_upcoming: false },
  { status: "past", is_upcoming: false },
] satisfies readonly State[]).map(moreJson);

/** Before its day, on its day until it starts, on its day since, and after. */
function stepsOf(
  { entry: { file }, occasion: { start }, tell }: Entrant,
  day: Told["day"],
): Step[] {
  const tail: Tail = { state: file.state, ...(file.url && { url: file.url }) };
  const [upcoming, today, since, past] = openStates(tell(), STATES, tail);
  const steps: Step[] = [
    { from: -Infinity, json: upcoming! },
    { from: day[0], json: today! },
  ];
  if (start < day[1]) steps.push({ from: start, json: since! });
  steps.push({ from: day[1], json: past! });
  return steps;
}

function fromShow({ entry: { file }, id, title, occasion, venue, lineup }: ResolvedShow): Fixed {
  return {
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
}

function fromEvent({ entry: { file }, id, occasion, venue, people = [] }: ResolvedEvent): Fixed {
  return {
    id,
    title: file.title,
    type: file.type === "media" || file.type === "other" ? file.type : "event",
    date: occasion.date,
    time: file.time,
    start_at: occasion.startAt,
    venue,
    members: people.map(({ name }) => name),
  };
}
