import { lengthOf } from "../../check/explain/spelling_hint.ts";
import type { DumpDate } from "../dates/read_moment.ts";
import type { RecordReader } from "../record/record.ts";
import { duration } from "../../schema/content/field.ts";
import type { OccasionState } from "../../../src/model/enums.ts";
import { say } from "../../words/say.ts";
import { MINUTE_MS } from "../../../src/toolbox/durations.ts";

/** When something takes place, as a dump writes it. */
interface DumpOccasion {
  readonly date: string | undefined;
  readonly time: string | undefined;
  readonly duration: string | undefined;
}

/** Reads day and time; an instant holds both, and midnight means an unknown time. */
export function readOccasion(record: RecordReader): DumpOccasion {
  const moment = record.moment("date", "start_at");
  const start = record.moment("start_at");
  const isSame = moment !== undefined && moment.day === start?.day;
  const written = moment?.time ?? (isSame ? start.time : undefined);
  const time = record.time("time") ?? (written && shownTime(written));
  const begins = start ?? moment;
  return { date: moment?.day, time, duration: readDuration(record, time && begins) };
}

/** How long it takes, as a dump says it or its end does; an end without a beginning says nothing. */
function readDuration(
  record: RecordReader,
  begins: DumpDate | "" | undefined,
): string | undefined {
  const written = record.text("duration");
  if (written !== undefined) return lengthOf(written).replacement ?? written;
  const ends = begins && record.moment("end_at");
  if (!ends) return undefined;
  const length = `${(instantIn(ends) - instantIn(begins)) / MINUTE_MS}m`;
  if (duration.safeParse(length).success) return length;
  record.lose("end_at", say`it is not within a day of the beginning`);
  return undefined;
}

/** Both ends of an occasion are instants, or both are on the clock of its zone. */
function instantIn({ day, time = "", epochMs }: DumpDate): number {
  return epochMs ?? Date.parse(`${day}T${time}Z`);
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
