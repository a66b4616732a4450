import { showFile } from "../../schema/content/occasions.ts";
import type { Roster } from "../../derive/roster.ts";
import type { FileKind, ImportContext } from "../merge/file_kind.ts";
import {
  addTexts,
  type Celebrated,
  celebrations,
  clockTimeRule,
  durationRule,
  identifierRule,
  people,
  personOf,
  readLineup,
  unlessImplied,
} from "../merge/rules.ts";
import { textOf } from "../record/values.ts";
import { dayOf } from "../dates/read_moment.ts";
import { RecordReader } from "../record/record.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { datedSlug, idsOf, nameKey, readId } from "./ids.ts";
import { readOccasion, readState, readStream, readTickets, ticketsRule } from "./occasion.ts";
import { phrase, say, translated } from "../../words/say.ts";
import { importFiles, type Target } from "../merge/import_files.ts";
import { setlistsKind } from "./import_setlists.ts";

/** `shows/<date>-<title>.yaml`, known by id, then by day, time and title. */
export const shows: FileKind = {
  folder: "shows",
  schema: showFile,
  mayCreate: true,
  rules: {
    id: identifierRule,
    title: unlessImplied(({ had, wanted }) => wanted["setlist"] ?? had["setlist"]),
    time: clockTimeRule,
    duration: unlessImplied(({ showDuration }) => showDuration, durationRule),
    venue: unlessImplied(({ defaults }) => defaults.venue),
    state: unlessImplied(() => "scheduled"),
    members: people,
    seitansai: celebrations("seitansai"),
    graduation: celebrations("graduation"),
    tickets: ticketsRule,
    former_slugs: addTexts,
  },
  read(record, context) {
    if (!isTheater(record, context)) return undefined;
    const fields = readFields(record, context);
    const { id, date, time, title, setlist } = fields;
    const slug = datedSlug(date, titleSlug(String(title ?? setlist)), id);
    return {
      where: record.where,
      ids: id === undefined ? [] : [String(id)],
      names: showNames(date, time, title ?? setlist),
      fields,
      slug,
    };
  },
  keysOf(slug, file, zone) {
    const date = dayOf(file["date"], zone);
    return {
      ids: idsOf(slug, file),
      names: showNames(date, file["time"], file["title"] ?? file["setlist"]),
    };
  },
};

function readFields(record: RecordReader, context: ImportContext): EntryFields {
  const { date, time, duration } = readOccasion(record);
  const title = record.text("title");
  return {
    id: readId(record),
    title,
    setlist: record.text("setlist") ?? (title && context.findSetlist(title)),
    date,
    time,
    duration,
    venue: record.text("venue"),
    team: record.text("team"),
    state: readState(record),
    members: readLineup(record, context),
    seitansai: readCelebrated(record, "seitansai", context.roster),
    graduation: readCelebrated(record, "graduation", context.roster),
    poster: record.picture("poster"),
    banner: record.picture("banner"),
    url: record.address("url"),
    tickets: readTickets(record),
    stream: readStream(record),
    former_slugs: record.texts("former_slugs"),
  };
}

function isTheater(record: RecordReader, { tell }: ImportContext): boolean {
  const type = record.text("type")?.toLowerCase() ?? "theater";
  if (type === "theater") return true;
  tell(say`it is passed over: its type is "${type}"; import such records as events`, record.where);
  record.passOver();
  return false;
}

function readCelebrated(
  record: RecordReader,
  field: string,
  roster: Roster,
): Celebrated[] | undefined {
  return record.items(field)?.flatMap(({ name, member, url_key, id }) => {
    const address = textOf(url_key);
    const called = textOf(name) ?? textOf(member) ?? address;
    if (called === undefined) {
      record.loseUnread(field, { name, member, id }, {});
      return [];
    }
    const person = personOf(called, address, roster);
    return [{ person, id: typeof id === "number" ? id : textOf(id) }];
  });
}

/**
 * Without a time the day and title have to do, and a show whose time was not known yet is found by
 * them too.
 */
function showNames(date: unknown, time: unknown, title: unknown): string[] {
  const clock = time === undefined ? "" : String(time).replace(/^(\d\d:\d\d):00$/, "$1");
  const loose = nameKey(date, "any time", title);
  const unknown = nameKey(date, "no time", title);
  return clock === "" ? [...unknown, ...loose] : [...nameKey(date, clock, title), ...unknown];
}

/** Merges shows into their files, and the songs that shows in detail hold into setlists. */
export function importTheater(
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const isFirst = target.taken.size === 0;
  const details = records.flatMap((record) => setlistIn(record, context));
  importFiles(shows, records, context, target);
  if (details.length > 0) importFiles(setlistsKind, details, context, target);
  tellUnknownSetlists(records, new Set(details.map(({ where }) => where.name)), context);
  if (isFirst && target.outcome.counts.made > 0) askWhetherComplete(context);
}

/** Whether these are all shows is in no dump, and decides what can be counted. */
function askWhetherComplete({ tell, showsComplete }: ImportContext): void {
  if (showsComplete) return;
  tell(say`are these all shows that the group has ever had? Then write shows_complete: true in
    group.yaml, so that milestones of members are known`);
}

function setlistIn(record: RecordReader, context: ImportContext): RecordReader[] {
  const detail = record.take("setlist_detail") as { name?: unknown; songs?: unknown } | undefined;
  const name = textOf(detail?.name);
  if (name === undefined || !Array.isArray(detail?.songs) || detail.songs.length === 0) return [];
  const fields = { name, songs: detail.songs };
  const reading = { ...context, kind: "setlists", map: new Map() };
  return [new RecordReader({ number: record.where.record, fields }, name, reading)];
}

function tellUnknownSetlists(
  records: readonly RecordReader[],
  details: ReadonlySet<string>,
  { tell, findSetlist, hasSetlists }: ImportContext,
): void {
  for (const record of records) {
    const name = record.text("setlist");
    if (name === undefined || details.has(name) || findSetlist(name) !== undefined) continue;
    tell(
      hasSetlists ? say`no setlist is called "${name}"` : translated(NO_SETLISTS),
      record.where,
    );
  }
}

const NO_SETLISTS = phrase`there are no setlists, so its songs are unknown: import them too`;
