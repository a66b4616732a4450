import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { Env } from "../../platform/env.ts";
import { revisionKey } from "../../platform/credential_keys.ts";
import { follow } from "../../shared_state/follow.ts";
import type { FeedTokenRecord, FeedTokenStore } from "./feed_token_store.ts";
import { type KeyRecord, type KeyStore, rootOf } from "./key_store.ts";
import { createRecordCache } from "./record_cache.ts";
import type { SecretHash } from "./secret.ts";
import { isLiveToken, type TokenRecord, type TokenStore } from "./token_store.ts";
import type { UserStore } from "./user_store.ts";

/** How soon to read again while nothing was ever loaded. */
const RETRY_MS = 1000;

/**
 * All keys, tokens, feed tokens and users in memory, so that a flood of unknown ones costs the store nothing.
 *
 * What is found comes as a promise only while the table is loading for the first time; it rejects with
 * the refusal `TRY_AGAIN` if the store never answered.
 */
export type CredentialTable = ReturnType<typeof createCredentialTable>;

/**
 * Loads the table and follows changes: by watching, and by reading every `pollMs`, since the watch on
 * a KV file does not see other processes. One load is one read, and what has changed is read again.
 */
export function createCredentialTable(
  deps: Pick<Env, "kv" | "clock" | "log"> & {
    readonly keys: KeyStore;
    readonly tokens: TokenStore;
    readonly users: UserStore;
    readonly feeds: FeedTokenStore;
    readonly secretHash: SecretHash;
    /** How often to look for changes that the watch may not have seen. */
    readonly pollMs: number;
    /** Called with keys that are new or have changed. */
    readonly keysChanged?: (keys: readonly KeyRecord[]) => void;
  },
) {
  const { kv, clock, secretHash, pollMs, keysChanged } = deps;
  const loading = (): Promise<void> => followed.idle();
  const pause = () => new Promise<void>((resolve) => void clock.after(0, resolve));
  const source = { kv, nameFrom: secretHash, pause, now: clock.now };
  const keys = createRecordCache({
    ...source,
    store: deps.keys,
    changed: keysChanged,
    formerOf: (key) => key.former,
  }, loading);
  const tokens = createRecordCache<TokenRecord>({ ...source, store: deps.tokens }, loading);
  const users = createRecordCache(
    { ...source, store: deps.users, nameFrom: (username) => username },
    loading,
  );
  const feeds = createRecordCache<FeedTokenRecord>({ ...source, store: deps.feeds }, loading);

  const caches = [keys, tokens, users, feeds];
  const revisions = caches.map(({ kind }) => revisionKey(kind));
  const isLoaded = () => caches.every((cache) => cache.isLoaded);
  const revision = () => caches.reduce((sum, { reads }) => sum + reads, 0);

  function keyWithId(id: string): MaybeAsync<KeyRecord | undefined> {
    return keys.isLoaded ? keys.ofId(id) : loading().then(() => keys.ofId(id));
  }

  function holderOfFeed({ keyId, keyDigest }: FeedTokenRecord): MaybeAsync<KeyRecord | undefined> {
    return andThen(
      keys.findNamed(keyDigest),
      (key) =>
        key ??
          andThen(
            keyWithId(keyId),
            (key) => key !== undefined && rootOf(key) === keyDigest ? key : undefined,
          ),
    );
  }

  const followed = follow<number>(deps, {
    watch: (changed) => kv.watch(revisions, changed),
    pollMs: () => pollMs,
    retryMs: () => isLoaded() ? pollMs : Math.min(pollMs, RETRY_MS),
    outage: { away: "Cannot read the credentials" },
    async load(before) {
      if (before === undefined) caches.forEach((cache) => cache.forgetRevision());
      const seen = await kv.getMany<string>(revisions);
      await Promise.all(caches.map((cache, index) => cache.refresh(seen[index]!)));
      return revision();
    },
  });

  return {
    /** Resolves when the table was loaded once, or the store did not answer. */
    loaded: followed.sync(),
    /** Whether all of them are in memory. */
    get isLoaded() {
      return isLoaded();
    },
    /** Whether the store answered when it was last asked. */
    state: (): "ok" | "down" => followed.isAway ? "down" : "ok",
    /** The record of a key, revoked and expired ones too. */
    findKey: keys.find,
    /** The record of a priority token that holds. */
    findToken: (secret: string): MaybeAsync<TokenRecord | undefined> =>
      andThen(tokens.find(secret), (token) => token && isLiveToken(token) ? token : undefined),
    /** A feed token whose key, which may have ended, has the secret with which it was made. */
    findFeedToken: (secret: string) =>
      andThen(
        feeds.find(secret),
        (token) => token && andThen(holderOfFeed(token), (key) => key && { token, key }),
      ),
    findUser: users.find,
    /** The key of this id, revoked and expired ones too; undefined if it is not in memory. */
    keyOf: keys.ofId,
    /** All keys in memory, revoked and expired ones too. */
    keys: keys.all,
    /** Looks for changes now: one read, however many ask at once. */
    refresh: () => followed.sync(),
    /** Another number whenever a credential in memory may be another. */
    revision,
    /** How many there are in memory: keys, priority tokens that hold, administrators, feed tokens. */
    counts: () => ({
      keys: keys.size,
      tokens: [...tokens.all()].filter(isLiveToken).length,
      users: users.size,
      feeds: feeds.size,
    }),
    close: () => followed.close(),
  };
}
