import type { EventKind } from "../../events/event.ts";
import type { KvKey } from "../../platform/kv.ts";

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

/** What is shown of an address: never all of it. */
export interface ShownAddress {
  readonly host: string;
  /** The last four characters of the address. */
  readonly hint: string;
}

export function shownOf(url: string): ShownAddress {
  return { host: new URL(url).host, hint: url.slice(-4) };
}

/** The chat messages that a webhook has posted about broadcasts, by broadcast. */
export function messagesOf(id: string): KvKey {
  return ["webhooks", "message", id];
}
