import { birthdayLines, occasionLines } from "../../src/model/calendar_lines.ts";
import type { CalendarTables, MemberRow } from "../../src/model/pack.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/people.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedEvent } from "./events.ts";
import type { ResolvedShow } from "./shows.ts";

const writeOnce = createRemember<string>();

/** Renders what calendars say, in the order of the tables. */
export function renderCalendars(
  shows: readonly ResolvedShow[],
  events: readonly ResolvedEvent[],
  members: readonly MemberRow[],
  { blob, content }: RenderContext,
): CalendarTables {
  const leapDay = content.group.leap_day;
  return {
    shows: shows.map((show) =>
      blob.add(writeOnce(show, [], REPORTS_NOTHING, () => showLines(show)))
    ),
    events: events.map((event) => blob.add(eventLines(event))),
    members: members.map(({ name, birthDate }) =>
      birthDate === undefined ? null : blob.add(birthdayLines(name, birthDate, leapDay))
    ),
  };
}

function showLines({ entry: { file }, title, occasion, venue, lineup }: ResolvedShow): string {
  const setlist = file.setlist === title ? undefined : file.setlist;
  return occasionLines({
    ...{ title, state: file.state, venue, url: file.url },
    start: startOf(occasion),
    description: paragraphs(setlist, namesOf(lineup)),
  });
}

function eventLines({ entry: { file }, occasion, venue, people = [] }: ResolvedEvent): string {
  return occasionLines({
    ...{ title: file.title, state: file.state, venue, url: file.url },
    start: startOf(occasion),
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
