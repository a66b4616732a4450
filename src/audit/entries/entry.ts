/**
 * This room reads and writes the lines of the record: uses of tokens, and what administrators did.
 *
 * @module
 */

/** The kinds of entries in the record. */
export const ENTRY_KINDS = ["use", "admin"] as const;

export type EntryKind = typeof ENTRY_KINDS[number];

/** An entry that is to be put on record. */
export interface NewEntry {
  /** The id of the key, token or code whose person the entry names; null where it names none. */
  readonly subject: string | null;
  /** The person's fields as JSON; "" where there are none. */
  readonly fields: string;
  /** The line; `place`: where the fields are; null: the person was forgotten. */
  line(place: number | null): string;
}

/**
 * Whose fields entries hold. The fields that say who a person is are beside the chain, in a value that can
 * be deleted, and a line of the chain names their place there.
 */
export interface People {
  /** A person's fields of an entry about `subject`; undefined where they were deleted. */
  fieldsOf(subject: string, place: number): unknown;
  /** Whether the person was forgotten: their fields are not shown, wherever they still are. */
  isForgotten(subject: string): boolean;
}

/** For lines of which nothing personal is read. */
export const NOBODY: People = { fieldsOf: () => undefined, isForgotten: () => false };

/** A text of at most `longest` UTF-16 units. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text.toWellFormed() : text.slice(0, longest - 1).toWellFormed() +
    "…";
}

/** The instant of `epochMs` as ISO 8601 in UTC; the epoch itself if it is outside the calendar. */
export function isoInstant(epochMs: number): string {
  return new Date(Math.abs(epochMs) <= 8.64e15 ? epochMs : 0).toISOString();
}
