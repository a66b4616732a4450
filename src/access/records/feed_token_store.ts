import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { KvEntry } from "../../platform/kv.ts";
import { credentialKey, feedTokenListKey } from "../../platform/credential_keys.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { isLive, type Issued, type KeyRecord } from "./key_store.ts";
import { createRecords } from "./records.ts";
import { mintHashed, mintId, type SecretDeps } from "./secret.ts";

/**
 * A token that opens feeds, as it is stored. It holds as long as its key does, until a generation of the
 * key's feed tokens ends.
 */
export interface FeedTokenRecord {
  /** Names it: `f_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The kind and last four characters. */
  readonly hint: string;
  readonly keyId: string;
  /** That of its key when it was made. */
  readonly generation: number;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** How many feed tokens a key may have at a time. */
export const MAX_FEED_TOKENS = 20;

/** Why a key gets no further feed token: it has as many as it may, or it opens nothing itself. */
type NoFeedToken = "full" | "ended";

/** Whether a feed token holds as long as this key does. */
export function isFeedTokenOf(token: FeedTokenRecord, key: KeyRecord): boolean {
  return token.keyId === key.id && token.generation === (key.feedGeneration ?? 0);
}

/** Feed tokens in the store, each also on the list of its key. */
export interface FeedTokenStore {
  list(): Promise<FeedTokenRecord[]>;
  find(id: string): Promise<FeedTokenRecord | undefined>;
  /** Creates a feed token of a key; two that come at once never make one too many. */
  issue(key: KeyRecord, createdAt: number): Promise<Issued<FeedTokenRecord> | NoFeedToken>;
  /** Those of a key that hold as long as it does, oldest first. */
  ofKey(key: KeyRecord): Promise<readonly FeedTokenRecord[]>;
  /** All of a key, also those of an ended generation, oldest first. */
  listOf(keyId: string): Promise<readonly FeedTokenRecord[]>;
  /** Deletes a feed token; undefined if there is none. */
  revoke(id: string): Promise<FeedTokenRecord | undefined>;
}

export function createFeedTokenStore(deps: SecretDeps): FeedTokenStore {
  const { kv, random } = deps;
  const { add, list, find, update } = createRecords<FeedTokenRecord>(
    kv,
    "feed",
    ({ createdAt }) => createdAt,
  );
  const listEntry = (keyId: string) => kv.get<readonly FeedTokenRecord[]>(feedTokenListKey(keyId));
  const listOf = async (keyId: string) => (await listEntry(keyId)).value ?? [];

  /** Undefined: another change came first. */
  async function make(
    keyId: string,
    createdAt: number,
  ): Promise<Issued<FeedTokenRecord> | NoFeedToken | undefined> {
    const [keyEntry, listed] = await kv.getMany<KeyRecord | readonly FeedTokenRecord[]>([
      credentialKey("key", keyId),
      feedTokenListKey(keyId),
    ]) as [KvEntry<KeyRecord>, KvEntry<readonly FeedTokenRecord[]>];
    const key = keyEntry.value;
    if (key === null || !isLive(key, createdAt)) return "ended";
    const [kept, gone] = partition(listed.value ?? [], key);
    if (kept.length >= MAX_FEED_TOKENS) return "full";
    const { secret, ...made } = mintHashed("F", deps);
    const generation = key.feedGeneration ?? 0;
    const record = { id: mintId("f", random), ...made, keyId, generation, createdAt };
    const done = await add(record, {
      checks: [keyEntry, listed].map(({ key, version }) => ({ key, version })),
      writes: [
        { set: listed.key, value: [...kept, record] },
        ...gone.map(({ id }) => ({ delete: credentialKey("feed", id) })),
      ],
    });
    return done ? { record, secret } : undefined;
  }

  return {
    list,
    find,
    async issue(key, createdAt) {
      while (true) {
        const made = await make(key.id, createdAt);
        if (made !== undefined) return made;
      }
    },
    ofKey: async (key) => partition(await listOf(key.id), key)[0],
    listOf,
    revoke: (id) =>
      update(id, () => undefined, async ({ keyId }) => {
        const { key, value, version } = await listEntry(keyId);
        const left = (value ?? []).filter((other) => other.id !== id);
        return { checks: [{ key, version }], writes: [{ set: key, value: left }] };
      }),
  };
}

/** Those that hold as long as the key does, and those of an ended generation. */
function partition(records: readonly FeedTokenRecord[], key: KeyRecord) {
  const holds = (record: FeedTokenRecord) => isFeedTokenOf(record, key);
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
