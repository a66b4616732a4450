import type { ScheduleItem } from "../../src/model/item/occasions.ts";
import type { ScheduleRow } from "../../src/model/pack.ts";
import { dayEnd, dayStart } from "../../src/time/wall_clock.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { Step } from "../emit/bodies.ts";
import type { RenderContext } from "./context.ts";
import { moreJson, openStates } from "./json.ts";
import type { Happening } from "./occasions.ts";
import { writeTable, type WrittenTable } from "./table.ts";

/** Renders shows and events as one schedule, newest first. */
export function renderSchedule(
  happenings: readonly Happening[],
  context: RenderContext,
): WrittenTable {
  const { bodies } = context;
  const entrants = happenings.toSorted((one, other) => other.occasion.start - one.occasion.start);
  return writeTable(context, entrants, {
    name: "schedule",
    idOf: ({ id }) => id,
    madeOf: ({ madeOf }) => madeOf,
    tell(entrant) {
      const { occasion: { date }, zone } = entrant;
      const day = [dayStart(date, zone), dayEnd(date, zone)] as const;
      return { day, steps: stepsOf(entrant, day) };
    },
    write: ({ id, entry: { file }, occasion, members }, { day, steps }) => ({
      row: {
        id,
        start: occasion.start,
        ...occasion.untimed,
        members,
        day,
        open: bodies.addPhases(steps, publishedFrom(file)),
      } satisfies ScheduleRow,
    }),
  });
}

type State = Pick<ScheduleItem, "status" | "is_upcoming">;
type Tail = Pick<ScheduleItem, "state" | "url">;

const STATES = ([
  { status: "upcoming", is_upcoming: true },
  { status: "today", is_upcoming: true },
  { status: "today", is_upcoming: false },
  { status: "past", is_upcoming: false },
] satisfies readonly State[]).map(moreJson);

/** Before its day, on its day until it starts, on its day since, and after. */
function stepsOf(entrant: Happening, day: ScheduleRow["day"]): Step[] {
  const { occasion: { start }, entry: { file: { state, url } } } = entrant;
  const tail: Tail = { state, url };
  const [upcoming, today, since, past] = openStates(itemOf(entrant), STATES, tail);
  const steps: Step[] = [
    { from: -Infinity, json: upcoming! },
    { from: day[0], json: today! },
  ];
  if (start < day[1]) steps.push({ from: start, json: since! });
  steps.push({ from: day[1], json: past! });
  return steps;
}

function itemOf(
  { entry: { file }, id, title, occasion, venue, people }: Happening,
): Omit<ScheduleItem, keyof State | keyof Tail> {
  return {
    id,
    title,
    type: typeOf(file),
    setlist: "setlist" in file ? file.setlist : undefined,
    date: occasion.date,
    time: file.time,
    start_at: occasion.startAt,
    venue,
    members: people.map(({ name }) => name),
  };
}

function typeOf(file: Happening["entry"]["file"]): ScheduleItem["type"] {
  if (!("type" in file)) return "theater";
  return file.type === "media" || file.type === "other" ? file.type : "event";
}
