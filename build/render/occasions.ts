import { type CalendarOccasion, occasionLines } from "../../src/model/calendar_lines.ts";
import type { Entry } from "../check/content.ts";
import { salesOf } from "../derive/admission.ts";
import { occasionOf, publishedFrom } from "../derive/instants.ts";
import { slugsOf } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import type { Step } from "../emit/bodies.ts";
import type { EventFile, ShowFile } from "../schema/content/occasions.ts";
import { type RenderContext, textOf } from "./context.ts";
import { formerSlugs } from "./json.ts";

/** A show or an event with its names and times resolved. */
export type Happening<File extends ShowFile | EventFile = ShowFile | EventFile> = ReturnType<
  typeof happeningOf<File>
>;

/** Resolves an entry in which `people` take part; `others` are named in it, too. */
export function happeningOf<File extends ShowFile | EventFile>(
  entry: Entry<File>,
  title: string,
  people: readonly Person[],
  { content: { group } }: RenderContext,
  others: readonly Person[] = [],
) {
  const { slug, file } = entry;
  // Television, radio and print take place nowhere that people go.
  const isMedia = "type" in file && file.type === "media";
  return {
    entry,
    title,
    people,
    isMedia,
    zone: group.timezone,
    /** All that is told of it is made of this, and of the group. */
    madeOf: textOf(entry, [...people, ...others]),
    id: file.id ?? slug,
    /** The slugs of the roster members among them. */
    members: slugsOf(people),
    occasion: occasionOf(file, group.timezone),
    /** How long calendars say that it takes, where content says it. */
    minutes: file.duration ?? group.show_duration,
    venue: file.venue ?? (isMedia ? undefined : group.defaults.venue),
  };
}

/** The row of a show or event, and what calendars say of it. */
export function happeningRow(
  { entry: { slug, file }, id, occasion, members, zone }: Happening,
  { steps, calendar }: { readonly steps: readonly Step[]; readonly calendar: string },
  { bodies }: RenderContext,
) {
  const row = {
    id,
    slug,
    ...formerSlugs(file),
    open: bodies.addPhases(steps, publishedFrom(file)),
    date: occasion.date,
    start: occasion.start,
    ...occasion.untimed,
    members,
    ...salesOf(file, zone),
  };
  return { row, calendar: bodies.add(calendar) };
}

/** What calendars say of it; `text`: the paragraph before the names of those who take part. */
export function occasionCalendar(
  { entry: { file: { state, url } }, title, occasion, minutes, venue, people }: Happening,
  text: string | undefined,
): string {
  // The day where the time is unknown.
  const start: CalendarOccasion["start"] = occasion.untimed.isUntimed
    ? occasion.date
    : occasion.start;
  const names = people.map(({ name }) => name).join(", ");
  const description = [text, names].filter(Boolean).join("\n\n");
  return occasionLines({ title, state, venue, url, minutes, start, description });
}
