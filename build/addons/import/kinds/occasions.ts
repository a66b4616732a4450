import { isDeepStrictEqual } from "node:util";
import { EVENT_TYPES, OCCASION_STATES } from "../../../../src/model/enums.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/toolbox/durations.ts";
import { lengthOf } from "../../../check/explain/spelling_hint.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import { saleInstant } from "../../../derive/admission.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { duration, link, saleStart } from "../../../schema/content/field.ts";
import { eventFile, showFile } from "../../../schema/content/occasions.ts";
import { phrase, say, wordsOf } from "../../../words/say.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import { importFiles, type Target } from "../merge/import_files.ts";
import { personOf, readLineup } from "../merge/people.ts";
import {
  addTexts,
  celebrations,
  clockTimeRule,
  durationRule,
  identifierRule,
  type Merge,
  people,
  unlessImplied,
} from "../merge/rules.ts";
import { RecordReader } from "../record/record.ts";
import { textOf } from "../record/values.ts";
import { datedSlug, idsOf, nameKey } from "./ids.ts";
import { type Field, type FileKind, id, idsIn, type ImportContext, lowerText } from "./kind.ts";
import { setlistsKind } from "./publications.ts";

/** Prices and beginnings of sales are the same however a file writes them. */
const ticketsRule: Merge = (had, wanted, { zone }) => {
  const meant = (tickets: unknown) =>
    (Array.isArray(tickets) ? tickets : []).map(({ type, price, sale_from, url }) => {
      const isRead = sale_from !== undefined && saleStart.safeParse(sale_from).success;
      const sale = isRead ? saleInstant(sale_from, zone) : sale_from;
      return [type, price === undefined ? undefined : String(price), sale, url];
    });
  const isSame = isDeepStrictEqual(meant(had), meant(wanted));
  return isSame || meant(wanted).length === 0 ? had : wanted;
};

/** What shows and events have in common. */
const OCCASION: Readonly<Record<string, Field>> = {
  id: [id, identifierRule],
  title: "text",
  time: [() => undefined, clockTimeRule],
  duration: [() => undefined, durationRule],
  venue: ["text", unlessImplied(({ settings }) => settings?.defaults.venue)],
  members: [(record, _, context) => readLineup(record, context), people],
  url: "address",
  tickets: [(record) => readTickets(record), ticketsRule],
  stream: (record) => readStream(record),
  state: [
    (record) => {
      const state = record.text("state")?.toLowerCase();
      return state && (synonymIn(state, OCCASION_STATES) ?? state);
    },
    unlessImplied(() => "scheduled"),
  ],
  former_slugs: ["texts", addTexts],
};

/** `events/<date>-<title>.yaml`, known by id, then by day and title. */
export const eventsKind: FileKind = {
  plural: phrase`events`,
  dataset: "event",
  lists: ["events", "schedule"],
  names: ["title"],
  day: "date",
  folder: "events",
  schema: eventFile,
  fields: {
    ...OCCASION,
    type: [lowerText, mergeType],
    // A file with type media says by a missing place that it has none.
    venue: [
      "text",
      unlessImplied(({ settings, had, wanted }) =>
        (wanted["type"] ?? had["type"]) === "media" ? undefined : settings?.defaults.venue
      ),
    ],
    description: "text",
    label: "address",
  },
  isForeign(record, { tell }) {
    const isShow = record.text("type")?.toLowerCase() === "theater";
    if (isShow) {
      tell(
        say`it is passed over: its type is "theater"; import such records as theater`,
        record.where,
      );
    }
    return isShow;
  },
  readTogether: readOccasion,
  identify: (fields) => ({
    ids: idsIn(fields),
    names: nameKey(fields["date"], fields["title"]),
    slug: datedSlug(fields, fields["title"]),
  }),
  keysOf(slug, file, zone) {
    return { ids: idsOf(slug, file), names: nameKey(dayOf(file["date"], zone), file["title"]) };
  },
};

/** What a schedule calls `event`. */
const SORTS = EVENT_TYPES.filter((type) => type !== "media" && type !== "other");

/** `other` adds nothing, and a schedule's `event` is of the sort that the file names. */
function mergeType(had: unknown, wanted: unknown, { tell, where }: Parameters<Merge>[2]): unknown {
  if (wanted === "other" || (wanted === "event" && SORTS.some((type) => type === had))) return had;
  if (wanted !== "event") return wanted;
  tell(say`its type "event" may be ${SORTS.join(", ")}: it is taken as offair`, where);
  return "offair";
}

/** `shows/<date>-<title>.yaml`, known by id, then by day, time and title. */
export const showsKind: FileKind = {
  plural: phrase`shows`,
  dataset: "show",
  lists: ["theater", "shows", "schedule"],
  names: ["title", "setlist"],
  day: "date",
  folder: "shows",
  schema: showFile,
  fields: {
    ...OCCASION,
    title: ["text", unlessImplied(({ had, wanted }) => wanted["setlist"] ?? had["setlist"])],
    setlist: (record, _, { findSetlist }) => {
      const title = record.text("title");
      return record.text("setlist") ?? (title && findSetlist(title));
    },
    duration: [
      () => undefined,
      unlessImplied(({ settings }) => settings?.show_duration, durationRule),
    ],
    team: "text",
    seitansai: [readCelebrated, celebrations("seitansai")],
    graduation: [readCelebrated, celebrations("graduation")],
    poster: "picture",
    banner: "picture",
  },
  isForeign(record, { tell }) {
    const type = record.text("type")?.toLowerCase() ?? "theater";
    if (type !== "theater") {
      tell(
        say`it is passed over: its type is "${type}"; import such records as events`,
        record.where,
      );
    }
    return type !== "theater";
  },
  readTogether: readOccasion,
  identify: (fields) => ({
    ids: idsIn(fields),
    names: showNames(fields, fields["date"]),
    slug: datedSlug(fields, fields["title"] ?? fields["setlist"]),
  }),
  keysOf(slug, file, zone) {
    return { ids: idsOf(slug, file), names: showNames(file, dayOf(file["date"], zone)) };
  },
};

