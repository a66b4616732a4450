/**
 * This room hashes the fields of items, so that two builds can be compared.
 *
 * @module
 */

import type { HashedItem, HashedList, ItemKind } from "../../src/changes/hashed_items.ts";
import {
  type EventFile,
  eventFile,
  type SetlistFile,
  type ShowFile,
  showFile,
  type VideocallFile,
  videocallFile,
} from "../schema/content/occasions.ts";
import { type MemberFile, memberFile } from "../schema/content/member.ts";
import {
  type NewsFile,
  newsFile,
  type ReleaseFile,
  releaseFile,
} from "../schema/content/publications.ts";
import { shownBody } from "../article/article_texts.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { type Dated, occasionOf, publishedFrom } from "../derive/instants.ts";
import type { GroupFile } from "../schema/content/group.ts";
import { type Roster } from "../derive/roster.ts";
import { setlistIds, setlistsOf, songFields, type WrittenSong } from "../derive/setlists.ts";
import { hashFields, hashText } from "./hash_fields.ts";

/** How an entry is addressed and when it is shown: neither is a field of the item. */
const NO_FIELDS = ["id", "former_slugs", "draft", "publish_at"];

/** What any entry's file may have. */
interface AnyFile {
  readonly id?: string | undefined;
  readonly publish_at?: string | undefined;
  readonly former_slugs?: readonly string[] | undefined;
}

/** What the items of a group are made of beside their files. */
interface Around {
  readonly group: GroupFile;
  readonly roster: Roster;
}

/** How the items of one kind are made of its entries. */
interface Kind<File> {
  readonly kind: ItemKind;
  readonly fields: readonly string[];
  /** What an answer says in place of what the file says. */
  resolve?(entry: Entry<File>, around: Around): Readonly<Record<string, unknown>>;
  /** Names the facts that calendars show beside the fields; empty or undefined: none. */
  calendar?(file: File, around: Around): string | undefined;
  occasion?(file: File, around: Around): Pick<HashedItem, "occasion">;
}

const MEMBER: Kind<MemberFile> = {
  kind: "member",
  fields: fieldsOf(memberFile),
  calendar: ({ birth_date: date }, { group }) =>
    date?.endsWith("-02-29") ? group.leap_day : undefined,
};

const SHOW: Kind<ShowFile> = {
  kind: "show",
  fields: [...fieldsOf(showFile), "start_at"],
  resolve: ({ file }, { group, roster }) => ({
    title: file.title ?? file.setlist,
    venue: venueOf(file, group),
    members: identify(file.members, roster),
    seitansai: identify(file.seitansai, roster),
    graduation: identify(file.graduation, roster),
    duration: minutesOf(file, group),
    start_at: occasionOf(file, group.timezone).start,
  }),
  calendar: called,
  occasion: (file, { group }) => summary(file.title ?? file.setlist!, file, group),
};

const NEWS: Kind<NewsFile> = {
  kind: "news",
  fields: [...fieldsOf(newsFile), "content"],
  resolve: (entry) => ({ content: withoutBlankEnds(shownBody(entry)) }),
};

const EVENT: Kind<EventFile> = {
  kind: "event",
  fields: [...fieldsOf(eventFile), "start_at"],
  resolve: ({ file }, { group, roster }) => ({
    venue: venueOf(file, group),
    members: identify(file.members, roster),
    duration: file.time && file.duration,
    start_at: occasionOf(file, group.timezone).start,
  }),
  // The length that the group's file says is one of shows: calendars alone take it for events.
  calendar: (file, around) =>
    called(file, around) + (file.duration ? "" : minutesOf(file, around.group) ?? ""),
  occasion: (file, { group }) => summary(file.title, file, group),
};

const RELEASE: Kind<ReleaseFile> = {
  kind: "release",
  fields: fieldsOf(releaseFile),
  resolve: ({ file }, { roster }) => ({
    tracks: file.tracks.map((one) => ({ ...one, members: identify(one.members, roster) })),
  }),
};

const VIDEOCALL: Kind<VideocallFile> = {
  kind: "videocall",
  fields: fieldsOf(videocallFile),
  resolve: ({ file }, { roster }) => ({
    sessions: file.sessions.map((one) => ({ ...one, members: identify(one.members, roster) })),
  }),
};

const SETLIST_FIELDS = ["songs", "image", "name_native", "name_reading"];

