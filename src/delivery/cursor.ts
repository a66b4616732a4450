import type { KvKey } from "../platform/kv.ts";
import { HOUR_MS } from "../toolbox/durations.ts";
import type { Attempt, Sent } from "./endpoint.ts";

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

/** No process's claim. */
export const UNCLAIMED = { holder: "", heldUntil: 0 };

/** Whether another process than `own` has claimed to send at `now`. */
export function isHeldByAnother({ holder, heldUntil }: Cursor, own: string, now: number): boolean {
  return holder !== "" && holder !== own && heldUntil > now;
}

/** The cursors of all addresses. */
export const OUTBOXES: KvKey = ["outbox"];

/** The cursor of an address. */
export function outboxKey(endpointId: string): KvKey {
  return [...OUTBOXES, endpointId];
}

/** The cursor of an address that is sent what comes after an entry. */
export function cursorAt(read: number): Cursor {
  const none = { pausedUntil: 0, failures: 0, failingSince: 0, begunAt: 0 };
  return { read, waiting: [], ...none, ...UNCLAIMED };
}

/** The longest wait that a cursor can hold. */
export const MAX_WAIT_MS = 30 * HOUR_MS;
const MAX_WAITING = 200;
/** A value of the store takes 64 KiB: subjects have half of it, of two bytes a character at most. */
const MAX_SUBJECTS_LENGTH = 16_000;
/** So many failures in a row are the address's, not one entry's. */
const IS_AWAY_AFTER = 3;
/** Items that may wait for an address that is away. */
const MAX_FOR_AWAY = 32;
/** Items sent at once to an address: one that fails is not pressed. */
const AT_ONCE = { healthy: 4, failing: 2 };

/** Whether further entries may be taken from the log. */
export function hasRoom({ waiting, failures }: Cursor): boolean {
  const length = waiting.reduce((sum, { subject }) => sum + subject.length, 0);
  return waiting.length < (failures >= IS_AWAY_AFTER ? MAX_FOR_AWAY : MAX_WAITING) &&
    length < MAX_SUBJECTS_LENGTH;
}

/** The cursor with one more item, to be sent at once, or behind others of its subject. */
export function queued(cursor: Cursor, item: Pick<Item, "subject" | "first" | "last">): Cursor {
  return { ...cursor, waiting: [...cursor.waiting, { ...item, failures: 0, dueAt: 0 }] };
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

/** What became of an item. */
export interface Settled {
  readonly item: Item;
  /** "passed": there is nothing to be sent; "unsent": the program ends before it. */
  readonly outcome: Sent | "passed" | "unsent";
  /** When it is sent again, epoch ms; null: it is not. */
  readonly nextAt?: number | null;
  readonly attempt?: Attempt<unknown>;
}

/** The cursor after an item was sent, or was not. */
export function applied(cursor: Cursor, { item, outcome, nextAt }: Settled, now: number): Cursor {
  if (outcome === "unsent") return cursor;
  if (outcome === "passed") return replaced(cursor, item);
  switch (outcome.kind) {
    case "sent": {
      const { through = item.last, pauseMs = 0 } = outcome;
      const rest = through < item.last && { ...item, first: through + 1, failures: 0, dueAt: 0 };
      const next = replaced(cursor, item, rest || undefined);
      const wasAway = cursor.failures >= IS_AWAY_AFTER;
      return {
        ...next,
        failures: 0,
        failingSince: 0,
        pausedUntil: pauseMs > 0 ? Math.max(cursor.pausedUntil, now + pauseMs) : cursor.pausedUntil,
        // The address is back: what waited for it need not wait for its turn.
        waiting: wasAway
          ? next.waiting.map((one) => ({ ...one, dueAt: Math.min(one.dueAt, now) }))
          : next.waiting,
      };
    }
    case "refused":
      return replaced(cursor, item);
    case "later":
    case "gone": {
      const { waitMs = 0 } = outcome.kind === "later" ? outcome : {};
      const again = { ...item, failures: item.failures + 1, dueAt: nextAt ?? now };
      const isGivenUp = outcome.kind === "later" && nextAt === null;
      return {
        ...replaced(cursor, item, isGivenUp ? undefined : again),
        failures: cursor.failures + 1,
        failingSince: cursor.failingSince || now,
        pausedUntil: Math.max(cursor.pausedUntil, waitMs > 0 ? now + waitMs : 0),
      };
    }
  }
}

function replaced(cursor: Cursor, { subject, first }: Item, by?: Item): Cursor {
  const waiting = cursor.waiting.flatMap((one) => {
    const isIt = one.subject === subject && one.first === first;
    return isIt ? by ?? [] : one;
  });
  return { ...cursor, waiting };
}
