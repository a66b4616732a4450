import type { Kv } from "../../platform/kv.ts";
import { createHashedStore, hashedNaming, type HashedRecord } from "./hashed_store.ts";

/**
 * A secret that a key had before its last one, and that still opens what the key opens. The key's record
 * has the new digest alone, so that earlier programs refuse the former secret.
 */
export interface FormerSecret extends HashedRecord {
  /** The id of its key: a key has one former secret at a time. */
  readonly id: string;
  /** The digest of the secret that followed it: it ends at once when the key gets another one. */
  readonly keyDigest: string;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** Former secrets in the store, by their digests and by their keys; rotations write them. */
export type FormerSecretStore = ReturnType<typeof createFormerSecretStore>;

export function createFormerSecretStore(kv: Kv) {
  const naming = hashedNaming<FormerSecret>("former_secret", ({ endsAt }) => endsAt);
  const { kind, nameOf, idOf, slice, find, findByName } = createHashedStore(kv, naming);
  return { kind, nameOf, idOf, slice, find, findByName };
}
