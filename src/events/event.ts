/**
 * This room keeps the log of what has happened, from which streams and webhooks are told.
 *
 * @module
 */

import type { KvCheck, KvWrite } from "../platform/kv.ts";

/** What can happen. */
export const EVENT_KINDS = [
  "live.started",
  "live.resumed",
  "live.ended",
  "show.added",
  "show.changed",
  "show.cancelled",
  "news.published",
  "release.added",
  "member.joined",
  "member.graduated",
  "birthday.today",
  "content.changed",
  "show.soon",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Something that has happened. */
export interface LoggedEvent {
  /**
   * Its place in the log: a decimal number, larger than that of every event before it. A smaller one
   * never appears after a larger one.
   */
  readonly id: string;
  readonly type: EventKind;
  /** The slug of the group; "" where it is of none. */
  readonly group: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** What callers are told: an item, or the fields of one. */
  readonly data: unknown;
  /** Whose story it belongs to: the id of a broadcast, show, article, release or member. Not told. */
  readonly subject: string;
  /** The slugs of the members it is about, for filters. Not told. */
  readonly members: readonly string[];
}

/** An event before it has its place in the log. */
export type LogEntry = Omit<LoggedEvent, "id">;

/** A number of the log. An earlier program's records have no entry, nor have those that tell nothing. */
export interface LogRecord {
  readonly seq: number;
  readonly entry?: LogEntry;
}

/** The log as its readers see it. It is written first; what is told is read from it. */
export interface EventLog {
  /** The events above this id ("0": all that are kept), at most `limit`, oldest first. */
  after(id: string, limit: number): Promise<LoggedEvent[]>;
  /** The event of this id; undefined where it is not kept any more. */
  get(id: string): Promise<LoggedEvent | undefined>;
  /** The id of the last event; "0" where there is none. */
  lastId(): Promise<string>;
  /**
   * Calls `listener` when there may be new events: at once for those that this process has written,
   * for others when it learns of them. The returned function ends it.
   */
  watch(listener: () => void): () => void;
}

/** Whether the first id lies behind the second. */
export function isLaterEvent(id: string, than: string): boolean {
  return Number(id) > Number(than);
}

/** Where the log is kept for all processes. */
export interface LogSource<R extends LogRecord = LogRecord> {
  /** The records above this number, at most 1,000, oldest first. Rejects where the store is away. */
  read(after: number): Promise<readonly R[]>;
  /** Looks at the store now. Never rejects. */
  sync(): Promise<void>;
  /** The number of the last record that this process knows of. */
  seq(): number;
  /** Calls `onRecords` with each batch of new records; null where some are not known. */
  subscribe(onRecords: (records: readonly R[] | null) => void): () => void;
  /** What is told of a record; undefined where nothing is. */
  entryOf(record: R): LogEntry | undefined;
}

/** What is committed together with events, or not at all. */
export interface AlongsideEvents {
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/** Writes into the log. */
export interface LogWriter {
  /**
   * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
   * 500 KB. False where one of the checks does not hold. Rejects where the store is away.
   */
  append(entries: readonly LogEntry[], alongside: AlongsideEvents): Promise<boolean>;
}
