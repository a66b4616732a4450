import type { KvKey } from "../platform/kv.ts";
import { HOUR_MS } from "../toolbox/durations.ts";
import type { Sent } from "./endpoint.ts";

/** Entries that are sent together: the first, the last, and what lies between. */
export interface Item {
  /** Items of one subject are sent in order. */
  readonly subject: string;
  readonly first: number;
  readonly last: number;
  /** Sends of it that failed. */
  readonly failures: number;
  /** When it is to be sent, epoch ms. */
  readonly dueAt: number;
}

/** How far a log was sent to one address; all that its processes share. */
export interface Cursor {
  /** Every entry up to this one was sent, given up, is not for the address, or waits. */
  readonly read: number;
  /** What waits, oldest first. */
  readonly waiting: readonly Item[];
  /** Nothing is sent before this instant: the address said so. */
  readonly pausedUntil: number;
  /** Sends that failed in a row, and when the first of them did; 0: none. */
  readonly failures: number;
  readonly failingSince: number;
  /** When the last batch began. */
  readonly begunAt: number;
  /** The process that has claimed to send, by compare-and-set; "" is none. */
  readonly holder: string;
  /** Until when it has, epoch ms: if it dies, another process goes on then. */
  readonly heldUntil: number;
}

/** The cursors of all addresses. */
export const OUTBOXES: KvKey = ["outbox"];

/** The cursor of an address. */
export function outboxKey(endpointId: string): KvKey {
  return [...OUTBOXES, endpointId];
}

/** No process's claim. */
export const UNCLAIMED = { holder: "", heldUntil: 0 };

/** The cursor of an address that is sent what comes after an entry. */
export function cursorAt(read: number): Cursor {
  const none = { pausedUntil: 0, failures: 0, failingSince: 0, begunAt: 0 };
  return { read, waiting: [], ...none, ...UNCLAIMED };
}

/** The longest wait that a cursor can hold. */
const MAX_WAIT_MS = 30 * HOUR_MS;
const MAX_WAITING = 200;
/** A value of the store takes 64 KiB: subjects have half of it, of two bytes a character at most. */
const MAX_SUBJECTS_LENGTH = 16_000;
/** So many failures in a row are the address's, not one entry's. */
const IS_AWAY_AFTER = 3;
/** Items that may wait for an address that is away. */
const MAX_FOR_AWAY = 32;
/** Items sent at once to an address: one that fails is not pressed. */
const AT_ONCE = { healthy: 4, failing: 2 };

/** A stored cursor without the instants that a clock which was set back since has left in it. */
export function clamped(stored: Cursor, now: number, claimMs: number): Cursor {
  const clamp = (at: number, waitMs: number) => at <= now + waitMs ? at : 0;
  return {
    ...stored,
    heldUntil: clamp(stored.heldUntil, 2 * claimMs),
    pausedUntil: clamp(stored.pausedUntil, MAX_WAIT_MS),
    begunAt: clamp(stored.begunAt, claimMs),
    waiting: stored.waiting.map((item) => ({ ...item, dueAt: clamp(item.dueAt, MAX_WAIT_MS) })),
  };
}

/** Whether further entries may be taken from the log. */
export function hasRoom({ waiting, failures }: Cursor): boolean {
  const length = waiting.reduce((sum, { subject }) => sum + subject.length, 0);
  return waiting.length < (failures >= IS_AWAY_AFTER ? MAX_FOR_AWAY : MAX_WAITING) &&
    length < MAX_SUBJECTS_LENGTH;
}

/** The cursor with one more item, to be sent at once, or behind others of its subject. */
export function queued(cursor: Cursor, subject: string, first: number, last: number): Cursor {
  return {
    ...cursor,
    waiting: [...cursor.waiting, { subject, first, last, failures: 0, dueAt: 0 }],
  };
}

/** The items that may be sent next: the first of each subject. */
function firstItems({ waiting }: Cursor): Item[] {
  const seen = new Set<string>();
  return waiting.filter(({ subject }) => !seen.has(subject) && seen.add(subject));
}

/** What is to be sent now. */
export function dueItems(cursor: Cursor, now: number): Item[] {
  if (cursor.pausedUntil > now) return [];
  const atOnce = cursor.failures > 0 ? AT_ONCE.failing : AT_ONCE.healthy;
  return firstItems(cursor).filter(({ dueAt }) => dueAt <= now).slice(0, atOnce);
}

/** When something of what waits is to be sent, epoch ms; Infinity: nothing waits. */
export function nextDueAt(cursor: Cursor): number {
  const dueAt = Math.min(...firstItems(cursor).map(({ dueAt }) => dueAt));
  return Math.max(dueAt, cursor.pausedUntil);
}

/** The cursor after a send of an item. `nextAt`: when it is sent again, epoch ms; null: it is not. */
export function afterSend(
  cursor: Cursor,
  item: Item,
  sent: Sent,
  nextAt: number | null,
  now: number,
): Cursor {
  switch (sent.kind) {
    case "sent": {
      const { through = item.last, pauseMs = 0 } = sent;
      const rest = through < item.last
        ? [{ ...item, first: through + 1, failures: 0, dueAt: 0 }]
        : [];
      // The address is back: what waited for it need not wait for its turn.
      const latest = cursor.failures >= IS_AWAY_AFTER ? now : Infinity;
      return {
        ...cursor,
        failures: 0,
        failingSince: 0,
        pausedUntil: Math.max(cursor.pausedUntil, now + pauseMs),
        waiting: replaced(cursor, item, rest)
          .map((one) => ({ ...one, dueAt: Math.min(one.dueAt, latest) })),
      };
    }
    case "refused":
      return { ...cursor, waiting: replaced(cursor, item) };
    case "later":
    case "gone": {
      const { waitMs = 0 } = sent.kind === "later" ? sent : {};
      const isGivenUp = sent.kind === "later" && nextAt === null;
      const again = { ...item, failures: item.failures + 1, dueAt: nextAt ?? now };
      return {
        ...cursor,
        failures: cursor.failures + 1,
        failingSince: cursor.failingSince || now,
        pausedUntil: Math.max(cursor.pausedUntil, now + waitMs),
        waiting: replaced(cursor, item, isGivenUp ? [] : [again]),
      };
    }
  }
}

/** What waits, with other items in the place of one. */
export function replaced(
  { waiting }: Cursor,
  { subject, first }: Item,
  by: readonly Item[] = [],
): readonly Item[] {
  return waiting.flatMap((one) => one.subject === subject && one.first === first ? by : one);
}
