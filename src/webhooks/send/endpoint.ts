import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { isLaterEvent, type LoggedEvent } from "../../events/event.ts";
import type { KvCheck, KvKey, KvWrite } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { webhookAttemptsKey, webhookCursorKey } from "../../platform/store_keys.ts";
import { type Claim, isHeldByAnother } from "../../shared_state/claim.ts";
import {
  ATTEMPT_SLOTS,
  type DeliveryAttempt,
  type OpenWebhook,
  type WebhookRecord,
} from "../records/webhook_record.ts";
import { messageId, type PostedEvent } from "./post_event.ts";
import {
  delivered,
  failed,
  firstDueAt,
  hasRoom,
  queued,
  type SubjectQueue,
  type WebhookCursor,
} from "./webhook_cursor.ts";

/** An answer that took longer makes an endpoint a slow one. */
const SLOW_MS = 2_000;

/** What this process knows of one webhook, and does for it. */
export class Endpoint {
  webhook: OpenWebhook;
  /** As stored, or ahead of the store while this process holds it. */
  cursor: WebhookCursor;
  /** Of the stored cursor; null: there is none. */
  version: string | null;
  /** Whether this process holds the cursor. */
  isMine = false;
  /** Counts the claims of this process. Results of an earlier claim are ignored. */
  fencingToken = 0;
  /** Up to here the log holds nothing for it but what the cursor has. */
  scanned: string;
  /** Whether the log holds something for it behind that. */
  hasUnread = false;
  /** Subjects whose first event is being posted. */
  readonly posting = new Set<string>();
  /** Whether the cursor is ahead of the store. */
  isDirty = false;
  /** To be stored with the cursor. */
  attempts: DeliveryAttempt[] = [];
  writes: KvWrite[] = [];
  /** How long the last attempt took. */
  #lastMs = 0;

  constructor(webhook: OpenWebhook, cursor: WebhookCursor, version: string | null) {
    this.webhook = webhook;
    this.cursor = cursor;
    this.version = version;
    this.scanned = cursor.read;
  }

  /** Of the cursor in the store. */
  get key(): KvKey {
    return webhookCursorKey(this.webhook.record.id);
  }

  /** Holds while no other process has written the cursor. */
  get unchanged(): KvCheck {
    return { key: this.key, version: this.version };
  }

  /** Whether it fails or is slow: such endpoints are kept apart, so that they delay no other. */
  get isDegraded(): boolean {
    return this.cursor.failures > 0 || this.#lastMs > SLOW_MS;
  }

  /** Whether this process may claim it now. */
  isFree(holder: string, now: number): boolean {
    return !this.isMine && !isHeldByAnother(this.cursor, holder, now);
  }

  hasWork(now: number): boolean {
    return this.hasUnread || this.nextAttemptAt() <= now;
  }

  /** When the next attempt is due, epoch ms; Infinity if none waits. */
  nextAttemptAt(): number {
    return firstDueAt(this.cursor, this.#waitingQueues());
  }

  dueQueues(now: number): readonly SubjectQueue[] {
    if (this.cursor.pausedUntil > now) return [];
    return this.#waitingQueues().filter(({ nextAt }) => nextAt <= now);
  }

  /** The queues whose first event is not being posted. */
  #waitingQueues(): readonly SubjectQueue[] {
    const { cursor: { queues }, posting } = this;
    return posting.size === 0 ? queues : queues.filter(({ subject }) => !posting.has(subject));
  }

  /** Begins to hold the cursor, whose claim is stored. */
  hold(cursor: WebhookCursor, version: string): void {
    this.cursor = cursor;
    this.version = version;
    this.isMine = true;
    // What was passed over before may have been wanted by a key that had more groups.
    this.scanned = cursor.read;
    this.fencingToken++;
  }

  /** Takes over what the store has. */
  adopt(webhook: OpenWebhook, cursor: WebhookCursor, version: string | null, holder: string): void {
    this.webhook = webhook;
    this.hasUnread = false;
    if (this.version === version) return;
    this.version = version;
    // A commit whose reply was lost: no other process writes while this one is named.
    if (this.isMine && cursor.holder === holder) return;
    this.isMine = false;
    this.cursor = cursor;
    this.isDirty = false;
    this.attempts = [];
    this.writes = [];
    if (isLaterEvent(cursor.read, this.scanned)) this.scanned = cursor.read;
  }

