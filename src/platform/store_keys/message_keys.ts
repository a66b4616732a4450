import type { KvKey } from "../kv.ts";

/** All webhooks of the formats `standard` and `discord`. */
const WEBHOOK_ENDPOINTS: KvKey = ["webhook", "endpoint"];
/** All webhooks of the format `ntfy`: an earlier program would send them Discord's messages. */
const NTFY_WEBHOOKS: KvKey = ["webhook", "ntfy"];

/** All webhooks. */
export const WEBHOOK_PREFIXES: readonly KvKey[] = [WEBHOOK_ENDPOINTS, NTFY_WEBHOOKS];

/** The webhooks of a key. */
export function webhookPrefixes(keyId: string): KvKey[] {
  return WEBHOOK_PREFIXES.map((prefix) => [...prefix, keyId]);
}

/** A webhook of a key. */
export function webhookRecordKey(
  { keyId, id, format }: { keyId: string; id: string; format: string },
): KvKey {
  return [...(format === "ntfy" ? NTFY_WEBHOOKS : WEBHOOK_ENDPOINTS), keyId, id];
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
