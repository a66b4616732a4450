import { isDeepStrictEqual } from "node:util";
import { EVENT_TYPES, OCCASION_STATES } from "../../../../src/model/enums.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/toolbox/durations.ts";
import { lengthOf } from "../../../check/explain/spelling_hint.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import { saleInstant } from "../../../derive/admission.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { duration, link, saleStart } from "../../../schema/content/field.ts";
import { eventFile, showFile } from "../../../schema/content/occasions.ts";
import { phrase, say } from "../../../words/say.ts";
import type { FileKind, Merge } from "../merge/file_kind.ts";
import { celebrated, celebrations, lineup, people, readLineup } from "../merge/people.ts";
import * as read from "../record/dump_record.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { readItems, textOf } from "../record/values.ts";
import { addTexts, datedSlug, idsIn, idsOf, nameKey, sameId, unlessImplied } from "./ids.ts";

/** Reads a text that a file can hold. */
function fitting(type: typeof link | typeof saleStart) {
  return (value: unknown): string | undefined => {
    const text = textOf(value);
    return text !== undefined && type.safeParse(text).success ? text : undefined;
  };
}

const STREAM = { url: fitting(link), price: textOf };
const TICKET = { type: textOf, price: textOf, sale_from: fitting(saleStart), url: fitting(link) };

const tickets: Reader = {
  expected: phrase`a list`,
  read(value, record, path) {
    const all = readItems(value)?.map(({ name, type, ...ticket }) =>
      record.entry(path, { type: type ?? name, ...ticket }, TICKET)
    ).filter((ticket) => Object.keys(ticket).length > 0);
    return all?.length === 0 ? undefined : all;
  },
};

/** A stream is an address, or fields with one. */
const stream: Reader = {
  expected: phrase`an address that starts with https://`,
  read(value, record, path) {
    const given = isFields(value) ? value : { url: value };
    return STREAM.url(given["url"]) && record.entry(path, given, STREAM);
  },
};

const state: Reader = {
  expected: read.text.expected,
  read(value, ...where) {
    const word = read.lowerText.read(value, ...where) as string | undefined;
    return word && (synonymIn(word, OCCASION_STATES) ?? word);
  },
};

/** `2:30`, `2h 30m` and 150 minutes; what a group's file says is read as minutes already. */
function minutesIn(length: unknown): unknown {
  return typeof length === "number" ? length : duration.safeParse(length).data;
}

/** A time as files have it: the second 0 goes. */
function clockOf(time: unknown): string {
  return String(time ?? "").replace(/^(\d\d:\d\d):00$/, "$1");
}

/** `19:00` and `19:00:00`. */
export const sameTime: Merge = (had, wanted) =>
  had !== undefined && clockOf(had) === clockOf(wanted) ? had : wanted;

/** Prices and beginnings of sales are the same however a file writes them. */
const sameTickets: Merge = (had, wanted, { context: { zone } }) => {
  const meant = (tickets: unknown) =>
    (Array.isArray(tickets) ? tickets : []).map(({ type, price, sale_from, url }) => {
      const isRead = sale_from !== undefined && saleStart.safeParse(sale_from).success;
      return [type, price && String(price), isRead ? saleInstant(sale_from, zone) : sale_from, url];
    });
  return isDeepStrictEqual(meant(had), meant(wanted)) ? had : wanted;
};

/** What shows and events have in common. */
const OCCASION: FileKind["fields"] = {
  id: { read: read.id, merge: sameId },
  title: read.text,
  date: read.moment,
  start_at: { read: read.moment, into: "date" },
  time: { read: read.time, merge: sameTime },
  duration: {
    read: read.text,
    merge: (had, wanted) =>
      had !== undefined && minutesIn(had) === minutesIn(wanted) ? had : wanted,
  },
  end_at: { read: read.moment, into: "duration" },
  // A file with type media says by a missing place that it has none.
  venue: {
    read: read.text,
    merge: unlessImplied(({ context, had, wanted }) =>
      (wanted["type"] ?? had["type"]) === "media" ? undefined : context.settings?.defaults.venue
    ),
  },
  members: { read: lineup, merge: people },
  lineup: { read: lineup, into: "members" },
  url: read.address,
  tickets: { read: tickets, merge: sameTickets },
  stream,
  state: { read: state, merge: unlessImplied(() => "scheduled") },
  former_slugs: { read: read.texts, grows: addTexts },
};

/** What a schedule calls `event`. */
const SORTS: readonly string[] = EVENT_TYPES.filter((type) => type !== "media" && type !== "other");

/** `other` adds nothing, and a schedule's `event` is of the sort that the file names. */
const mergeType: Merge = (had, wanted, { context, records }) => {
  if (wanted === "other" || (wanted === "event" && SORTS.includes(String(had)))) return had;
  if (wanted !== "event") return wanted;
  const message = say`its type "event" may be ${SORTS.join(", ")}: it is taken as offair`;
  for (const { where } of records) context.tell(message, where);
  return "offair";
};

