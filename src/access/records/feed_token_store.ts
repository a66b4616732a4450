import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { KvEntry } from "../../platform/kv.ts";
import { credentialKey, feedTokenListKey } from "../../platform/credential_keys.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { createHashedStore, hashedNaming } from "./hashed_store.ts";
import { isLive, type Issued, type KeyRecord, rootOf } from "./key_store.ts";
import { mintHashed, mintId, type SecretDeps } from "./secret.ts";

/**
 * A token that opens feeds, as it is stored. It holds as long as the secret of its key does, and those
 * that follow it without an end at once: it names the key by the first one's digest, so that nothing has
 * to be written when the key ends or gets a new secret.
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

/** How many feed tokens a key may have at a time. */
export const MAX_FEED_TOKENS = 20;

/** Why a key gets no further feed token: it has as many as it may, or it opens nothing itself. */
type NoFeedToken = "full" | "ended";

/** Feed tokens in the store. */
export type FeedTokenStore = ReturnType<typeof createFeedTokenStore>;

export function createFeedTokenStore(deps: SecretDeps) {
  const { kv, random } = deps;
  const naming = hashedNaming<FeedTokenRecord>("feed", ({ createdAt }) => createdAt);
  // A token is on the list of its key as well: the store's own changes are for here alone.
  const { add, remove, update: _, ...store } = createHashedStore(kv, naming);
  const listOf = (keyId: string) => kv.get<readonly FeedTokenRecord[]>(feedTokenListKey(keyId));

  /** Undefined: another change came first. */
  async function make(
    key: KeyRecord,
    createdAt: number,
  ): Promise<Issued<FeedTokenRecord> | NoFeedToken | undefined> {
    const [keyEntry, listed] = await kv.getMany<KeyRecord | readonly FeedTokenRecord[]>([
      credentialKey("key", key.digest),
      feedTokenListKey(key.id),
    ]) as [KvEntry<KeyRecord>, KvEntry<readonly FeedTokenRecord[]>];
    // A key that got a new secret meanwhile is no longer under this digest.
    if (keyEntry.value === null || !isLive(keyEntry.value, createdAt)) return "ended";
    const [kept, gone] = partition(listed.value ?? [], key);
    if (kept.length >= MAX_FEED_TOKENS) return "full";
    const { secret, ...made } = mintHashed("F", deps);
    const owner = { keyId: key.id, keyDigest: rootOf(key) };
    const record = { id: mintId("f", random), ...made, ...owner, createdAt };
    const done = await add(record, {
      checks: [keyEntry, listed].map(({ key, version }) => ({ key, version })),
      writes: [{ set: listed.key, value: [...kept, record] }],
      deleted: gone,
    });
    return done ? { record, secret } : undefined;
  }

  return {
    ...store,
    /** Creates a feed token of a key; two that come at once never make one too many. */
    async issue(key: KeyRecord, createdAt: number): Promise<Issued<FeedTokenRecord> | NoFeedToken> {
      while (true) {
        const made = await make(key, createdAt);
        if (made !== undefined) return made;
      }
    },
    /** Those of a key that hold as long as it does, oldest first. */
    async ofKey(key: KeyRecord): Promise<readonly FeedTokenRecord[]> {
      return partition((await listOf(key.id)).value ?? [], key)[0];
    },
    /** All of a key, also those of a secret that it had before, oldest first. */
    async listOf(keyId: string): Promise<readonly FeedTokenRecord[]> {
      return (await listOf(keyId)).value ?? [];
    },
    /** Deletes a feed token; undefined if there is none. */
    async revoke(id: string): Promise<FeedTokenRecord | undefined> {
      while (true) {
        const record = await store.find(id);
        if (record === undefined) return undefined;
        const { key, value, version } = await listOf(record.keyId);
        const left = (value ?? []).filter((other) => other.id !== id);
        const checks = [{ key, version }];
        if (await remove(record, { checks, writes: [{ set: key, value: left }] })) return record;
      }
    },
  };
}

/** Those that hold as long as the key does, and those of a secret that it had before. */
function partition(records: readonly FeedTokenRecord[], key: KeyRecord) {
  const holds = ({ keyDigest }: FeedTokenRecord) => keyDigest === rootOf(key);
  return [records.filter(holds), records.filter((record) => !holds(record))] as const;
}

/** How fast a key may read and change its feed tokens, since each costs the store something. */
const RATE = { per_second: 1, burst: 20 };

/**
 * What a key may do with its own feed tokens. All of it throws `RATE_LIMITED` if the key is too fast,
 * and `TRY_AGAIN` if the store is out of reach.
 */
export type OwnFeedTokens = ReturnType<typeof createOwnFeedTokens>;

export function createOwnFeedTokens({ feeds, credentials, clock }: {
  readonly feeds: FeedTokenStore;
  /** A change is known here before it is answered. */
  readonly credentials: { refresh(): Promise<void> };
  readonly clock: Clock;
}) {
  const rates = createRateLimiter(clock);

  async function limited<T>(key: KeyRecord, work: () => Promise<T>): Promise<T> {
    const waitMs = rates.take(key.id, RATE);
    if (waitMs > 0) throw tooMany(waitMs);
    try {
      return await work();
    } catch {
      throw tryAgain();
    }
  }

  return {
    /** @throws {HttpError} `LIMIT_REACHED`, or `INVALID_CREDENTIALS` if the key has ended meanwhile */
    async issue(key: KeyRecord): Promise<Issued<FeedTokenRecord>> {
      const issued = await limited(key, () => feeds.issue(key, clock.now()));
      if (issued === "ended") throw new HttpError("INVALID_CREDENTIALS");
      if (issued === "full") throw limitReached();
      await credentials.refresh();
      return issued;
    },
    list: (key: KeyRecord): Promise<readonly FeedTokenRecord[]> =>
      limited(key, () => feeds.ofKey(key)),
    /** @throws {HttpError} `NOT_FOUND` if the key has none of this id */
    async revoke(key: KeyRecord, id: string): Promise<void> {
      const isRevoked = await limited(key, async () => {
        const isOwn = (await feeds.ofKey(key)).some((token) => token.id === id);
        return isOwn && await feeds.revoke(id) !== undefined;
      });
      if (!isRevoked) throw new HttpError("NOT_FOUND");
      await credentials.refresh();
    },
  };
}

function limitReached(): HttpError {
  const hint =
    `A key has at most ${MAX_FEED_TOKENS} feed tokens; DELETE /v1/key/feeds/{id} ends one`;
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}
