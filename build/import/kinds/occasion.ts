import { isInstant } from "../../../src/time/civil_date.ts";
import { Temporal } from "../../../src/time/temporal.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { textOf } from "../record/known_value.ts";
import type { RecordReader } from "../record/record.ts";

/** When something takes place, as a dump says it. */
export interface Occasion {
  readonly date: string | undefined;
  readonly time: string | undefined;
}

/** Reads day and time; an instant holds both, and midnight stands for an unknown time. */
export function readOccasion(record: RecordReader, zone: string): Occasion {
  const date = record.day("date", "start_at");
  const instant = textOf(record.take("date", "start_at"));
  return { date, time: record.time("time") ?? (instant && timeIn(instant, zone)) };
}

/** Midnight and the day's last second stand for an unknown time. */
const UNKNOWN_TIMES = ["00:00:00", "23:59:59"];

function timeIn(text: string, zone: string): string | undefined {
  if (!isInstant(text)) return undefined;
  const time = localTimestamp(text, zone).slice(11, 19);
  return UNKNOWN_TIMES.includes(time) ? undefined : time.replace(/:00$/, "");
}

/** An instant with the zone's offset, in whole seconds. */
export function localTimestamp(instant: string, zone: string): string {
  return offsetTimestamp(Temporal.Instant.from(instant).epochMilliseconds, zone);
}
