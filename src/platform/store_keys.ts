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

/** All chunks of the audit, by the number of their first use. */
export const AUDIT_CHUNKS: KvKey = ["audit", "chunk"];

/** The chunk of the audit whose first use has the number `first`. */
export function auditChunkKey(first: number): KvKey {
  return [...AUDIT_CHUNKS, first];
}

/** The sealed end of the audit. */
export const AUDIT_HEAD: KvKey = ["audit", "head"];

/** The sealed number up to which retention has dropped uses. */
export const AUDIT_ANCHOR: KvKey = ["audit", "anchor"];

/** The cursors of all sinks. */
export const AUDIT_CURSORS: KvKey = ["audit", "cursor"];

/** How far a sink has posted the audit. */
export function auditCursorKey(sink: string): KvKey {
  return [...AUDIT_CURSORS, sink];
}

/** The memory that a sink has of a token. */
export function knownTokenKey(sink: string, token: string): KvKey {
  return ["audit", "known", sink, token];
}

/** The hour in which an administrator last read personal data by a command. */
export function auditReadingKey(user: string, command: string): KvKey {
  return ["audit", "reading", user, command];
}

/** A person's fields of the entries about `subject` in the chunk whose first entry has the number `first`. */
export function personKey(subject: string, first: number): KvKey {
  return [...personPrefix(subject), first];
}

/** A person's fields of all entries about `subject`. */
export function personPrefix(subject: string): KvKey {
  return ["person", subject];
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

/** Rotations by owners of keys, about which they are to be written. */
export const DUE_LETTERS: KvKey = ["letters", "due"];

/** The rotation of a key at an instant (epoch ms). */
export function dueLetterKey(keyId: string, at: number): KvKey {
  return [...DUE_LETTERS, keyId, at];
}
