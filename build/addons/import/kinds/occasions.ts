import { EVENT_TYPES } from "../../../../src/model/enums.ts";
import { foldText } from "../../../../src/model/fold_text.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/toolbox/durations.ts";
import { lengthOf } from "../../../check/explain/written_times.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { duration } from "../../../schema/content/field.ts";
import { showFile, videocallFile } from "../../../schema/content/occasions.ts";
import { phrase, say } from "../../../words/say.ts";
import { inOrder, knownFields, problemWith } from "../../../yaml/entry_fields.ts";
import { hashOf } from "../memory.ts";
import type { FileKind, Merge, Scope } from "../merge/file_kind.ts";
import { matched, sameAs, unlessImplied } from "../merge/merges.ts";
import { type DumpPerson, lineup, people, readLineup } from "../merge/people.ts";
import * as read from "../record/read.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { listOf, readText, readTime, textOf } from "../record/values.ts";
import { datedSlug, nameKey } from "./ids.ts";

const lowerText: Reader = (value) => readText(value)?.toLowerCase();

/** `2:30`, `2h 30m` and 150 minutes; what a group's file says is read as minutes already. */
function minutesIn(length: unknown): unknown {
  return typeof length === "number" ? length : duration.safeParse(length).data;
}

/** A time as files have it: the second 0 goes. */
function clockOf(time: unknown): string {
  return String(time ?? "").replace(/^(\d\d:\d\d):00$/, "$1");
}

const state = read.readerOf(showFile.shape.state);

/** What a status says that follows from the day. */
const FOLLOWS =
  /^(?:upcoming|coming soon|akan datang|mendatang|today|hari ini|live|ongoing|(?:sedang )?berlangsung|past|over|done|ended|finished|completed|selesai|berakhir)$/i;

const status: Reader = (value, ...where) =>
  FOLLOWS.test(readText(value) ?? "") ? null : state(value, ...where);

/** What shows and events have in common. */
const READERS: FileKind["readers"] = {
  id: read.id,
  date: read.moment,
  start_at: read.moment,
  end_at: read.moment,
  time: (value, { context }) => readTime(value, context.zone),
  duration: read.text,
  members: lineup,
  lineup,
  type: lowerText,
  state,
  status,
};

const PARTS = { start_at: "date", end_at: "duration", lineup: "members", status: "state" };

const MERGES: FileKind["merges"] = {
  time: sameAs(clockOf),
  // A file with type media says by a missing place that it has none.
  venue: unlessImplied(({ context, had, wanted }) =>
    (wanted["type"] ?? had["type"]) === "media" ? undefined : context.settings?.defaults.venue
  ),
  members: people("members"),
  state: unlessImplied(() => "scheduled"),
};

/** What a schedule calls `event`. */
const SORTS: readonly string[] = EVENT_TYPES.filter((type) => type !== "media" && type !== "other");

/** `other` adds nothing, and a schedule's `event` is of the sort that the file names. */
const mergeType: Merge = (had, wanted, { records }) => {
  if (wanted === "other" || (wanted === "event" && SORTS.includes(String(had)))) return had;
  if (wanted !== "event") return wanted;
  const message = say`its type "event" may be ${SORTS.join(", ")}: it is taken as offair`;
  for (const record of records) record.tell(message);
  return "offair";
};

/** `events/<date>-<title>.yaml`, known by id, then by day and title. */
export const eventsKind: FileKind = {
  name: "events",
  plural: phrase`events`,
  lists: ["events", "schedule"],
  titles: ["title"],
  day: "date",
  folder: "events",
  readers: READERS,
  parts: PARTS,
  merges: { ...MERGES, duration: sameAs(minutesIn), type: mergeType },
  make(said, record) {
    if (said["type"] !== "theater") return occasionOf(said, record);
    return void record.leaveAside(say`its type is "theater"; import such records as theater`);
  },
  namesOf: ({ date, title }, zone) => nameKey(dayOf(date, zone), title),
  slugOf: (made) => datedSlug(made, made["title"]),
};

