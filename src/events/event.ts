/**
 * This room is the append-only log of what has happened: in the store, in memory, and as streams.
 *
 * @module
 */

import { DAY_MS } from "../toolbox/durations.ts";

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
  "live.announced",
  "show.milestone",
  "ticket.sale",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** How long an event stays in the log; a client that comes back later has missed something. */
export const EVENT_LIFE_MS = 15 * DAY_MS;

/** An event before it has its place in the log. */
export interface LogEntry {
  readonly type: EventKind;
  /** The slug of the group. */
  readonly group: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** What callers receive: an item, or the fields of one. */
  readonly data: unknown;
  /** Whose story it belongs to: the id of a broadcast, show, article, release or member. Not sent. */
  readonly subject: string;
  /** The slugs of the members it is about, for filters. Not sent. */
  readonly members: readonly string[];
}

/** Something that has happened. */
export interface LoggedEvent extends LogEntry {
  /**
   * Its place in the log: a decimal number, larger than that of every event before it. A smaller one
   * never appears after a larger one.
   */
  readonly id: string;
}
