import type { EventFile } from "../schema/content/occasions.ts";
import type { EventItem } from "../../src/model/item/occasions.ts";
import type { EventRow } from "../../src/model/pack.ts";
import type { GroupFile } from "../schema/content/group.ts";
import { isPicturePath } from "../../src/model/picture.ts";
import type { Entry } from "../check/content.ts";
import { endOf, occasionOf, publishedFrom } from "../derive/instants.ts";
import { type Naming, resolvePeople, slugsOf } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import type { Bodies, Step } from "../emit/bodies.ts";
import { admissionItem, salesOf } from "../derive/admission.ts";
import { occasionCalendar } from "./calendars.ts";
import { type RenderContext, textOf } from "./context.ts";
import { beginning, formerSlugs } from "./json.ts";
import type { ResolvedOccasion } from "./shows.ts";
import { type TableKind, writeTable, type WrittenTable } from "./table.ts";

/** An event with its names and times resolved. */
export interface ResolvedEvent extends ResolvedOccasion<EventFile> {
  /** Undefined where the file has no list. */
  readonly people: readonly Person[] | undefined;
}

/** Resolves all events, newest first by the date they show: without a time, its day's first instant. */
export function resolveEvents(context: RenderContext): readonly ResolvedEvent[] {
  const { content: { group, events } } = context;
  return events.map((entry) => resolveEvent(entry, group, context))
    .sort((one, other) => other.occasion.shown - one.occasion.shown);
}

function resolveEvent(
  entry: Entry<EventFile>,
  { timezone: zone, defaults, show_duration: usual }: GroupFile,
  naming: Naming,
): ResolvedEvent {
  const { file, slug } = entry;
  const occasion = occasionOf(file, zone);
  const people = file.members && resolvePeople(file.members, entry.source, ["members"], naming);
  return {
    entry,
    madeOf: textOf(entry, people),
    id: file.id ?? slug,
    occasion,
    minutes: file.duration ?? usual,
    get endAt() {
      return endOf(occasion, file.duration, zone);
    },
    // Television, radio and print take place nowhere that people go.
    venue: file.venue ?? (file.type === "media" ? undefined : defaults.venue),
    admission: admissionItem(file, zone),
    ...salesOf(file, zone),
    people,
  };
}

const EVENTS: TableKind<ResolvedEvent, ReturnType<typeof textsOf>, EventRow> = {
  name: "events",
  idOf: ({ id }) => id,
  madeOf: ({ madeOf }) => madeOf,
  tell: textsOf,
  write: (event, texts, bodies) => ({
    row: renderEvent(event, texts, bodies),
    calendar: bodies.add(texts.calendar),
  }),
};

/** Renders events in the order given. */
export function renderEvents(
  events: readonly ResolvedEvent[],
  context: RenderContext,
): WrittenTable {
  return writeTable(events, EVENTS, context);
}

function textsOf(event: ResolvedEvent) {
  const { entry: { file }, occasion, minutes, venue, people = [] } = event;
  const { title, state, url, description: text } = file;
  return {
    steps: stepsOf(event),
    calendar: occasionCalendar({ title, state, venue, url, occasion, minutes, text, people }),
  };
}

function renderEvent(
  event: ResolvedEvent,
  { steps }: ReturnType<typeof textsOf>,
  bodies: Bodies,
): EventRow {
  const { entry: { slug, file }, id, occasion, sales } = event;
  return {
    id,
    slug,
    ...formerSlugs(file),
    date: occasion.date,
    start: occasion.start,
    ...occasion.untimed,
    ...(file.type === "media" && { isMedia: true }),
    members: slugsOf(event.people ?? []),
    open: bodies.addPhases(steps, publishedFrom(file)),
    ...(sales && { sales }),
  };
}

function stepsOf(
  { entry: { file }, id, occasion, endAt, venue, people, admission }: ResolvedEvent,
): Step[] {
  const head: Omit<EventItem, "is_upcoming" | "state"> = {
    id,
    title: file.title,
    date: occasion.timestamp,
    venue: venue ?? "",
    description: file.description ?? "",
    label: absolute(file.label) ?? "",
    url: file.url ?? "",
    members: people && people.length > 0 ? people.map(({ name }) => name) : undefined,
    type: file.type === "media" ? "other" : file.type,
  };
  return beginning(occasion.start, head, { state: file.state, end_at: endAt, ...admission });
}

/** An address that leads somewhere from everywhere; a path on an unnamed site does not. */
function absolute(address: string | undefined): string | undefined {
  if (address === undefined || isPicturePath(address)) return address;
  return address.startsWith("/") ? undefined : address;
}
