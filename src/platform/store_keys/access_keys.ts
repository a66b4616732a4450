/**
 * This room names all keys of the store; nothing else spells one.
 *
 * @module
 */

import type { KvKey } from "../kv.ts";

/** The kinds of record that are kept by the digest of a secret, or by name. */
export type CredentialKind = typeof CREDENTIAL_KINDS[number];

export const CREDENTIAL_KINDS = ["key", "token", "user", "code", "feed"] as const;

/** All records of one kind of credentials. */
export function credentialPrefix(kind: CredentialKind): KvKey {
  return [kind];
}

/** A credential: keys, tokens, codes and feed tokens by the digest of their secret, users by name. */
export function credentialKey(kind: CredentialKind, name: string): KvKey {
  return [kind, name];
}

/** All digests of one kind of credentials, by the records' ids. */
export function credentialIdPrefix(kind: CredentialKind): KvKey {
  return [`${kind}_id`];
}

/** The digest of the credential with this id. */
export function credentialIdKey(kind: CredentialKind, id: string): KvKey {
  return [...credentialIdPrefix(kind), id];
}

/** Changes with every credential of this kind; a server that has them in memory looks at its version. */
export function revisionKey(kind: CredentialKind): KvKey {
  return ["revision", kind];
}

/** The last changes of the credentials of one kind, by number. */
export function credentialChangesPrefix(kind: CredentialKind): KvKey {
  return ["credential_change", kind];
}

/** A change of credentials of one kind; the same commit sets their revision. */
export function credentialChangeKey(kind: CredentialKind, number: number): KvKey {
  return [...credentialChangesPrefix(kind), number];
}

/** The lists of all keys' feed tokens. */
export const FEED_TOKEN_LISTS: KvKey = ["feed_list"];

/** The feed tokens of a key, by which they are counted. */
export function feedTokenListKey(keyId: string): KvKey {
  return [...FEED_TOKEN_LISTS, keyId];
}

/** The latest applications of all organizations. */
export const TOKEN_ORGANIZATIONS: KvKey = ["token_organization"];

/** The latest application of an organization; `name` without case and accents. */
export function tokenOrganizationKey(name: string): KvKey {
  return [...TOKEN_ORGANIZATIONS, name];
}

/** The mark of the pepper that the digests of the store were made with. */
export const PEPPER_MARK: KvKey = ["pepper_check"];

/** The format of the store; absent in stores that were made before formats had numbers. */
export const STORE_FORMAT: KvKey = ["store_format"];

/** The ticket logs of all accounts. */
export const TICKET_LOGS: KvKey = ["quota"];

/** All ticket logs of an account. */
export function accountPrefix(account: string): KvKey {
  return [...TICKET_LOGS, account];
}

/** The tickets and the checkpoint of one account in one period. */
export function ticketLogPrefix({ account, period }: { account: string; period: string }): KvKey {
  return [...accountPrefix(account), period];
}

/** A ticket of a ticket log, by `<holder>.<number>`. */
export function ticketKey(log: { account: string; period: string }, ticket: string): KvKey {
  return [...ticketLogPrefix(log), ticket];
}

const CHECKPOINT = "!";

/** The checkpoint of a ticket log. It sorts before every ticket, because no holder's name begins with "!". */
export function checkpointKey(log: { account: string; period: string }): KvKey {
  return [...ticketLogPrefix(log), CHECKPOINT];
}

/** Whether a key of a ticket log is that of its checkpoint. */
export function isCheckpoint(key: KvKey): boolean {
  return key.at(-1) === CHECKPOINT;
}

/** A session of the operators' pages that was ended before its time. */
export function endedSessionKey(id: string): KvKey {
  return ["panel", "ended", id];
}

/** A form of the operators' pages that was sent. */
export function sentFormKey(number: string): KvKey {
  return ["panel", "form", number];
}
