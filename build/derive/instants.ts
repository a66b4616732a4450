import { readInstant } from "../../src/time/civil_date.ts";
import { dayEnd, dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { MINUTE_MS } from "../../src/toolbox/durations.ts";

/** When something takes place, in the group's zone. */
export interface Occasion {
  /** Local day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Epoch ms from which it counts as begun: its start, or its day's last second where that is unknown. */
  readonly start: number;
  /** Epoch ms of its start, or of its day's first instant where the time is unknown. */
  readonly shown: number;
  /** The instant shown, with the zone's offset. */
  readonly timestamp: string;
  /** For rows of the pack: absent where the time of day is known. */
  readonly untimed: { readonly isUntimed?: true };
  /** The start as counted, with the zone's offset. */
  readonly startAt: string;
}

/** The day's last second is still in the day, so a timestamp of it begins with the local date. */
const LAST_SECOND_MS = 1000;

/** What has a day, and may have a time. */
export interface Dated {
  readonly date: string;
  readonly time?: string | undefined;
}

/** Reads day and time of an entry on the clock of `zone`. */
export function occasionOf({ date, time }: Dated, zone: string): Occasion {
  const start = time === undefined
    ? dayEnd(date, zone) - LAST_SECOND_MS
    : instantOf(date, time, zone);
  const shown = time === undefined ? dayStart(date, zone) : start;
  return {
    date,
    start,
    shown,
    untimed: time === undefined ? { isUntimed: true } : {},
    get timestamp() {
      return offsetTimestamp(shown, zone);
    },
    get startAt() {
      return offsetTimestamp(start, zone);
    },
  };
}

/**
 * When something is over that takes some minutes; undefined where its time of day is unknown, and where
 * four digits of a year cannot name it.
 */
export function endOf(
  { start, untimed: { isUntimed } }: Occasion,
  minutes: number | undefined,
  zone: string,
): string | undefined {
  if (isUntimed || minutes === undefined) return undefined;
  const end = offsetTimestamp(start + minutes * MINUTE_MS, zone);
  return end.startsWith("+") ? undefined : end;
}

/** The instant (epoch ms) of `publish_at`; -Infinity where there is none. */
export function publishedFrom(entry: { publish_at?: string | undefined }): number {
  return entry.publish_at === undefined ? -Infinity : readInstant(entry.publish_at);
}