/** `events/<date>-<title>.yaml`, known by id, then by day and title. */
export const eventsKind: FileKind = {
  name: "events",
  plural: phrase`events`,
  dataset: "event",
  lists: ["events", "schedule"],
  names: ["title"],
  day: "date",
  folder: "events",
  schema: eventFile,
  fields: {
    ...OCCASION,
    type: { read: read.lowerText, merge: mergeType },
    description: read.text,
    label: read.address,
  },
  make(said, record) {
    if (said["type"] !== "theater") return occasionOf(said, record);
    const message = say`it is passed over: its type is "theater"; import such records as theater`;
    record.context.tell(message, record.where);
    return undefined;
  },
  identify: (fields) => ({
    ids: idsIn(fields),
    names: nameKey(fields["date"], fields["title"]),
    slug: datedSlug(fields, fields["title"]),
  }),
  keysOf: (slug, file, { zone }) => ({
    ids: idsOf(slug, file),
    names: nameKey(dayOf(file["date"], zone), file["title"]),
  }),
};

/** `shows/<date>-<title>.yaml`, known by id, then by day, time and title. */
export const showsKind: FileKind = {
  name: "theater",
  plural: phrase`shows`,
  dataset: "show",
  lists: ["theater", "shows", "schedule"],
  names: ["title", "setlist"],
  day: "date",
  folder: "shows",
  schema: showFile,
  fields: {
    ...OCCASION,
    title: {
      read: read.text,
      merge: unlessImplied(({ had, wanted }) => wanted["setlist"] ?? had["setlist"]),
    },
    setlist: read.text,
    duration: {
      read: read.text,
      merge(had, wanted, { context }) {
        const effective = had ?? context.settings?.show_duration;
        return effective !== undefined && minutesIn(effective) === minutesIn(wanted) ? had : wanted;
      },
    },
    team: read.text,
    seitansai: { read: celebrated, merge: celebrations("seitansai") },
    graduation: { read: celebrated, merge: celebrations("graduation") },
    poster: read.picture,
    banner: read.picture,
    type: read.lowerText,
    setlist_detail: { read: read.anything, into: "setlist" },
  },
  make(said, record) {
    const { type = "theater", title, setlist } = said;
    const { tell, findSetlist } = record.context;
    if (type !== "theater") {
      const message = say`it is passed over: its type is "${type}"; import such records as events`;
      tell(message, record.where);
      return undefined;
    }
    const named = setlist ?? (title && findSetlist(String(title)));
    return { ...occasionOf(said, record), setlist: named };
  },
  identify: (fields) => ({
    ids: idsIn(fields),
    names: showNames(fields, fields["date"]),
    slug: datedSlug(fields, fields["title"] ?? fields["setlist"]),
  }),
  keysOf: (slug, file, { zone }) => ({
    ids: idsOf(slug, file),
    names: showNames(file, dayOf(file["date"], zone)),
  }),
};

/** Without a time day and title have to do, and a show whose time was not known yet is found by them, too. */
function showNames({ time, title, setlist }: EntryFields, date: unknown): string[] {
  const name = title ?? setlist;
  const unknown = nameKey(date, "no time", name);
  return time === undefined
    ? [...unknown, ...nameKey(date, "any time", name)]
    : [...nameKey(date, clockOf(time), name), ...unknown];
}

/** Day, time and length; an instant holds day and time, and midnight means an unknown time. */
function occasionOf(said: EntryFields, record: DumpRecord): EntryFields {
  const start = said["start_at"] as DumpDate | undefined;
  const moment = said["date"] as DumpDate | undefined ?? start;
  const isSame = moment?.day === start?.day;
  if (start !== undefined && !isSame) {
    record.lose("start_at", say`another field of the record says otherwise`);
  }
  const written = shownTime(moment) ?? (isSame ? shownTime(start) : undefined);
  const time = said["time"] ?? written;
  // Programs write a day as its midnight in UTC.
  const isDay = moment?.epochMs !== undefined && moment.epochMs % DAY_MS === 0;
  const isOther = written !== undefined && clockOf(time).slice(0, 5) !== written.slice(0, 5);
  if (isOther && !isDay) {
    record.losePart("date", "time", written, phrase`another field of the record says otherwise`);
  }
  return {
    ...said,
    members: readLineup(said, record),
    date: moment?.day,
    time,
    duration: lengthIn(said, time === undefined ? undefined : start ?? moment, record),
  };
}

/** Midnight and the day's last second mean an unknown time. */
function shownTime(moment: DumpDate | undefined): string | undefined {
  const { time = "00:00:00" } = moment ?? {};
  return ["00:00:00", "23:59:59"].includes(time) ? undefined : clockOf(time);
}

/** How long it takes, as a dump says it or its end does; an end without a beginning says nothing. */
function lengthIn(said: EntryFields, begins: DumpDate | undefined, record: DumpRecord) {
  const written = textOf(said["duration"]);
  const ends = said["end_at"] as DumpDate | undefined;
  const length = begins && ends && `${(instantIn(ends) - instantIn(begins)) / MINUTE_MS}m`;
  const isLength = length !== undefined && duration.safeParse(length).success;
  if (written === undefined) {
    if (isLength) return length;
    record.lose("end_at", say`it is not within a day of the beginning`);
    return undefined;
  }
  if (ends !== undefined) record.setAside("end_at");
  // A number that is too large for hours is of minutes.
  const isMinutes = /^\d+$/.test(written) && !duration.safeParse(`${written}h`).success;
  return lengthOf(written).replacement ?? (isMinutes ? `${written}m` : written);
}

/** Both ends of an occasion are instants, or both are on the clock of its zone. */
function instantIn({ day, time = "", epochMs }: DumpDate): number {
  return epochMs ?? Date.parse(`${day}T${time}Z`);
}
