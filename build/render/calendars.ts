import {
  birthdayLines,
  type CalendarOccasion,
  occasionLines,
} from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/roster.ts";
import type { MemberFile } from "../schema/content/member.ts";

/** What takes place, with what its start and its description are made of. */
interface Happening extends Omit<CalendarOccasion, "start" | "description"> {
  readonly occasion: Occasion;
  /** The paragraph before the names of those who take part. */
  readonly text: string | undefined;
  readonly people: readonly Person[];
}

/** What calendars say of a show or an event. */
export function occasionCalendar({ occasion, text, people, ...named }: Happening): string {
  // The day where the time is unknown.
  const start = occasion.untimed.isUntimed ? occasion.date : occasion.start;
  const names = people.map(({ name }) => name).join(", ");
  const description = [text, names].filter(Boolean).join("\n\n");
  return occasionLines({ ...named, start, description });
}

/** The birthday of a member; null where the date of birth is unknown. */
export function birthdayCalendar(
  { name, birth_date: birthDate }: MemberFile,
  leapDay: LeapDay,
): string | null {
  return birthDate === undefined ? null : birthdayLines(name, birthDate, leapDay);
}
