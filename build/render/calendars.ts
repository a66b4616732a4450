import { birthdayLines, occasionLines } from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { MemberRow, Span } from "../../src/model/pack.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/roster.ts";
import type { Blob } from "../emit/blob.ts";
import type { ResolvedEvent } from "./events.ts";
import type { ResolvedShow } from "./shows.ts";

/** What calendars say of a show. */
export function showCalendar(show: ResolvedShow, blob: Blob): Span {
  return blob.add(showLines(show));
}

/** What calendars say of an event. */
export function eventCalendar(event: ResolvedEvent, blob: Blob): Span {
  return blob.add(eventLines(event));
}

/** The birthday of a member; null where the date of birth is unknown. */
export function birthdayCalendar(
  { name, birthDate }: MemberRow,
  leapDay: LeapDay,
  blob: Blob,
): Span | null {
  return birthDate === undefined ? null : blob.add(birthdayLines(name, birthDate, leapDay));
}

function showLines(
  { entry: { file }, title, occasion, minutes, venue, lineup }: ResolvedShow,
): string {
  const setlist = file.setlist === title ? undefined : file.setlist;
  return occasionLines({
    ...{ title, state: file.state, venue, url: file.url },
    start: startOf(occasion),
    minutes,
    description: paragraphs(setlist, namesOf(lineup)),
  });
}

function eventLines(
  { entry: { file }, occasion, minutes, venue, people = [] }: ResolvedEvent,
): string {
  return occasionLines({
    ...{ title: file.title, state: file.state, venue, url: file.url },
    start: startOf(occasion),
    minutes,
    description: paragraphs(file.description, namesOf(people)),
  });
}

/** The instant, or the day where the time is unknown. */
function startOf({ date, start, untimed: { isUntimed } }: Occasion): number | string {
  return isUntimed ? date : start;
}

function namesOf(people: readonly Person[]): string {
  return people.map(({ name }) => name).join(", ");
}

function paragraphs(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n\n");
}
