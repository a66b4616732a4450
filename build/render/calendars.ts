import {
  birthdayLines,
  type CalendarOccasion,
  occasionLines,
} from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { MemberRow, Span } from "../../src/model/pack.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/roster.ts";
import type { Blob } from "../emit/blob.ts";

/** What takes place, with what its start and its description are made of. */
interface Happening extends Omit<CalendarOccasion, "start" | "description"> {
  readonly occasion: Occasion;
  /** The paragraph before the names of those who take part. */
  readonly text: string | undefined;
  readonly people: readonly Person[];
}

/** What calendars say of a show or an event. */
export function occasionCalendar(
  { occasion, text, people, ...named }: Happening,
  blob: Blob,
): Span {
  const start = startOf(occasion);
  return blob.add(
    occasionLines({ ...named, start, description: paragraphs(text, namesOf(people)) }),
  );
}

/** The birthday of a member; null where the date of birth is unknown. */
export function birthdayCalendar(
  { name, birthDate }: MemberRow,
  leapDay: LeapDay,
  blob: Blob,
): Span | null {
  return birthDate === undefined ? null : blob.add(birthdayLines(name, birthDate, leapDay));
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
