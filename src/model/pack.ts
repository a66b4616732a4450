/**
 * This room defines the shapes that the compiler and the runtime share.
 *
 * A pack is everything the runtime answers from, compiled by the build into one file.
 *
 * Layout: 8 bytes `OSHIBASE`, a 32-bit little-endian length, the index as UTF-8 JSON of that length,
 * then the bodies. Spans count from the first byte of the bodies. A picture of the content is named by
 * its path behind {@linkcode ADDRESS_SIGN}.
 *
 * @module
 */

import type { MemberStatus, OccasionState, SEARCH_KINDS } from "./enums.ts";

/** First bytes of every pack. */
export const PACK_MAGIC = "OSHIBASE";

/** Raised whenever the layout changes, so that an old pack is refused and not misread. */
export const PACK_FORMAT = 12;

/** The file in `OUT_DIR` that holds the pack. */
export const PACK_FILE = "oshibase.pack";

/**
 * Stands before the path of a picture: the runtime puts its own address there in what it answers. No other
 * text of the pack has it, since JSON escapes it.
 */
export const ADDRESS_SIGN = "\x01";

/** Where some bytes of the bodies lie: the first, and how many there are. */
export type Span = readonly [offset: number, length: number];

/**
 * The texts of an item, each from an instant on: `[offset, length, from, offset, length, from, …]`,
 * where each `from` is the epoch ms at which the following span takes over. Length 0: the item is not
 * there.
 */
export type Phases = readonly number[];

/** An item of a list: JSON without its closing brace, so that fields can follow. */
export interface Row {
  readonly id: string;
  readonly open: Phases;
}

/** The shows that a member had before those of content. */
interface ShowsBefore {
  readonly total: number;
  readonly by_setlist: readonly { readonly setlist: string; readonly count: number }[];
  /** The last day that is counted, `YYYY-MM-DD`; absent if they are before all shows of content. */
  readonly as_of?: string | undefined;
}

export interface MemberRow extends Row {
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly nameNative?: string;
  readonly nameReading?: string;
  readonly formerSlugs: readonly string[];
  readonly generation?: string;
  /** What she is before {@linkcode MemberRow.graduatedFrom}. */
  readonly status: MemberStatus;
  /** Epoch ms from which she has graduated. */
  readonly graduatedFrom?: number;
  /** `YYYY-MM-DD`, or `--MM-DD` if the year is unknown. */
  readonly birthDate?: string;
  readonly img?: string;
  readonly imgAlt?: string;
  readonly idnUsername?: string;
  readonly showroomUrlKey?: string;
  readonly roomId?: number;
  readonly youtube?: string;
  readonly showsBefore?: ShowsBefore;
  /** The further fields of her detail, opened by a comma. */
  readonly more: Span;
}

/** A row of something that starts. */
export interface TimedRow extends Row {
  /** Epoch ms of its start; near its day's end if the time is unknown. */
  readonly start: number;
  /** The time of day is unknown; absent if it is known. */
  readonly isUntimed?: true;
  /** Slugs of the roster members who take part. */
  readonly members: readonly string[];
}

/** What tickets may be sold for. */
interface SoldRow extends TimedRow {
  /** When sales begin (epoch ms), soonest first; absent if content names none. */
  readonly sales?: readonly number[];
}

export interface ShowRow extends SoldRow {
  readonly slug: string;
  /** Absent if the file always had this name. */
  readonly formerSlugs?: readonly string[];
  /** Local day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly state: OccasionState;
  /** The name of its setlist, as its file has it. */
  readonly setlist?: string;
  /** Celebrations, opened by a comma. */
  readonly extra: Span;
  /** The line-up of the detail, opened by a comma. */
  readonly more: Span;
  /** The songs of its setlist in the detail, opened by a comma; equal ones lie at one place. */
  readonly songs: Span;
  /** The show as a member's detail names it, whole. */
  readonly reference: Span;
}

export interface NewsRow extends Row {
  readonly slug: string;
  readonly formerSlugs: readonly string[];
  readonly detail: Phases;
}

export interface EventRow extends SoldRow {
  readonly slug: string;
  /** Absent if the file always had this name. */
  readonly formerSlugs?: readonly string[];
  readonly date: string;
  /** It is television, radio or print; absent of any other. */
  readonly isMedia?: true;
}

export interface ReleaseRow extends Row {
  /** The name of its file; absent if it is the id. */
  readonly slug?: string;
  /** Absent if the file always had this name. */
  readonly formerSlugs?: readonly string[];
}

export interface ScheduleRow extends TimedRow {
  /** The local day it is on, from its first instant to the next day's. */
  readonly day: readonly [from: number, until: number];
}

/** One session of video calls. */
export interface SessionRow {
  /** The name of its file. */
  readonly slug: string;
  readonly session: string;
  /** Names and slugs under which a member finds her sessions, folded. */
  readonly members: readonly string[];
  readonly open: Phases;
  /** Instants (epoch ms) at which preparation, calls and the session's end begin. */
  readonly turns: readonly [preparation: number, start: number, end: number];
}

export interface VideocallDay {
  readonly date: string;
  /** The weekday in the group's language. */
  readonly day: string;
  readonly sessions: readonly SessionRow[];
}

/** The tables of a group and what each holds. */
export interface Tables {
  readonly members: readonly MemberRow[];
  readonly shows: readonly ShowRow[];
  readonly news: readonly NewsRow[];
  readonly events: readonly EventRow[];
  readonly schedule: readonly ScheduleRow[];
  readonly releases: readonly ReleaseRow[];
  readonly videocalls: readonly VideocallDay[];
}

export type TableName = keyof Tables;

/**
 * The tables that calendars hold, of members their birthdays. What they say of an item lies where the
 * item is in its table: the lines of a VEVENT that depend on content alone, null if there are none.
 */
export type CalendarTable = "shows" | "events" | "members";

export type SearchKind = (typeof SEARCH_KINDS)[number];
