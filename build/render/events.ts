import type { EventFile } from "../../src/model/content/occasions.ts";
import type { EventItem } from "../../src/model/item/occasions.ts";
import type { EventRow, Span } from "../../src/model/pack.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { endOf, type Occasion, occasionOf, publishedFrom } from "../derive/instants.ts";
import { meaningsOf } from "../derive/meanings.ts";
import { nameEvent } from "../derive/names.ts";
import { slugsOf } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import { createRemember } from "../cache/remember.ts";
import type { Blob } from "../emit/blob.ts";
import { occasionCalendar } from "./calendars.ts";
import type { RenderContext } from "./context.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";
import { absolute } from "./absolute.ts";
import { formerSlugs } from "./former_slugs.ts";
import { BEFORE_AND_SINCE, openStates } from "./json.ts";

/** An event with its names and times resolved. */
export interface ResolvedEvent {
  readonly entry: Entry<EventFile>;
  readonly id: string;
  readonly occasion: Occasion;
  /** How long calendars say that it takes, where content says it. */
  readonly minutes: number | undefined;
  readonly endAt: string | undefined;
  readonly venue: string | undefined;
  /** Undefined where the file has no list. */
  readonly people: readonly Person[] | undefined;
}

/** Resolves all events, newest first by the date they show: without a time, its day's first instant. */
export function resolveEvents(context: RenderContext): readonly ResolvedEvent[] {
  const { memory, report, roster, zone, content } = context;
  const { defaults, show_duration } = content.group;
  const deps = [zone, defaults.venue, show_duration];
  return resolveAllOnce(
    memory,
    content.events,
    [roster, ...deps],
    report,
    (report) =>
      content.events.map((entry) =>
        resolveOnce(
          memory,
          entry,
          [meaningsOf(entry, () => entry.file.members ?? [], roster, memory), ...deps],
          report,
          (report) => resolveEvent(entry, { ...context, report }),
        )
      ).sort((one, other) => other.occasion.shown - one.occasion.shown),
  );
}

const resolveAllOnce = createRemember<readonly ResolvedEvent[]>();

const resolveOnce = createRemember<ResolvedEvent>();

function resolveEvent(entry: Entry<EventFile>, context: RenderContext): ResolvedEvent {
  const { file, slug } = entry;
  const { zone, content: { group } } = context;
  const occasion = occasionOf(file, zone);
  return {
    entry,
    id: file.id ?? slug,
    occasion,
    minutes: file.duration ?? group.show_duration,
    endAt: endOf(occasion, file.duration, zone),
    venue: venueOf(file, context),
    people: nameEvent(entry, context),
  };
}

/** Television, radio and print take place nowhere that people go. */
function venueOf({ venue, type }: EventFile, { content }: RenderContext): string | undefined {
  return venue ?? (type === "media" ? undefined : content.group.defaults.venue);
}

const pageEvents = createPaging<ResolvedEvent, EventRow>();

/** Renders events in the order given. */
export function renderEvents(
  events: readonly ResolvedEvent[],
  { pages }: RenderContext,
): PagedTable {
  return pageEvents(pages, {
    items: events,
    idOf: ({ id }) => id,
    deps: [],
    name: "events",
    keyOf: ({ entry }) => entryKey(entry),
    write: (event, blob) => ({
      row: renderEvent(event, blob),
      calendar: eventCalendar(event, blob),
    }),
  });
}

function eventCalendar(
  { entry: { file }, occasion, minutes, venue, people = [] }: ResolvedEvent,
  blob: Blob,
): Span {
  const { title, state, url, description: text } = file;
  return occasionCalendar({ title, state, venue, url, occasion, minutes, text, people }, blob);
}

function renderEvent(event: ResolvedEvent, blob: Blob): EventRow {
  const { entry: { slug, file }, id, occasion } = event;
  const [upcoming, begun] = openItems(event);
  const steps = [
    { from: -Infinity, json: upcoming! },
    { from: occasion.start, json: begun! },
  ];
  return {
    id,
    slug,
    ...formerSlugs(file),
    date: occasion.date,
    start: occasion.start,
    ...occasion.untimed,
    members: slugsOf(event.people ?? []),
    open: blob.addPhases(steps, publishedFrom(file)),
  };
}

/** The item before it begins, and since. */
function openItems({ entry: { file }, id, occasion, endAt, venue, people }: ResolvedEvent) {
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
  return openStates(head, BEFORE_AND_SINCE, { state: file.state, end_at: endAt });
}
