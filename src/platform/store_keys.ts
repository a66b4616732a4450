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

/** All webhooks, by key and id: commands that change one are on record. */
export const WEBHOOK_RECORDS: KvKey = ["webhooks", "record"];
