/** The keys of the store for credentials, and for those who sign up for one. */
import type { KvKey } from "./kv.ts";

/** The kinds of record that hold the digest of a secret. */
export type CredentialKind = "key" | "token" | "user" | "code";

/** All records of one kind of credentials. */
export function credentialPrefix(kind: CredentialKind): KvKey {
  return [kind];
}

/** A credential by its id; users by name. */
export function credentialKey(kind: CredentialKind, id: string): KvKey {
  return [kind, id];
}

/** Changes with every credential of this kind; a server that has them in memory reads its version. */
export function revisionKey(kind: CredentialKind): KvKey {
  return ["revision", kind];
}

/** How many letters were asked for in a window of time; `subject` is a digest. */
export function signupCountKey(subject: string, window: string): KvKey {
  return ["signup_count", subject, window];
}

/** That a link of a letter was used, by its digest. */
export function usedLinkKey(digest: string): KvKey {
  return ["signup_link", digest];
}

/** The key of an e-mail that has signed up, by its digest. */
export function signupEmailKey(digest: string): KvKey {
  return ["signup_email", digest];
}

/** The latest application of an organization; `name` without case and accents. */
export function tokenOrganizationKey(name: string): KvKey {
  return ["token_organization", name];
}

/** The mark of the pepper that the digests of the store were made with. */
export const PEPPER_MARK: KvKey = ["pepper_check"];
