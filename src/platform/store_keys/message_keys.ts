import type { KvKey } from "../kv.ts";

/** All webhooks. */
export const WEBHOOK_ENDPOINTS: KvKey = ["webhook", "endpoint"];

/** The webhooks of a key. */
export function webhookPrefix(keyId: string): KvKey {
  return [...WEBHOOK_ENDPOINTS, keyId];
}

/** A webhook of a key. */
export function webhookRecordKey({ keyId, id }: { keyId: string; id: string }): KvKey {
  return [...webhookPrefix(keyId), id];
}

/** Changes with every webhook, like the revisions of credentials. */
export const WEBHOOK_REVISION: KvKey = ["revision", "webhook"];

/** The cursors of all webhooks. */
export const WEBHOOK_CURSORS: KvKey = ["webhook", "cursor"];

/** How far the log was delivered to a webhook, and what waits. */
export function webhookCursorKey(id: string): KvKey {
  return [...WEBHOOK_CURSORS, id];
}

/** The last attempts of a webhook, in slots that are used in turn. */
export function webhookAttemptsPrefix(id: string): KvKey {
  return ["webhook", "attempt", id];
}

/** One slot of the last attempts of a webhook. */
export function webhookAttemptsKey(id: string, slot: number): KvKey {
  return [...webhookAttemptsPrefix(id), slot];
}

/** The chat messages that a webhook has posted about broadcasts. */
export function webhookMessagesPrefix(id: string): KvKey {
  return ["webhook", "message", id];
}

/** The chat message that a webhook has posted about a broadcast. */
export function webhookMessageKey(id: string, broadcast: string): KvKey {
  return [...webhookMessagesPrefix(id), broadcast];
}

/** All troubles that operators were told of. */
export const ALARMS: KvKey = ["alarm"];

/** A trouble that operators were told of. */
export function alarmKey(subject: string): KvKey {
  return [...ALARMS, subject];
}

/** Letters to owners of keys that are to be sent. */
export const DUE_LETTERS: KvKey = ["letter", "due"];

/** A letter to the owner of a key that is to be sent. */
export function dueLetterKey(keyId: string, occasion: string): KvKey {
  return [...DUE_LETTERS, keyId, occasion];
}

/** That a letter to the owner of a key was written; it is never written again. */
export function writtenLetterKey(keyId: string, occasion: string): KvKey {
  return ["letter", "written", keyId, occasion];
}
