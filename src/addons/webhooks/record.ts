import type { EventKind } from "../../events/event.ts";
import type { KvKey } from "../../platform/kv.ts";
import { WEBHOOK_RECORDS } from "../../platform/store_keys.ts";

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

/** Changes with every webhook. */
export const REVISION: KvKey = ["webhooks", "revision"];

/** The webhooks of a key. */
export function recordsOf(keyId: string): KvKey {
  return [...WEBHOOK_RECORDS, keyId];
}

/** A webhook of a key. */
export function recordKey({ keyId, id }: Pick<WebhookRecord, "keyId" | "id">): KvKey {
  return [...recordsOf(keyId), id];
}

/** The last attempts of a webhook. */
export function attemptsKey(id: string): KvKey {
  return ["webhooks", "attempts", id];
}

/** The chat messages that a webhook has posted about broadcasts. */
export function messagesOf(id: string): KvKey {
  return ["webhooks", "message", id];
}

/** The chat message that a webhook has posted about a broadcast. */
export function messageKey(id: string, broadcast: string): KvKey {
  return [...messagesOf(id), broadcast];
}
