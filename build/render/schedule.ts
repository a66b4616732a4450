import type { ScheduleItem } from "../../src/model/item/occasions.ts";
import type { ScheduleRow } from "../../src/model/pack.ts";
import { dayEnd, dayStart } from "../../src/time/wall_clock.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { type Occasion, publishedFrom } from "../derive/instants.ts";
import { slugsOf } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import type { Blob, Step } from "../emit/blob.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedEvent } from "./events.ts";
import { openStates } from "./json.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";
import { movedPhases } from "../emit/written_items.ts";
import type { ResolvedShow } from "./shows.ts";

type Fixed = Omit<ScheduleItem, "status" | "is_upcoming" | "state" | "url">;

/** What any file of something on a schedule has. */
interface ScheduledFile {
  readonly state: ScheduleItem["state"];
  readonly url?: string | undefined;
  readonly publish_at?: string | undefined;
}

/** What a schedule holds of a show or event: all that the clock does not change. */
interface Scheduled {
  readonly entry: Entry<object>;
  readonly head: Fixed;
  readonly tail: Pick<ScheduleItem, "state" | "url">;
  readonly occasion: Occasion;
  readonly publishedFrom: number;
  /** Slugs of the roster members who take part. */
  readonly members: readonly string[];
}

const takeOnce = createRemember<Scheduled>();
const pageSchedule = createPaging<Scheduled, ScheduleRow>();

/** Renders shows and events as one schedule, newest first. */
export function renderSchedule(
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  { pages, memory, zone }: RenderContext,
): PagedTable {
  return pageSchedule(pages, {
    items: mergeOnce(memory, shows, [events], REPORTS_NOTHING, () => merge(shows, events, memory)),
    idOf: ({ head: { id } }) => id,
    deps: [zone],
    name: "schedule",
    keyOf: ({ entry, head }) => `${head.type} ${entryKey(entry)}`,
    write: (one, blob) => ({ row: renderRow(one, zone, blob) }),
    move: (row, by) => ({ ...row, open: movedPhases(row.open, by) }),
  });
}

const mergeOnce = createRemember<readonly Scheduled[]>();

function merge(
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  memory: MadeMemory,
): Scheduled[] {
  const take = <Item extends object>(item: Item, make: (item: Item) => Scheduled) =>
    takeOnce(memory, item, [], REPORTS_NOTHING, () => make(item));
  const scheduled = [
    ...shows.map((show) => take(show, fromShow)),
    ...events.map((event) => take(event, fromEvent)),
  ];
  return scheduled.sort((one, other) => other.occasion.start - one.occasion.start);
}

function renderRow(scheduled: Scheduled, zone: string, blob: Blob): ScheduleRow {
  const { head: { id }, occasion: { date, start, untimed }, members } = scheduled;
  const day = [dayStart(date, zone), dayEnd(date, zone)] as const;
  return {
    id,
    start,
    ...untimed,
    members,
    day,
    open: blob.addPhases(stepsOf(scheduled, day), scheduled.publishedFrom),
  };
}

const STATES: readonly Omit<ScheduleItem, keyof Scheduled["head"] | keyof Scheduled["tail"]>[] = [
  { status: "upcoming", is_upcoming: true },
  { status: "today", is_upcoming: true },
  { status: "today", is_upcoming: false },
  { status: "past", is_upcoming: false },
];

/** Before its day, on its day until it starts, on its day since, and after. */
function stepsOf(
  { head, tail, occasion: { start } }: Scheduled,
  day: readonly [number, number],
): Step[] {
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
  { entry, id, title, occasion, venue, lineup }: ResolvedShow,
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
  return scheduledOf(head, entry, occasion, lineup);
}

function fromEvent(
  { entry, id, occasion, venue, people = [] }: ResolvedEvent,
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
  return scheduledOf(head, entry, occasion, people);
}

function scheduledOf(
  head: Fixed,
  entry: Entry<ScheduledFile>,
  occasion: Occasion,
  people: readonly Person[],
): Scheduled {
  const { file } = entry;
  const tail = { state: file.state, ...(file.url && { url: file.url }) };
  const rest = { occasion, publishedFrom: publishedFrom(file), members: slugsOf(people) };
  return { entry, head, tail, ...rest };
}