/** `shows/<date>-<title>.yaml`, known by id, then by day, time and title. */
export const showsKind: FileKind = {
  name: "theater",
  plural: phrase`shows`,
  lists: ["theater", "shows", "schedule"],
  titles: ["title", "setlist"],
  day: "date",
  folder: "shows",
  repeats: true,
  readers: {
    ...READERS,
    seitansai: lineup,
    graduation: lineup,
  },
  parts: PARTS,
  merges: {
    ...MERGES,
    title: unlessImplied(({ had, wanted, slug, context }) => {
      const imported = context.memory.field(`shows/${slug}.yaml`, "setlist");
      const isRenamed = had["setlist"] !== undefined && imported === hashOf(wanted["title"]);
      return isRenamed ? wanted["title"] : wanted["setlist"] ?? had["setlist"];
    }),
    duration: (had, wanted, { context }) => {
      const effective = had ?? context.settings?.show_duration;
      return effective !== undefined && minutesIn(effective) === minutesIn(wanted) ? had : wanted;
    },
    seitansai: people("seitansai"),
    graduation: people("graduation"),
  },
  make(said, record) {
    const { type = "theater", title, setlist } = said;
    const { setlists, findSetlist, outcome } = record.context;
    if (type !== "theater") {
      return void record.leaveAside(say`its type is "${type}"; import such records as events`);
    }
    if (setlist !== undefined && findSetlist(String(setlist)) === undefined) {
      const message = setlists.length > 0
        ? say`no setlist is called "${setlist}"`
        : say`there are no setlists, so its songs are unknown: import them too`;
      outcome.tell(message, { ...record.where });
    }
    const named = setlist ?? (title && findSetlist(String(title))?.name);
    return { ...occasionOf(said, record), setlist: named };
  },
  /** Without a time day and title have to do; a show whose time was not known yet is found by them, too. */
  namesOf({ time, title, setlist, date }, zone) {
    const [day, name] = [dayOf(date, zone), title ?? setlist];
    const unknown = nameKey(day, "no time", name);
    return time === undefined
      ? [...unknown, ...nameKey(day, "any time", name)]
      : [...nameKey(day, clockOf(time), name), ...unknown];
  },
  slugOf: (made) => datedSlug(made, made["title"] ?? made["setlist"]),
};

