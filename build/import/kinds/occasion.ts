import { lengthOf } from "../../check/explain/spelling_hint.ts";
import type { DumpDate } from "../dates/read_moment.ts";
import type { RecordReader } from "../record/record.ts";
import { duration, link, saleStart } from "../../schema/content/field.ts";
import type { OccasionState } from "../../../src/model/enums.ts";
import { say } from "../../words/say.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/toolbox/durations.ts";
import { isDeepStrictEqual } from "node:util";
import { saleInstant } from "../../derive/admission.ts";
import { knownFields } from "../merge/merge_fields.ts";
import type { Rule } from "../merge/rules.ts";
import { textOf } from "../record/values.ts";

/** Reads day and time; an instant holds both, and midnight means an unknown time. */
export function readOccasion(record: RecordReader) {
  const moment = record.moment("date", "start_at");
  const start = record.moment("start_at");
  const isSame = moment !== undefined && moment.day === start?.day;
  if (!isSame) record.unfill("start_at");
  const written = shownTime(moment) ?? (isSame ? shownTime(start) : undefined);
  const own = record.time("time");
  const time = own ?? written;
  // Programs write a day as its midnight in UTC.
  const isDay = moment?.epochMs !== undefined && moment.epochMs % DAY_MS === 0;
  if (!isDay && own?.slice(0, 5) !== (written ?? own)?.slice(0, 5)) {
    record.loseUnread("date", { time: own && written }, {});
  }
  const begins = start ?? moment;
  return { date: moment?.day, time, duration: readDuration(record, time && begins) };
}

/** How long it takes, as a dump says it or its end does; an end without a beginning says nothing. */
function readDuration(record: RecordReader, begins: DumpDate | "" | undefined): string | undefined {
  const written = record.text("duration");
  if (written !== undefined) return lengthOf(written).replacement ?? minutesOf(written) ?? written;
  const ends = begins && record.moment("end_at");
  if (!ends) return undefined;
  const length = `${(instantIn(ends) - instantIn(begins)) / MINUTE_MS}m`;
  if (duration.safeParse(length).success) return length;
  record.lose("end_at", say`it is not within a day of the beginning`);
  return undefined;
}

/** A number of a dump that is too large for hours is of minutes. */
function minutesOf(written: string): string | undefined {
  const isMinutes = /^\d+$/.test(written) && !duration.safeParse(`${written}h`).success;
  return isMinutes ? `${written}m` : undefined;
}

/** Both ends of an occasion are instants, or both are on the clock of its zone. */
function instantIn({ day, time = "", epochMs }: DumpDate): number {
  return epochMs ?? Date.parse(`${day}T${time}Z`);
}

/** Midnight and the day's last second mean an unknown time. */
const UNKNOWN_TIMES = ["00:00:00", "23:59:59"];

function shownTime(moment: DumpDate | undefined): string | undefined {
  const { time = "00:00:00" } = moment ?? {};
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

/** Tickets of one sort, as a file has them. */
interface DumpTicket {
  readonly type?: string;
  readonly price?: string;
  readonly sale_from?: string;
  readonly url?: string;
}

/** The tickets of a record; what no file can hold is lost. */
export function readTickets(record: RecordReader): DumpTicket[] | undefined {
  return record.items("tickets")?.map(({ type, name, price, sale_from, url, ...rest }) => {
    const ticket = {
      type: textOf(type) ?? textOf(name),
      price: textOf(price),
      sale_from: fitting(sale_from, saleStart),
      url: fitting(url, link),
    };
    record.loseBeside("tickets", rest);
    record.loseUnread("tickets", { type: type ?? name, price, sale_from, url }, ticket);
    return knownFields(ticket);
  }).filter((ticket) => Object.keys(ticket).length > 0);
}

/** The stream of a record as a file has it: an address, or an object with one. */
export function readStream(record: RecordReader) {
  const value = record.take("stream");
  if (value === undefined) return undefined;
  const fields = typeof value === "object" ? value as Record<string, unknown> : { url: value };
  const { url: written, price: cost, ...rest } = fields;
  const url = fitting(written, link);
  if (url === undefined) {
    record.lose("stream", say`it has no address that starts with https://`, value);
    return undefined;
  }
  const price = textOf(cost);
  record.loseBeside("stream", rest);
  record.loseUnread("stream", { price: cost }, { price });
  return { url, ...(price !== undefined && { price }) };
}

/** A text that a file can hold. */
function fitting(value: unknown, type: typeof link | typeof saleStart): string | undefined {
  const text = textOf(value);
  return text !== undefined && type.safeParse(text).success ? text : undefined;
}

/** The same tickets, however the file writes their prices and the beginnings of their sales. */
export const ticketsRule: Rule = (had, wanted, { zone }) => {
  const meant = (tickets: unknown) =>
    Array.isArray(tickets) ? tickets.map((ticket) => meaningOf(ticket, zone)) : [];
  const isSame = isDeepStrictEqual(meant(had), meant(wanted));
  return isSame || meant(wanted).length === 0 ? had : wanted;
};

function meaningOf({ type, price, sale_from, url }: DumpTicket, zone: string) {
  const isRead = sale_from !== undefined && saleStart.safeParse(sale_from).success;
  const sale = isRead ? saleInstant(sale_from, zone) : sale_from;
  return [type, price === undefined ? undefined : String(price), sale, url];
}