/**
 * Without a time the day and title have to do, and a show whose time was not known yet is found by
 * them too.
 */
function showNames({ time, title, setlist }: EntryFields, date: unknown): string[] {
  const name = title ?? setlist;
  const clock = String(time ?? "").replace(/^(\d\d:\d\d):00$/, "$1");
  const unknown = nameKey(date, "no time", name);
  return clock === ""
    ? [...unknown, ...nameKey(date, "any time", name)]
    : [...nameKey(date, clock, name), ...unknown];
}

function readCelebrated(record: RecordReader, field: string, { roster }: ImportContext) {
  return record.items(field)?.flatMap(({ name, member, url_key, id }) => {
    const at = textOf(url_key);
    const called = textOf(name) ?? textOf(member) ?? at;
    if (called === undefined) {
      record.loseUnread(field, { name, member, id }, {});
      return [];
    }
    return [{
      person: personOf(called, at, roster),
      id: typeof id === "number" ? id : textOf(id),
    }];
  });
}

/** Merges shows into their files, and the songs that shows in detail hold into setlists. */
export function importTheater(
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const { tell, findSetlist, hasSetlists, settings } = context;
  const isFirst = target.taken.size === 0;
  const details = records.flatMap((record) => setlistIn(record, context));
  importFiles(showsKind, records, context, target);
  if (details.length > 0) importFiles(setlistsKind, details, context, target);
  const detailed = new Set(details.map(({ where }) => where.name));
  for (const record of records) {
    const name = record.text("setlist");
    if (name === undefined || detailed.has(name) || findSetlist(name) !== undefined) continue;
    tell(
      hasSetlists ? say`no setlist is called "${name}"` : wordsOf(NO_SETLISTS),
      record.where,
    );
  }
  // Whether these are all is in no dump, and decides what can be counted.
  if (isFirst && target.outcome.counts.made > 0 && !settings?.shows_complete) {
    tell(say`are these all shows that the group has ever had? Then write shows_complete: true in
    group.yaml, so that milestones of members are known`);
  }
}

const NO_SETLISTS = phrase`there are no setlists, so its songs are unknown: import them too`;

function setlistIn(record: RecordReader, context: ImportContext): RecordReader[] {
  const detail = record.take("setlist_detail") as { name?: unknown; songs?: unknown } | undefined;
  const name = textOf(detail?.name);
  if (name === undefined || !Array.isArray(detail?.songs) || detail.songs.length === 0) return [];
  const fields = { name, songs: detail.songs };
  const reading = { ...context, kind: "setlists", map: new Map() };
  return [new RecordReader({ number: record.where.record, fields }, name, reading)];
}

/** Reads day and time; an instant holds both, and midnight means an unknown time. */
function readOccasion(record: RecordReader): EntryFields {
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
  return {
    date: moment?.day,
    time,
    duration: readDuration(record, time === undefined ? undefined : start ?? moment),
  };
}

/** Midnight and the day's last second mean an unknown time. */
function shownTime(moment: DumpDate | undefined): string | undefined {
  const { time = "00:00:00" } = moment ?? {};
  return ["00:00:00", "23:59:59"].includes(time) ? undefined : time.replace(/:00$/, "");
}

/** How long it takes, as a dump says it or its end does; an end without a beginning says nothing. */
function readDuration(record: RecordReader, begins: DumpDate | undefined): string | undefined {
  const written = record.text("duration");
  if (written !== undefined) {
    // A number that is too large for hours is of minutes.
    const isMinutes = /^\d+$/.test(written) && !duration.safeParse(`${written}h`).success;
    return lengthOf(written).replacement ?? (isMinutes ? `${written}m` : written);
  }
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

/** Reads a text that a file can hold. */
function fitting(type: typeof link | typeof saleStart) {
  return (value: unknown): string | undefined => {
    const text = textOf(value);
    return text !== undefined && type.safeParse(text).success ? text : undefined;
  };
}

const STREAM = { url: fitting(link), price: textOf };
const TICKET = { type: textOf, price: textOf, sale_from: fitting(saleStart), url: fitting(link) };

function readTickets(record: RecordReader): EntryFields[] | undefined {
  return record.items("tickets")
    ?.map(({ name, type, ...ticket }) =>
      record.entry("tickets", { type: type ?? name, ...ticket }, TICKET)
    )
    .filter((ticket) => Object.keys(ticket).length > 0);
}

/** A stream is an address, or fields with one. */
function readStream(record: RecordReader): EntryFields | undefined {
  const value = record.take("stream");
  const stream = isFields(value) ? value : { url: value };
  if (value === undefined || STREAM.url(stream["url"]) !== undefined) {
    return value === undefined ? undefined : record.entry("stream", stream, STREAM);
  }
  record.lose("stream", say`it has no address that starts with https://`, value);
  return undefined;
}
