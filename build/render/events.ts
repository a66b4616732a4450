import type { EventFile } from "../schema/content/occasions.ts";
import type { EventItem } from "../../src/model/item/occasions.ts";
import type { EventRow } from "../../src/model/pack.ts";
import { isPicturePath } from "../../src/model/picture.ts";
import { endOf } from "../derive/instants.ts";
import { resolvePeople } from "../derive/people.ts";
import type { Step } from "../emit/bodies.ts";
import { admissionItem } from "../derive/admission.ts";
import type { RenderContext } from "./context.ts";
import { beginning } from "./json.ts";
import { type Happening, happeningOf, happeningRow, occasionCalendar } from "./occasions.ts";
import { writeTable, type WrittenTable } from "./table.ts";

/** Resolves all events, newest first by the date they show: without a time, its day's first instant. */
export function resolveEvents(context: RenderContext): readonly Happening<EventFile>[] {
  return context.content.events.map((entry) => {
    const { file: { title, members = [] }, source } = entry;
    return happeningOf(entry, title, resolvePeople(members, source, ["members"], context), context);
  }).sort((one, other) => other.occasion.shown - one.occasion.shown);
}

/** Renders events in the order given. */
export function renderEvents(
  events: readonly Happening<EventFile>[],
  context: RenderContext,
): WrittenTable {
  return writeTable(context, events, {
    name: "events",
    idOf: ({ id }) => id,
    madeOf: ({ madeOf }) => madeOf,
    tell: (event) => ({
      steps: stepsOf(event),
      calendar: occasionCalendar(event, event.entry.file.description),
    }),
    write(event, texts) {
      const { row, calendar } = happeningRow(event, texts, context);
      return {
        row: { ...row, ...(event.isMedia && { isMedia: true }) } satisfies EventRow,
        calendar,
      };
    },
  });
}

function stepsOf(
  { entry: { file }, id, title, occasion, venue, people, isMedia, zone }: Happening<EventFile>,
): Step[] {
  const head: Omit<EventItem, "is_upcoming" | "state"> = {
    id,
    title,
    date: occasion.timestamp,
    venue: venue ?? "",
    description: file.description ?? "",
    label: absolute(file.label) ?? "",
    url: file.url ?? "",
    members: people.length > 0 ? people.map(({ name }) => name) : undefined,
    type: isMedia ? "other" : file.type as EventItem["type"],
  };
  const end_at = endOf(occasion, file.duration, zone);
  return beginning(occasion.start, head, {
    state: file.state,
    end_at,
    ...admissionItem(file, zone),
  });
}

/** An address that leads somewhere from everywhere; a path on an unnamed site does not. */
function absolute(address: string | undefined): string | undefined {
  if (address === undefined || isPicturePath(address)) return address;
  return address.startsWith("/") ? undefined : address;
}
