/**
 * This room hashes the fields of items, so that two builds can be compared.
 *
 * @module
 */

import type { HashedItem, HashedList, ItemKind } from "../../src/changes/hashed_items.ts";
import { eventFile, showFile, videocallFile } from "../../src/model/content/occasions.ts";
import { memberFile } from "../../src/model/content/member.ts";
import { newsFile, releaseFile } from "../../src/model/content/publications.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Entry, entryKey, type GroupContent } from "../check/content.ts";
import { type Occasion, occasionOf, publishedFrom } from "../derive/instants.ts";
import { meaningsOf } from "../derive/meanings.ts";
import { namesInShow } from "../derive/names.ts";
import { runsOf } from "../emit/runs.ts";
import type { Roster } from "../derive/roster.ts";
import { hashFields, hashText } from "./hash_fields.ts";
import { identify } from "./identify.ts";

/** How an entry is addressed and when it is shown: neither is a field of the item. */
const NO_FIELDS = ["id", "former_slugs", "draft", "publish_at"];

/** What any entry's file may have. */
interface AnyFile {
  readonly id?: string | undefined;
  readonly publish_at?: string | undefined;
  readonly former_slugs?: readonly string[] | undefined;
}

/** What may begin at a time, and may say how many minutes it takes. */
interface Lasting {
  readonly time?: string | undefined;
  readonly duration?: number | undefined;
}

/** How the items of one kind are made of its entries. */
interface Kind<File> {
  readonly kind: ItemKind;
  readonly fields: readonly string[];
  readonly entries: readonly Entry<File>[];
  /** What an answer says in place of what the file says. */
  readonly resolve?: (entry: Entry<File>) => Readonly<Record<string, unknown>>;
  /** Names what calendars tell beside the fields; empty or undefined: nothing. */
  readonly calendar?: (file: File) => string | undefined;
  readonly occasion?: (file: File) => Pick<HashedItem, "occasion">;
  /** Whom its file names, where it names anybody. */
  readonly names?: (file: File) => readonly string[];
}

/** Hashes everything of a group but what the clock decides; the same folder gives the same hashes. */
export function hashGroup(
  content: GroupContent,
  roster: Roster,
  memory: MadeMemory,
): HashableList[] {
  const {
    group: { timezone: zone, defaults, leap_day: leapDay, show_duration: usual },
    slug: group,
  } = content;
  const venueOf = (file: { venue?: string | undefined; type?: string }) =>
    file.venue ?? (file.type === "media" ? undefined : defaults.venue);
  const deps = [zone, defaults.venue, leapDay, usual];
  const people = (names: unknown) => identify(names, roster);
  const called = ({ members = [] }: { members?: readonly string[] | undefined }) =>
    members.map((name) => hashText(nameOf(name, roster))).join("");
  const minutesOf = ({ time, duration = usual }: Lasting) =>
    time === undefined ? undefined : duration;
  const hash = <File extends AnyFile>(kind: Kind<File>) =>
    hashKind(group, kind, deps, roster, memory);
  return [
    hash({
      kind: "member",
      fields: fieldsOf(memberFile),
      entries: content.members,
      calendar: ({ birth_date: date }) => date?.endsWith("-02-29") ? leapDay : undefined,
    }),
    hash({
      kind: "show",
      fields: [...fieldsOf(showFile), "start_at"],
      entries: content.shows,
      resolve: ({ file }) => ({
        title: file.title ?? file.setlist,
        venue: venueOf(file),
        members: people(file.members),
        seitansai: people(file.seitansai),
        graduation: people(file.graduation),
        duration: minutesOf(file),
        start_at: occasionOf(file, zone).start,
      }),
      calendar: called,
      occasion: (file) =>
        summary(file.title ?? file.setlist!, occasionOf(file, zone), {
          venue: venueOf(file),
          minutes: minutesOf(file),
        }),
      names: namesInShow,
    }),
    hash({
      kind: "news",
      fields: [...fieldsOf(newsFile), "content"],
      entries: content.news,
      resolve: ({ source }) => ({ content: withoutBlankEnds(source.body) }),
    }),
    hash({
      kind: "event",
      fields: [...fieldsOf(eventFile), "start_at"],
      entries: content.events,
      resolve: ({ file }) => ({
        venue: venueOf(file),
        members: people(file.members),
        duration: file.time && file.duration,
        start_at: occasionOf(file, zone).start,
      }),
      // The length that the group's file says is one of shows: calendars alone take it for events.
      calendar: (file) => called(file) + (file.duration ? "" : minutesOf(file) ?? ""),
      occasion: (file) =>
        summary(file.title, occasionOf(file, zone), {
          venue: venueOf(file),
          minutes: minutesOf(file),
        }),
      names: ({ members = [] }) => members,
    }),
    hash({
      kind: "release",
      fields: fieldsOf(releaseFile),
      entries: content.releases,
      resolve: ({ file }) => ({
        tracks: file.tracks.map((track) => ({ ...track, members: people(track.members) })),
      }),
      names: ({ tracks }) => tracks.flatMap(({ members }) => members),
    }),
    hash({
      kind: "videocall",
      fields: fieldsOf(videocallFile),
      entries: content.videocalls,
      resolve: ({ file }) => ({
        sessions: file.sessions.map((one) => ({ ...one, members: people(one.members) })),
      }),
      names: ({ sessions }) => sessions.flatMap(({ members }) => members),
    }),
    hashSetlists(content),
  ];
}