/** Hashes everything of a group but what the clock decides; the same folder gives the same hashes. */
export function hashGroup(content: GroupContent, roster: Roster): HashedList[] {
  const { slug, group, setlists } = content;
  const files = setlistsOf(setlists);
  const ids = setlistIds(files);
  const hash = <File extends AnyFile>(kind: Kind<File>, entries: readonly Entry<File>[]) => ({
    group: slug,
    kind: kind.kind,
    fields: kind.fields,
    items: entries.map((entry) => hashItem(entry, kind, group, roster)),
  });
  return [
    hash(MEMBER, content.members),
    hash(SHOW, content.shows),
    hash(NEWS, content.news),
    hash(EVENT, content.events),
    hash(RELEASE, content.releases),
    hash(VIDEOCALL, content.videocalls),
    // The names of setlists are their ids.
    {
      group: slug,
      kind: "setlist",
      fields: SETLIST_FIELDS,
      items: files.map((one, place) => ({
        ...hashSetlist(one, roster),
        slug: ids[place]!,
      })),
    },
  ];
}

function fieldsOf({ shape }: { readonly shape: object }): string[] {
  return Object.keys(shape).filter((field) => !NO_FIELDS.includes(field));
}

function hashItem<File extends AnyFile>(
  entry: Entry<File>,
  { kind, fields, resolve, calendar, occasion }: Kind<File>,
  group: GroupFile,
  roster: Roster,
): HashedItem {
  const { file } = entry;
  const around = { group, roster };
  const from = publishedFrom(file);
  const beside = calendar?.(file, around);
  return {
    id: idOf(entry),
    ...formerIds(entry),
    ...(kind === "news" && file.id !== undefined && { slug: entry.slug }),
    ...(Number.isFinite(from) && { from }),
    hashes: hashFields(fields, { ...file, ...resolve?.(entry, around) }),
    ...(beside && { calendar: hashText(beside) }),
    ...occasion?.(file, around),
  };
}

function hashSetlist(setlist: SetlistFile, roster: Roster): HashedItem {
  const songs = setlist.songs.map((song) => plainSong(song, roster));
  return { id: setlist.name, hashes: hashFields(SETLIST_FIELDS, { ...setlist, songs }) };
}

/** A song of which nothing but its title is known is its title, however its file has it. */
function plainSong(song: WrittenSong, roster: Roster): unknown {
  const { title, original_title, center, unit } = songFields(song);
  const isTitle = original_title === undefined && center.length + unit.length === 0;
  if (isTitle) return title;
  return { title, original_title, center: identify(center, roster), unit: identify(unit, roster) };
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

/** What line-ups call those whose slugs stand among the fields. */
function called(
  { members = [] }: { readonly members?: readonly string[] | undefined },
  { roster }: Around,
): string {
  return members.map((name) => hashText(nameOf(name, roster))).join("");
}

/** What takes place somewhere, and may begin at a time and say how many minutes it takes. */
interface PlannedFile extends Dated {
  readonly type?: string;
  readonly venue?: string | undefined;
  readonly duration?: number | undefined;
}

function venueOf({ venue, type }: PlannedFile, { defaults }: GroupFile): string | undefined {
  return venue ?? (type === "media" ? undefined : defaults.venue);
}

function minutesOf({ time, duration }: PlannedFile, group: GroupFile): number | undefined {
  return time === undefined ? undefined : duration ?? group.show_duration;
}

function summary(title: string, file: PlannedFile, group: GroupFile): Pick<HashedItem, "occasion"> {
  const { date, start, untimed } = occasionOf(file, group.timezone);
  const [venue, minutes] = [venueOf(file, group), minutesOf(file, group)];
  return {
    occasion: {
      title,
      start,
      ...untimed,
      date,
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

/**
 * Puts the slug of a member in the place of what a line-up calls her: another of her names is no
 * change of the show.
 */
function identify(people: unknown, roster: Roster): unknown {
  if (Array.isArray(people)) return people.map((one) => identify(one, roster));
  if (typeof people === "string") return slugOf(people, roster);
  if (!isCelebrated(people)) return people;
  return { ...people, member: slugOf(people.member, roster) };
}

function slugOf(name: string, roster: Roster): string {
  const found = roster.find(name);
  return found.kind === "member" ? found.member.slug : name;
}

function isCelebrated(who: unknown): who is { readonly member: string } {
  return typeof who === "object" && who !== null && "member" in who &&
    typeof who.member === "string";
}
