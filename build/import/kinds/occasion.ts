import type { RecordReader } from "../record/record.ts";
import type { OccasionState } from "../../../src/model/enums.ts";

/** When something takes place, as a dump writes it. */
export interface DumpOccasion {
  readonly date: string | undefined;
  readonly time: string | undefined;
}

/** Reads day and time; an instant holds both, and midnight means an unknown time. */
export function readOccasion(record: RecordReader): DumpOccasion {
  const moment = record.moment("date", "start_at");
  const start = record.moment("start_at");
  const isSame = moment !== undefined && moment.day === start?.day;
  const written = moment?.time ?? (isSame ? start.time : undefined);
  return { date: moment?.day, time: record.time("time") ?? (written && shownTime(written)) };
}

/** Midnight and the day's last second mean an unknown time. */
const UNKNOWN_TIMES = ["00:00:00", "23:59:59"];

function shownTime(time: string): string | undefined {
  return UNKNOWN_TIMES.includes(time) ? undefined : time.replace(/:00$/, "");
}

/** Spellings of what an announcement may have become. */
const STATES: Readonly<Record<string, OccasionState>> = {
  canceled: "cancelled",
  dibatalkan: "cancelled",
  batal: "cancelled",
  ditunda: "postponed",
  delayed: "postponed",
  terjadwal: "scheduled",
};

/** Reads whether it takes place as announced. */
export function readState(record: RecordReader): string | undefined {
  const state = record.text("state")?.toLowerCase();
  return state && (STATES[state] ?? state);
}
