import type { Kv, KvEntry } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { credentialKey, feedTokenListKey } from "../../platform/store_keys.ts";
import { createHashedStore, type HashedStore } from "./hashed_store.ts";
import { isLive, type Issued, type KeyRecord } from "./key_store.ts";
import { hintOf, mintId, mintSecret } from "./secret.ts";
import type { SecretHash } from "./secret_hash.ts";

/** How many feed tokens a key may have at a time. */
export const MAX_FEED_TOKENS = 20;

/** Why a key gets no further feed token: it has as many as it may, or it opens nothing itself. */
export type NoFeedToken = "full" | "ended";

/** Feed tokens in the store. */
export interface FeedTokenStore
  extends Pick<HashedStore<FeedTokenRecord>, "find" | "findByDigest" | "slice"> {
  /** Makes a feed token of a key; two that come at once never make one too many. */
  issue(key: KeyRecord, createdAt: number): Promise<Issued<FeedTokenRecord> | NoFeedToken>;
  /** Those of a key that hold as long as it does, oldest first. */
  ofKey(key: KeyRecord): Promise<readonly FeedTokenRecord[]>;
  /** All there are, oldest first, those of keys that have ended too. */
  list(): Promise<FeedTokenRecord[]>;
  /** Deletes a feed token; undefined where there is none. */
  revoke(id: string): Promise<FeedTokenRecord | undefined>;
}

export function createFeedTokenStore(
  { kv, secretHash, random }: { kv: Kv; secretHash: SecretHash; random: Random },
): FeedTokenStore {
  const store = createHashedStore<FeedTokenRecord>(kv, "feed");
  const listOf = (keyId: string) => kv.get<readonly FeedTokenRecord[]>(feedTokenListKey(keyId));

  async function make(key: KeyRecord, createdAt: number): Promise<Made> {
    const [keyEntry, listed] = await kv.getMany<KeyRecord | readonly FeedTokenRecord[]>([
      credentialKey("key", key.digest),
      feedTokenListKey(key.id),
    ]) as [KvEntry<KeyRecord>, KvEntry<readonly FeedTokenRecord[]>];
    // A key that got a new secret meanwhile is no longer under this digest.
    if (keyEntry.value === null || !isLive(keyEntry.value, createdAt)) return "ended";
    const [kept, gone] = partition(listed.value ?? [], key);
    if (kept.length >= MAX_FEED_TOKENS) return "full";
    const { secret, record } = mint(key, createdAt);
    const done = await store.add(record, {
      checks: [keyEntry, listed].map(({ key, version }) => ({ key, version })),
      writes: [{ set: listed.key, value: [...kept, record] }],
      deleted: gone,
    });
    return done ? { record, secret } : undefined;
  }

  function mint({ id: keyId, digest: keyDigest }: KeyRecord, createdAt: number) {
    const secret = mintSecret("F", random);
    const made = { id: mintId("f", random), digest: secretHash(secret), hint: hintOf(secret) };
    return { secret, record: { ...made, keyId, keyDigest, createdAt } };
  }

  return {
    find: store.find,
    findByDigest: store.findByDigest,
    slice: store.slice,
    async issue(key, createdAt) {
      while (true) {
        const made = await make(key, createdAt);
        if (made !== undefined) return made;
      }
    },
    ofKey: async (key) => partition((await listOf(key.id)).value ?? [], key)[0],
    list: async () =>
      (await store.list()).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    async revoke(id) {
      while (true) {
        const record = await store.find(id);
        if (record === undefined) return undefined;
        const { key, value, version } = await listOf(record.keyId);
        const left = (value ?? []).filter((other) => other.id !== id);
        const checks = [{ key, version }];
        if (await store.remove(record, { checks, writes: [{ set: key, value: left }] })) {
          return record;
        }
      }
    },
  };
}

/** Undefined: another change came first. */
type Made = Issued<FeedTokenRecord> | NoFeedToken | undefined;

/** Those that hold as long as the key does, and those of a secret that it had before. */
function partition(records: readonly FeedTokenRecord[], { digest }: KeyRecord) {
  const holds = (record: FeedTokenRecord) => record.keyDigest === digest;
  return [records.filter(holds), records.filter((record) => !holds(record))] as const;
}

/**
 * A token that opens feeds, as it is stored. It holds as long as the secret of its key does: it names
 * the key by the digest, so that nothing has to be written where the key ends or gets a new secret.
 */
export interface FeedTokenRecord {
  /** Names it: `f_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The kind and last four characters. */
  readonly hint: string;
  readonly keyId: string;
  readonly keyDigest: string;
  /** Epoch ms. */
  readonly createdAt: number;
}