/** Day, time and length; an instant holds day and time, and midnight means an unknown time. */
function occasionOf(said: EntryFields, record: DumpRecord): EntryFields {
  const otherwise = say`another field of the record says otherwise`;
  const start = said["start_at"] as DumpDate | undefined;
  const moment = said["date"] as DumpDate | undefined ?? start;
  const isSame = moment?.day === start?.day;
  if (start !== undefined && !isSame) record.lose("start_at", otherwise);
  const written = shownTime(moment) ?? (isSame ? shownTime(start) : undefined);
  const time = said["time"] ?? written;
  // Programs write a day as its midnight in UTC.
  const isDay = moment?.epochMs !== undefined && moment.epochMs % DAY_MS === 0;
  const isOther = written !== undefined && clockOf(time).slice(0, 5) !== written.slice(0, 5);
  if (isOther && !isDay) {
    record.losePart("date.time", written, phrase`another field of the record says otherwise`);
  }
  // It may be the hour after all: answers have another instant where the hour is unknown.
  const isMidnight = isSame && start?.time === "00:00:00" && start.epochMs! % DAY_MS !== 0;
  if (time === undefined && isMidnight) {
    const reason =
      phrase`midnight counts as an unknown time; an hour of 00:00 needs a field "time"`;
    record.losePart("date.time", start.time, reason);
  }
  const { status, state = status } = said;
  if (status !== undefined && status !== state) record.lose("status", otherwise);
  return {
    ...said,
    members: readLineup(said, record),
    date: moment?.day,
    time,
    state,
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
  if (written === undefined) {
    const length = begins && ends && `${(instantIn(ends) - instantIn(begins)) / MINUTE_MS}m`;
    if (length !== undefined && duration.safeParse(length).success) return length;
    record.lose("end_at", say`it is not within a day of the beginning`);
    return undefined;
  }
  record.setAside("end_at");
  // A number that is too large for hours is of minutes.
  const isMinutes = /^\d+$/.test(written) && !duration.safeParse(`${written}h`).success;
  return lengthOf(written) ?? (isMinutes ? `${written}m` : written);
}

/** Both ends of an occasion are instants, or both are on the clock of its zone. */
function instantIn({ day, time = "", epochMs }: DumpDate): number {
  return epochMs ?? Date.parse(`${day}T${time}Z`);
}

const session = videocallFile.shape.sessions.element;

/** `videocalls/<date>.yaml`: a record is a session of its day, known by its name and title. */
export const videocallKind: FileKind = {
  name: "videocall",
  plural: phrase`sessions`,
  lists: ["sessions", "videocall"],
  titles: ["session"],
  day: "date",
  folder: "videocalls",
  family: "bare",
  item: session,
  readers: { members: lineup, lineup },
  parts: Object.fromEntries(
    [...Object.keys(session.shape), "lineup"].map((field) => [field, "sessions"]),
  ),
  gathers: "sessions",
  merges: { sessions: mergeSessions },
  make({ date, ...said }, record) {
    const one = knownFields({ ...said, members: readLineup(said, record) });
    const { members: _, ...plain } = one;
    const problem = date === undefined
      ? say`its date has to be known`
      : problemWith(session, inOrder(plain, Object.keys(session.shape)));
    return problem === undefined ? { date, sessions: [one] } : void record.passOver(problem);
  },
  namesOf: ({ date }, zone) => nameKey(dayOf(date, zone)),
  slugOf: ({ date }) => String(date),
};

const asItWas: Merge = (had, wanted) => had ?? wanted;

const SESSION_MERGES: Readonly<Record<string, Merge>> = {
  session: asItWas,
  title: asItWas,
  preparation_start: sameAs(clockOf),
  start_time: sameAs(clockOf),
  end_time: sameAs(clockOf),
  members: people("members"),
};

/** Rows that differ in members or spelling alone are of one session: some dumps have one for each member. */
function joinedRows(rows: readonly EntryFields[]): EntryFields[] {
  const joined = new Map<string, EntryFields>();
  for (const { members, ...row } of rows) {
    const key = JSON.stringify(
      row,
      (_field, value) => typeof value === "string" ? foldText(clockOf(value)) : value,
    );
    const one = joined.get(key) ?? row;
    const all = [...listOf(one["members"]), ...listOf(members)] as DumpPerson[];
    // A name that several have may mean another one each time.
    const people = new Map(
      all.map((person) =>
        [person.identities.length === 1 ? person.identities[0] : person, person] as const
      ),
    );
    joined.set(key, { ...one, ...people.size > 0 && { members: [...people.values()] } });
  }
  return [...joined.values()];
}

/** Without a title the only session of a name and time is meant, or of a name; what a dump does not name stays. */
function mergeSessions(had: unknown, wanted: unknown, scope: Scope): unknown {
  const sessions = listOf(had).filter(isFields);
  const given = joinedRows(listOf(wanted).filter(isFields));
  const areSame = (...fields: string[]) => (one: EntryFields, said: EntryFields) =>
    fields.every((field) => foldText(clockOf(one[field])) === foldText(clockOf(said[field])));
  const isOnly = (...fields: string[]) => (one: EntryFields, said: EntryFields) =>
    said["title"] === undefined && areSame(...fields)(one, said) &&
    sessions.filter((other) => areSame(...fields)(other, said)).length === 1;
  const old = matched(sessions, given, [
    areSame("session", "title", "start_time"),
    isOnly("session", "start_time"),
    areSame("session", "title"),
    isOnly("session"),
  ]);
  for (const [place, said] of given.entries()) {
    const same = old[place];
    const taken = Object.entries(said).map(([field, value]) => {
      const merge = SESSION_MERGES[field];
      return [field, merge === undefined ? value : merge(same?.[field], value, scope)];
    });
    const merged = inOrder(
      { ...same, ...Object.fromEntries(taken) },
      Object.keys(session.shape),
    );
    if (same === undefined) sessions.push(merged);
    else sessions[sessions.indexOf(same)] = merged;
  }
  return sessions;
}
