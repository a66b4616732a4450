import {
  type Claim,
  clampFuture,
  clampHeldUntil,
  MAX_SKEW_MS,
  UNCLAIMED,
} from "../../shared_state/claim.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../toolbox/durations.ts";

/** The waits between attempts of one event; after the last it is given up. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];

/** Up to so much of a wait is added by chance, so that what failed together comes back apart. */
const JITTER = 0.2;

/** The longest wait that a cursor can hold; longer ones that an address asks for are cut. */
export const MAX_RETRY_WAIT_MS = 24 * HOUR_MS * (1 + JITTER);

/** The events of one subject that wait, oldest first; only the first is attempted. */
export interface SubjectQueue {
  readonly subject: string;
  readonly ids: readonly string[];
  /** Attempts that the first of them has had. */
  readonly attempts: number;
  /** When its next attempt is due, epoch ms. */
  readonly nextAt: number;
}

/** How far the log was delivered to one webhook; all that its processes share. */
export interface WebhookCursor extends Claim {
  /** Every event up to this one was delivered, given up, passed over, or waits in a queue. */
  readonly read: string;
  readonly queues: readonly SubjectQueue[];
  /** No attempt before this instant: the address said so. */
  readonly pausedUntil: number;
  /** Attempts that failed in a row, over all subjects. */
  readonly failures: number;
  /** When the first of them failed; 0: none. */
  readonly failingSince: number;
  readonly slot: number;
}

/** The cursor of a webhook that is sent what comes after the event `read`. */
export function cursorFrom(read: string): WebhookCursor {
  const counts = { pausedUntil: 0, failures: 0, failingSince: 0, slot: 0 };
  return { ...UNCLAIMED, read, queues: [], ...counts };
}

/** The cursor without instants that are too far ahead: the clock was set back since. */
export function clampInstants(cursor: WebhookCursor, now: number): WebhookCursor {
  const latest = now + MAX_SKEW_MS;
  return {
    ...cursor,
    heldUntil: clampHeldUntil(cursor, now),
    pausedUntil: clampFuture(cursor.pausedUntil, latest + MAX_RETRY_WAIT_MS),
    failingSince: Math.min(cursor.failingSince, latest),
    queues: cursor.queues.map((queue) => ({
      ...queue,
      nextAt: clampFuture(queue.nextAt, latest + MAX_RETRY_WAIT_MS),
    })),
  };
}

/** Events that may wait in a cursor; a value of the store takes 64 KiB. */
const MAX_WAITING = 200;
/** Subjects that may wait while the address answers nothing well. */
const MAX_FAILING = 32;
/** So many failures in a row are the address's, not one event's. */
const IS_AWAY_AFTER = 3;

/** Whether further events may be taken from the log. */
export function hasRoom({ queues, failures }: WebhookCursor): boolean {
  if (failures >= IS_AWAY_AFTER && queues.length >= MAX_FAILING) return false;
  return queues.reduce((sum, { ids }) => sum + ids.length, 0) < MAX_WAITING;
}

/** Takes an event from the log: behind others of its subject, or to be attempted at once. */
export function queued(cursor: WebhookCursor, id: string, subject: string): WebhookCursor {
  const { queues } = cursor;
  const place = queues.findIndex((queue) => queue.subject === subject);
  const own = { subject, ids: [id], attempts: 0, nextAt: 0 };
  if (place < 0) return { ...cursor, queues: [...queues, own] };
  const longer = { ...queues[place]!, ids: [...queues[place]!.ids, id] };
  return { ...cursor, queues: queues.with(place, longer) };
}

/** The cursor after the first event of a subject was delivered. */
export function delivered(cursor: WebhookCursor, subject: string, now: number): WebhookCursor {
  const wasAway = cursor.failures >= IS_AWAY_AFTER;
  const next = withoutFirst({ ...cursor, failures: 0, failingSince: 0, pausedUntil: 0 }, subject);
  if (!wasAway) return next;
  // The address is back: what waited for it need not wait for its turn.
  const sooner = (queue: SubjectQueue) => ({ ...queue, nextAt: Math.min(queue.nextAt, now) });
  return { ...next, queues: next.queues.map(sooner) };
}

/** What made an attempt fail, beyond that it did. */
interface AttemptFailure {
  readonly now: number;
  /** The wait that the address asked for; 0: none. */
  readonly askedMs: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** The cursor after the first event of a subject was not delivered; null if it is given up. */
export function failed(
  cursor: WebhookCursor,
  subject: string,
  { now, askedMs, chance }: AttemptFailure,
): { readonly cursor: WebhookCursor; readonly nextAt: number | null } {
  const counted = {
    ...cursor,
    failures: cursor.failures + 1,
    failingSince: cursor.failingSince || now,
    pausedUntil: askedMs > 0 ? now + askedMs : cursor.pausedUntil,
  };
  const queue = cursor.queues.find((one) => one.subject === subject);
  const waitMs = retryWaitMs(queue?.attempts ?? 0, chance);
  if (waitMs === null) return { cursor: withoutFirst(counted, subject), nextAt: null };
  const nextAt = now + Math.max(waitMs, askedMs);
  const queues = counted.queues.map((one) =>
    one.subject === subject ? { ...one, attempts: one.attempts + 1, nextAt } : one
  );
  return { cursor: { ...counted, queues }, nextAt };
}

/** The cursor without the first event of a subject; the next one is due at once. */
export function withoutFirst(cursor: WebhookCursor, subject: string): WebhookCursor {
  const queues = cursor.queues.flatMap((queue) => {
    if (queue.subject !== subject) return [queue];
    const ids = queue.ids.slice(1);
    return ids.length === 0 ? [] : [{ subject, ids, attempts: 0, nextAt: 0 }];
  });
  return { ...cursor, queues };
}

/** The cursor with the next attempt of a subject at an instant, epoch ms. */
export function putOff(cursor: WebhookCursor, subject: string, nextAt: number): WebhookCursor {
  const queues = cursor.queues.map((queue) =>
    queue.subject === subject ? { ...queue, nextAt } : queue
  );
  return { ...cursor, queues };
}

/** When an attempt is due: the earliest of `queues`, epoch ms; Infinity if none waits. */
export function firstDueAt(
  { pausedUntil }: WebhookCursor,
  queues: readonly SubjectQueue[],
): number {
  if (queues.length === 0) return Infinity;
  return Math.max(pausedUntil, Math.min(...queues.map(({ nextAt }) => nextAt)));
}

/** The wait after an attempt that failed, with `attempts` before it; null: give up. */
function retryWaitMs(attempts: number, chance: number): number | null {
  const waitMs = WAITS_MS[attempts];
  return waitMs === undefined ? null : waitMs * (1 + JITTER * chance);
}