  /** Takes events of the log into the cursor if it is held; false: one is wanted and has no room. */
  take(events: readonly LoggedEvent[], key: KeyRecord | undefined): boolean {
    for (const event of events) {
      const isFor = key !== undefined && mayRead(key, event) &&
        isWanted(this.webhook.record, event);
      if (isFor) {
        this.hasUnread = !(this.isMine && hasRoom(this.cursor));
        if (this.hasUnread) return false;
        this.cursor = queued(this.cursor, event.id, event.subject);
        this.isDirty = true;
      }
      this.scanned = event.id;
    }
    return true;
  }

  /** Moves the cursor on after an attempt, whose record is kept to be stored with it. */
  noteAttempt(
    { subject, attempts }: SubjectQueue,
    { event, posted: { outcome, askedMs, writes } }: AnsweredEvent,
    { startedAt: at, now, random }: {
      readonly startedAt: number;
      readonly now: number;
      readonly random: Random;
    },
  ): void {
    let nextAt: number | null = null;
    if (outcome === "delivered") this.cursor = delivered(this.cursor, subject, now);
    else {
      const failure = { now, askedMs, chance: random.fraction() };
      ({ cursor: this.cursor, nextAt } = failed(this.cursor, subject, failure));
    }
    const ms = now - at;
    const id = messageId(this.webhook, event);
    this.#lastMs = ms;
    this.writes.push(...writes);
    this.attempts.push({
      id,
      event: event.type,
      attempt: attempts + 1,
      at,
      ms,
      outcome,
      nextAt,
    });
  }

  /** Takes what is ahead of the store, to be stored with a claim; what comes meanwhile is dirty again. */
  drainDirty(claim: Claim): DrainedEndpoint {
    const { attempts, writes, scanned, cursor } = this;
    const slot = cursor.slot + (attempts.length > 0 ? 1 : 0);
    this.cursor = { ...cursor, read: scanned, slot };
    this.attempts = [];
    this.writes = [];
    this.isDirty = false;
    const slotKey = webhookAttemptsKey(this.webhook.record.id, slot % ATTEMPT_SLOTS);
    const kept = attempts.slice(-ATTEMPT_SLOTS);
    const stored = [
      { set: this.key, value: { ...this.cursor, ...claim } },
      ...(kept.length > 0 ? [{ set: slotKey, value: kept }] : []),
      ...writes,
    ];
    return { endpoint: this, attempts, writes, stored, claim };
  }

  /** Puts back what was not stored, before what has come since. */
  restoreDirty({ attempts, writes }: DrainedEndpoint): void {
    this.attempts.unshift(...attempts);
    this.writes.unshift(...writes);
    this.isDirty = true;
  }

  /** Notes that a claim is stored: attempts may have ended, and none have begun, meanwhile. */
  noteStored({ claim }: DrainedEndpoint, version: string): void {
    this.version = version;
    this.cursor = { ...this.cursor, ...claim };
  }
}

interface DrainedEndpoint {
  readonly endpoint: Endpoint;
  readonly attempts: readonly DeliveryAttempt[];
  readonly writes: readonly KvWrite[];
  /** The cursor, the attempts, and what these had to be stored. */
  readonly stored: readonly KvWrite[];
  /** The part of the cursor that holds from when it is stored. */
  readonly claim: Claim;
}

/** An event that was posted to an endpoint, and what came of it. */
export interface AnsweredEvent {
  readonly event: LoggedEvent;
  readonly posted: PostedEvent;
}

/** Whether a webhook asked for an event. How much a build changed is no message for people unless asked for. */
function isWanted(webhook: WebhookRecord, event: LoggedEvent): boolean {
  const { format, types, groups, members } = webhook;
  if (types.length === 0 && event.type === "content.changed" && format !== "standard") return false;
  return isAmong(types, event.type) && (event.group === "" || isAmong(groups, event.group)) &&
    (members.length === 0 || event.members.some((member) => members.includes(member)));
}

/** Whether the key of a webhook may be sent anything now; a webhook whose key may not waits. */
export function mayReceive(key: KeyRecord | undefined, now: number): key is KeyRecord {
  return key !== undefined && isLive(key, now);
}

/** Whether a key may read of the group of an event. */
export function mayRead({ groups }: KeyRecord, { group }: LoggedEvent): boolean {
  return group === "" || isAmong(groups, group);
}

/** An empty list is everything. */
function isAmong(list: readonly string[], one: string): boolean {
  return list.length === 0 || list.includes(one);
}
