import type { LoggedEvent } from "../../events/event.ts";
import type { KvWrite } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import type { DeliveryAttempt } from "../records/attempts.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import { messageId } from "./message.ts";
import type { PostedEvent } from "./post_event.ts";
import {
  delivered,
  failed,
  firstDueAt,
  type SubjectQueue,
  type WebhookCursor,
} from "./webhook_cursor.ts";

/** What this process knows of one webhook, and does for it. */
export interface EndpointState {
  webhook: OpenWebhook;
  /** As stored, or ahead of the store while this process holds it. */
  cursor: WebhookCursor;
  /** Of the stored cursor; null: there is none. */
  version: string | null;
  /** Whether this process holds the cursor. */
  isMine: boolean;
  /** Counts the times that this process began to hold it: outcomes of earlier times are void. */
  tenure: number;
  /** Up to here the log holds nothing for it but what the cursor has. */
  scanned: string;
  /** Whether the log holds something for it behind that. */
  hasUnread: boolean;
  /** Subjects whose first event is being posted. */
  readonly posting: Set<string>;
  /** Whether the cursor is ahead of the store. */
  isAhead: boolean;
  /** To be stored with the cursor. */
  attempts: DeliveryAttempt[];
  writes: KvWrite[];
  /** How long the last attempt took. */
  lastMs: number;
}

/** An endpoint of which nothing is known but its cursor. */
export function createEndpointState(
  webhook: OpenWebhook,
  cursor: WebhookCursor,
  version: string | null,
): EndpointState {
  return {
    ...{
      webhook,
      cursor,
      version,
      isMine: false,
      tenure: 0,
      scanned: cursor.read,
      hasUnread: false,
    },
    ...{ posting: new Set<string>(), isAhead: false, attempts: [], writes: [], lastMs: 0 },
  };
}

/** The queues whose first event is not being posted. */
export function waitingQueues({ cursor, posting }: EndpointState): readonly SubjectQueue[] {
  return posting.size === 0
    ? cursor.queues
    : cursor.queues.filter(({ subject }) => !posting.has(subject));
}

/** When the next attempt is due, epoch ms; Infinity where none waits. */
export function nextAttemptAt(endpoint: EndpointState): number {
  return firstDueAt(endpoint.cursor, waitingQueues(endpoint));
}

/** The queues whose attempts are due now. */
export function dueQueues(endpoint: EndpointState, now: number): readonly SubjectQueue[] {
  if (endpoint.cursor.pausedUntil > now) return [];
  return waitingQueues(endpoint).filter(({ nextAt }) => nextAt <= now);
}

/** An answer that took longer makes an endpoint a slow one. */
const SLOW_MS = 2_000;

/** Whether an endpoint fails or is slow: those are kept apart, so that they delay no other. */
export function isSick({ cursor, lastMs }: EndpointState): boolean {
  return cursor.failures > 0 || lastMs > SLOW_MS;
}

/** An event that was posted to an endpoint, and what came of it. */
export interface AnsweredEvent {
  readonly event: LoggedEvent;
  readonly posted: PostedEvent;
}

/** When an attempt began and ended, epoch ms, and what the next one's wait is drawn from. */
export interface AttemptTimes {
  readonly startedAt: number;
  readonly now: number;
  readonly random: Random;
}

/** Moves the cursor on, and keeps what came of an attempt to be stored with it. */
export function noteAttempt(
  endpoint: EndpointState,
  { subject, attempts }: SubjectQueue,
  { event, posted }: AnsweredEvent,
  { startedAt: at, now, random }: AttemptTimes,
): void {
  const nextAt = moveOn(endpoint, subject, posted, { now, random });
  const ms = now - at;
  const id = messageId(endpoint.webhook, event);
  const { outcome, writes } = posted;
  endpoint.lastMs = ms;
  endpoint.writes.push(...writes);
  endpoint.attempts.push({
    ...{ id, event: event.type, attempt: attempts + 1 },
    ...{ at, ms, outcome, nextAt },
  });
}

/** When the event is attempted again, epoch ms; null where it is not. */
function moveOn(
  endpoint: EndpointState,
  subject: string,
  { outcome, askedMs }: PostedEvent,
  { now, random }: Pick<AttemptTimes, "now" | "random">,
): number | null {
  if (outcome === "delivered") {
    endpoint.cursor = delivered(endpoint.cursor, subject, now);
    return null;
  }
  const failure = { now, askedMs, chance: random.fraction() };
  const { cursor, nextAt } = failed(endpoint.cursor, subject, failure);
  endpoint.cursor = cursor;
  return nextAt;
}
