import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { credentialKey, revisionKey } from "../../src/platform/credential_keys.ts";
import type { Store } from "../../src/store/store.ts";

/** Keys that one commit makes: far from the limits of a commit. */
const KEYS_PER_COMMIT = 300;

/** The secret of the key of this number. */
export function secretOf(number: number): string {
  return `test-key-${String(number).padStart(9, "0")}`;
}

/** The id of the key of this number. */
export function idOf(number: number): string {
  return `k_${String(number).padStart(12, "0")}`;
}

/** Stores so many keys of the plan `standard`, many by each commit. */
export async function addManyKeys(store: Pick<Store, "kv" | "secretHash">, count: number) {
  for (let first = 0; first < count; first += KEYS_PER_COMMIT) {
    const size = Math.min(KEYS_PER_COMMIT, count - first);
    const keys = Array.from({ length: size }, (_, n) => recordOf(store, first + n));
    await store.kv.commit([], [
      ...keys.map((record) => ({ set: credentialKey("key", record.id), value: record })),
      { set: revisionKey("key"), value: keys[0]!.id },
    ]);
  }
}

function recordOf({ secretHash }: Pick<Store, "secretHash">, number: number): KeyRecord {
  const secret = secretOf(number);
  return {
    id: idOf(number),
    digest: secretHash(secret),
    hint: `J-…${secret.slice(-4)}`,
    owner: `Zoë ${number}`,
    email: `owner-${number}@fans.example`,
    plan: "standard",
    groups: [],
    ips: ["127.0.0.0/8"],
    createdAt: number,
  };
}
