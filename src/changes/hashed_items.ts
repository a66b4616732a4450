/**
 * This room compares the items of two builds, field by field.
 *
 * @module
 */

/** The kinds of items that are compared. */
export type ItemKind =
  | "member"
  | "show"
  | "news"
  | "event"
  | "release"
  | "videocall"
  | "setlist";

/** Letters of a field's hash: 36 bits of SHA-256 in base64url. */
export const FIELD_HASH_LENGTH = 6;

/** In the place of the hash of a field that an item does not have. */
export const NO_FIELD_HASH = ".".repeat(FIELD_HASH_LENGTH);

/** What a calendar has to say of a show or event, also when its file is gone. */
export interface OccasionSummary {
  readonly title: string;
  /** Epoch ms of its start; near its day's end if the time is unknown. */
  readonly start: number;
  /** The time of day is unknown; absent if it is known. */
  readonly isUntimed?: true;
  /** Local day, `YYYY-MM-DD`. */
  readonly date: string;
  /** How long it takes; absent if content does not say. */
  readonly minutes?: number;
  readonly venue?: string;
}

/** An item as the hashes of its fields. */
export interface HashedItem {
  readonly id: string;
  /** The ids that it had, oldest first; absent if it always had this one. */
  readonly former?: readonly string[];
  /** What its page is called, if that is not its id. */
  readonly slug?: string;
  /** Epoch ms from which it is published; absent if it always was. */
  readonly from?: number;
  /** The hashes of the fields of its list, in their order, without anything between them. */
  readonly hashes: string;
  /**
   * The hash of what calendars show of it and none of its fields says, as the names of members: if it is
   * another, so is the event, although the item has not changed. Absent if there is nothing.
   */
  readonly calendar?: string;
  /** Of shows and events alone. */
  readonly occasion?: OccasionSummary;
}

/** Items of one kind of one group. A build that has none of a kind has a list without items. */
export interface HashedList<Item extends HashedItem = HashedItem> {
  readonly group: string;
  /** An {@linkcode ItemKind}, or one that only another version of the program knows. */
  readonly kind: string;
  /** The fields that the program which made the list knows, whether an item has them or not. */
  readonly fields: readonly string[];
  readonly items: readonly Item[];
}

/** Whether everybody may know of an item at `now` (epoch ms). */
export function isPublished({ from = -Infinity }: HashedItem, now: number): boolean {
  return from <= now;
}

/** The id that an item had first, which never changes: it names the item for those who keep it. */
export function firstId({ id, former }: Pick<HashedItem, "id" | "former">): string {
  return former?.[0] ?? id;
}

/** Names an item of a build by its group, kind and id. */
export function itemName(
  { group, kind, id }: { readonly group: string; readonly kind: string; readonly id: string },
): string {
  return `${group}/${kind}/${id}`;
}