function fieldsOf({ shape }: { readonly shape: object }): string[] {
  return Object.keys(shape).filter((field) => !NO_FIELDS.includes(field));
}

/** Items of one kind of a group that can be hashed. */
export interface HashableList extends Omit<HashedList, "items"> {
  /** What the items are made of: the same list, and the same of these, where they are the same. */
  readonly entries: readonly object[];
  readonly deps: readonly unknown[];
  /** The items, divided as pages are. */
  runs(): readonly HashableRun[];
}

/** Some items of a list. */
export interface HashableRun {
  /** Of its first item. */
  readonly id: string;
  /** Names what they are made of, beside what all of the group's items are. */
  keys(): readonly string[];
  items(): readonly HashedItem[];
}

/** 32 items a page: their hashes are short. */
const CUT_BITS = 5;

const hashOnce = createRemember<HashedItem>();

function hashKind<File extends AnyFile>(
  group: string,
  { kind, fields, entries, resolve = () => ({}), calendar, occasion, names }: Kind<File>,
  deps: readonly unknown[],
  roster: Roster,
  memory: MadeMemory,
): HashableList {
  const hashItem = (entry: Entry<File>): HashedItem => {
    const from = publishedFrom(entry.file);
    return {
      id: idOf(entry),
      ...formerIds(entry),
      ...(Number.isFinite(from) && { from }),
      hashes: hashFields(fields, { ...entry.file, ...resolve(entry) }),
      ...calendarHash(calendar?.(entry.file)),
      ...occasion?.(entry.file),
    };
  };
  const depsOf = (entry: Entry<File>) =>
    names === undefined
      ? deps
      : [meaningsOf(entry, () => names(entry.file), roster, memory), ...deps];
  const itemOf = (entry: Entry<File>) =>
    hashOnce(memory, entry, depsOf(entry), REPORTS_NOTHING, () => hashItem(entry));
  const runs = () =>
    runsOf(entries, idOf, CUT_BITS).map((run) => ({
      id: idOf(run[0]!),
      keys: () => run.map((entry) => entryKey(entry)),
      items: () => run.map(itemOf),
    }));
  const all = names === undefined ? deps : [roster, ...deps];
  return { group, kind, fields, entries, deps: all, runs };
}

function idOf({ slug, file }: Entry<AnyFile>): string {
  return file.id ?? slug;
}

/** The ids that an entry had: an id of its own it has kept, whatever its file was called. */
function formerIds({ slug, file }: Entry<AnyFile>): Pick<HashedItem, "former"> {
  const { id = slug, former_slugs: former = [] } = file;
  return id !== slug || former.length === 0 ? {} : { former };
}

/** What a line-up calls somebody, whose slug stands among the fields. */
function nameOf(name: string, roster: Roster): string {
  const found = roster.find(name);
  return found.kind === "member" ? found.person.name : name;
}

function calendarHash(told: string | undefined): Pick<HashedItem, "calendar"> {
  return told ? { calendar: hashText(told) } : {};
}

/** Several setlists may be in one file: their names are their ids. */
function hashSetlists({ slug: group, setlists }: GroupContent): HashableList {
  const fields = ["songs", "image"];
  const runs = () =>
    runsOf(setlists.file, ({ name }) => name, CUT_BITS).map((run) => ({
      id: run[0]!.name,
      keys: () => run.map((setlist) => JSON.stringify(setlist)),
      items: () => run.map((one) => ({ id: one.name, hashes: hashFields(fields, one) })),
    }));
  return { group, kind: "setlist", fields, entries: setlists.file, deps: [], runs };
}

function summary(
  title: string,
  { date, start, untimed }: Occasion,
  { venue, minutes }: { readonly venue: string | undefined; readonly minutes: number | undefined },
): Pick<HashedItem, "occasion"> {
  return {
    occasion: {
      ...{ title, start, ...untimed, date },
      ...(minutes !== undefined && { minutes }),
      ...(venue !== undefined && { venue }),
    },
  };
}

/** Blank lines above and below an article say nothing; programs of forms write others than people. */
function withoutBlankEnds(body: string): string {
  const text = body.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return text === "" ? "" : `\n${text}\n`;
}
