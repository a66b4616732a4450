import type { Claim } from "../../shared_state/claim.ts";
import type { KvCheck, KvWrite } from "../../platform/kv.ts";
import { webhookAttemptsKey, webhookCursorKey } from "../../platform/store_keys.ts";
import { ATTEMPT_SLOTS } from "../records/attempts.ts";
import type { EndpointState } from "./endpoint.ts";
import type { WebhookCursor } from "./webhook_cursor.ts";

/** What was taken from an endpoint to be stored. */
export interface TakenState {
  readonly endpoint: EndpointState;
  readonly attempts: EndpointState["attempts"];
  readonly writes: readonly KvWrite[];
  /** The cursor as it is stored. */
  readonly next: WebhookCursor;
  /** The part of it that holds from when it is stored. */
  readonly claim: Claim;
}

/** Takes what is ahead of the store; what comes meanwhile is ahead anew. */
export function takeAhead(endpoint: EndpointState, claim: Claim): TakenState {
  const { attempts, writes, cursor, scanned } = endpoint;
  const slot = cursor.slot + (attempts.length > 0 ? 1 : 0);
  const own = { ...cursor, read: scanned, slot };
  Object.assign(endpoint, { cursor: own, attempts: [], writes: [], isAhead: false });
  return { endpoint, attempts, writes, next: { ...own, ...claim }, claim };
}

/** Puts back what was not stored, before what has come since. */
export function giveBack({ endpoint, attempts, writes }: TakenState): void {
  endpoint.attempts.unshift(...attempts);
  endpoint.writes.unshift(...writes);
  endpoint.isAhead = true;
}

/** Only what is stored is held: attempts may have ended, and none have begun, meanwhile. */
export function noteStored({ endpoint, claim }: TakenState, version: string): void {
  Object.assign(endpoint, { version, cursor: { ...endpoint.cursor, ...claim } });
}

/** What is stored for an endpoint: its cursor, its attempts, and what these had to be stored. */
export function writesOf({ endpoint, attempts, writes, next }: TakenState): KvWrite[] {
  const { id } = endpoint.webhook.record;
  const slot = webhookAttemptsKey(id, next.slot % ATTEMPT_SLOTS);
  const kept = attempts.slice(-ATTEMPT_SLOTS);
  return [
    setCursor(endpoint, next),
    ...(kept.length > 0 ? [{ set: slot, value: kept }] : []),
    ...writes,
  ];
}

/** Stores the cursor of an endpoint. */
export function setCursor({ webhook }: EndpointState, value: WebhookCursor): KvWrite {
  return { set: webhookCursorKey(webhook.record.id), value };
}

/** Holds while nobody else has written the cursor of an endpoint. */
export function unchanged({ webhook, version }: EndpointState): KvCheck {
  return { key: webhookCursorKey(webhook.record.id), version };
}
