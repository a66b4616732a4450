/**
 * This room stores webhooks, what was attempted for them, and holds them in memory.
 *
 * @module
 */

import type { EventKind } from "../../events/event.ts";

/** How a webhook is told: signed JSON (Standard Webhooks), or messages in a Discord channel. */
export const WEBHOOK_FORMATS = ["standard", "discord"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/**
 * Why a webhook is told nothing any more: `failed`, no attempt succeeded for 3 days; `gone`, its
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
  /** What it is told of; empty: everything. */
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
  /** `whsec_` and base64; of a Discord webhook too, where nothing is signed with it. */
  readonly secret: string;
}

/** A webhook with what was sealed. */
export interface OpenWebhook {
  readonly record: WebhookRecord;
  readonly target: WebhookTarget;
}
