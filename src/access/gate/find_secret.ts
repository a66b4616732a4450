import type { Credentials, CredentialTable } from "../records/credential_table.ts";
import type { KeyRecord } from "../records/key_store.ts";
import { isMistyped, type SecretHash } from "../records/secret.ts";
import { isLiveToken, type TokenRecord } from "../records/token_store.ts";

/** Finds what secrets open, in memory. */
export interface FindSecret {
  /**
   * Undefined once the credentials were loaded; before that nothing is found. Resolves when they are, and
   * rejects with `TRY_AGAIN` after 2 s.
   */
  ready(): Promise<void> | undefined;
  /** The record of a key, ended ones too. */
  findKey(secret: string): KeyRecord | undefined;
  /** The record of a priority token that holds. */
  findToken(secret: string): TokenRecord | undefined;
}

/**
 * Creates the search by secrets. The digest of a secret that opened something is remembered by its text
 * until the credentials are loaded anew: to make it again would take a sixth of a small answer's time.
 */
export function createFindSecret(credentials: Credentials, secretHash: SecretHash): FindSecret {
  const proven = new Map<string, string>();
  let revision = credentials.revision();

  function find<R>(table: CredentialTable<R>, secret: string): R | undefined {
    if (revision !== credentials.revision()) {
      revision = credentials.revision();
      proven.clear();
    }
    const known = proven.get(secret);
    // Guesses are cheaper to refuse than to hash.
    if (known === undefined && isMistyped(secret)) return undefined;
    const digest = known ?? secretHash(secret);
    const record = table.byDigest(digest);
    if (record !== undefined) proven.set(secret, digest);
    return record;
  }

  return {
    ready: credentials.ready,
    findKey: (secret) => find(credentials.keys, secret),
    findToken(secret) {
      const token = find(credentials.tokens, secret);
      return token && isLiveToken(token) ? token : undefined;
    },
  };
}
