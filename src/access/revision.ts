import type { KvKey } from "../platform/kv.ts";

/** The kinds of record that are kept by the digest of a secret, or by name. */
export type CredentialKind = "key" | "token" | "user" | "code";

/** Set by every change of a credential of this kind; whoever keeps them in memory looks at its version. */
export function revisionOf(kind: CredentialKind): KvKey {
  return ["revision", kind];
}
