/** The keys of the store that have no file of their own, by what is kept under them. */
import type { KvKey } from "./kv.ts";

/** The format of the store. */
export const STORE_FORMAT: KvKey = ["store_format"];

/** In a snapshot: when it was taken. */
export const SNAPSHOT: KvKey = ["snapshot"];

/** In a store that a copy is being made into, until it is whole. */
export const UNFINISHED_COPY: KvKey = ["unfinished_copy"];

/** What all accounts have used. */
export const COUNTERS: KvKey = ["counter"];

/** What an account has used, by period. */
export function accountCounters(account: string): KvKey {
  return [...COUNTERS, account];
}

/** What an account has used in one period (`2026-07-04` or `2026-07`). */
export function counterKey(account: string, period: string): KvKey {
  return [...accountCounters(account), period];
}

/** The hour in which an administrator last read personal data by a command. */
export function auditReadingKey(user: string, command: string): KvKey {
  return ["audit", "reading", user, command];
}

/** That a key, token or code was forgotten. */
export function forgottenKey(id: string): KvKey {
  return ["forgotten", id];
}

/** Changes whenever somebody is forgotten. */
export const FORGOTTEN_REVISION: KvKey = ["revision", "forgotten"];

/** That the end of the service, at this instant (UTC), was announced, and when. */
export function announcedSunsetKey(on: string): KvKey {
  return ["logged", "sunset", on];
}

/** All webhooks. */
export const WEBHOOKS: KvKey = ["webhook", "endpoint"];

/** The webhooks of a key. */
export function webhookPrefix(keyId: string): KvKey {
  return [...WEBHOOKS, keyId];
}

/** A webhook of a key. */
export function webhookRecordKey({ keyId, id }: { keyId: string; id: string }): KvKey {
  return [...WEBHOOKS, keyId, id];
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

/** All alarms that were sent to operators. */
export const ALARMS: KvKey = ["alarm"];

/** An alarm that was sent to operators. */
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
