/**
 * This room stores webhooks, what was attempted for them, and holds them in memory.
 *
 * @module
 */

import type { EventKind } from "../../events/event.ts";

/** How a webhook is sent events: as signed JSON (Standard Webhooks), or as messages in a Discord channel. */
export const WEBHOOK_FORMATS = ["standard", "discord"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/**
 * Why a webhook is sent nothing any more: `failed`, no attempt succeeded for 3 days; `gone`, its
 * address answered 410; `operator`, an operator switched it off.
 */
export type OffReason = "failed" | "gone" | "operator";

/** A webhook as it is stored. */
export interface WebhookRecord {
  /** Names the webhook: `w_` and 12 letters or digits. */
  readonly id: string;
  /** The key that registered it, and whose rights it has. */
  readonly keyId: string;
  /** Address and secret, sealed. */
  readonly sealed: Uint8Array;
  readonly format: WebhookFormat;
  /** The id of the Discord role whose members each new message pings; absent: no ping. */
  readonly mention?: string;
  /** What it is sent; empty: everything, but `content.changed` in the format `standard` alone. */
  readonly types: readonly EventKind[];
  /** Of which groups; empty: all that the key may read. */
  readonly groups: readonly string[];
  /** Of which members, by slug; empty: all. */
  readonly members: readonly string[];
  /** Epoch ms. */
  readonly createdAt: number;
  readonly offAt?: number;
  readonly offReason?: OffReason;
}

/** The part of a webhook that is sealed. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_` and base64; of other formats too, though nothing is signed with it. */
  readonly secret: string;
}

/** A webhook with what was sealed. */
export interface OpenWebhook {
  readonly record: WebhookRecord;
  readonly target: WebhookTarget;
}

/** What came of an attempt: nothing of what the address answered, but whether it was well. */
export type AttemptOutcome = "delivered" | "address not allowed" | "no answer" | "wrong answer";

/** One attempt to deliver one event to one webhook. */
export interface DeliveryAttempt {
  /** The `webhook-id`: the same for each attempt of one event. */
  readonly id: string;
  readonly event: EventKind | "webhook.test";
  /** Counted from 1. */
  readonly attempt: number;
  /** Epoch ms. */
  readonly at: number;
  readonly ms: number;
  readonly outcome: AttemptOutcome;
  /** When the next attempt is due, epoch ms; null: there is none. */
  readonly nextAt: number | null;
}

/** Slots in which the attempts of a webhook are kept; each holds at least one. */
export const ATTEMPT_SLOTS = 50;

/** A webhook as its owner sees it: never its address. */
export interface WebhookView {
  readonly record: WebhookRecord;
  readonly host: string;
  /** The last four characters of the address. */
  readonly hint: string;
}

/** What the owner of a webhook is shown of its address. */
export function viewOf({ record, target }: OpenWebhook): WebhookView {
  return { record, host: new URL(target.url).host, hint: target.url.slice(-4) };
}
