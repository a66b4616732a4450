import { readChangedIds } from "./change_rows.ts";
import type { Env } from "../../platform/env.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { FeedTokenRecord, FeedTokenStore } from "./feed_token_store.ts";
import type { SecretHash } from "./secret_hash.ts";
import type { KeyRecord } from "./key_store.ts";
import type { KeyStore } from "./key_store.ts";
import { type CredentialKind, revisionKey } from "../../platform/store_keys.ts";
import type { HashedRecord, HashedStore } from "./hashed_store.ts";
import { follow } from "../../shared_state/follow.ts";
import { createRecordCache } from "./record_cache.ts";
import { isLiveToken, type TokenRecord } from "./token_store.ts";
import type { TokenStore } from "./token_store.ts";
import type { UserRecord, UserStore } from "./user_store.ts";

type Found<R> = R | undefined | Promise<R | undefined>;
type FoundStore<R extends HashedRecord> = Pick<HashedStore<R>, "slice" | "find" | "findByDigest">;

/** A feed token and its key, which may have ended. */
export interface KeyedFeedToken {
  readonly token: FeedTokenRecord;
  readonly key: KeyRecord;
}

/**
 * All keys, tokens, feed tokens and users in memory, so that a flood of unknown ones costs the store nothing.
 *
 * What is found comes as a promise only while the table is loading for the first time; it rejects with
 * the refusal `TRY_AGAIN` where the store never answered.
 */
export interface CredentialTable {
  /** The record of a key, revoked and expired ones too. */
  findKey(secret: string): Found<KeyRecord>;
  /** The record of a priority token that holds. */
  findToken(secret: string): Found<TokenRecord>;
  /** A feed token whose key has the secret with which it was made. */
  findFeedToken(secret: string): Found<KeyedFeedToken>;
  findUser(username: string): Found<UserRecord>;
  /** The key of this id, revoked and expired ones too; undefined where it is not in memory. */
  keyOf(id: string): KeyRecord | undefined;
  /** All keys in memory, revoked and expired ones too. */
  keys(): Iterable<KeyRecord>;
  /** Looks for changes now: one read, however many ask at once. */
  refresh(): Promise<void>;
  /** How many there are in memory: keys, priority tokens that hold, administrators, feed tokens. */
  counts(): {
    readonly keys: number;
    readonly tokens: number;
    readonly users: number;
    readonly feeds: number;
  };
  /** Another number whenever a credential in memory may be another. */
  revision(): number;
  /** Whether all of them are in memory. */
  readonly isLoaded: boolean;
  /** Whether the store answered when it was last asked. */
  state(): "ok" | "down";
  /** Resolves when the table was loaded once, or the store did not answer. */
  readonly loaded: Promise<void>;
  close(): void;
}

export interface CredentialTableDeps extends Pick<Env, "kv" | "clock" | "log"> {
  readonly keys: KeyStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly feeds: FeedTokenStore;
  readonly secretHash: SecretHash;
  /** How often to look for changes that the watch may not have seen. */
  readonly pollMs: number;
  /** Called with keys that are new or have changed. */
  readonly keysChanged?: (keys: readonly KeyRecord[]) => void;
}

/** How soon to look again while nothing was ever loaded. */
const RETRY_MS = 1000;

/**
 * Loads the table and follows changes: by watching, and by looking every `pollMs`, since the watch on
 * a KV file does not see other processes. One look is one read, and what has changed is read again.
 */
export function createCredentialTable(deps: CredentialTableDeps): CredentialTable {
  const { kv, pollMs } = deps;
  const caches = createRecordCaches(deps, () => followed.idle());
  const { keys, tokens, users, feeds } = caches;
  const kinds = Object.values(caches);
  const revisions = kinds.map(({ kind }) => revisionKey(kind));
  const isLoaded = () => kinds.every((cache) => cache.isLoaded);

  const revision = () => kinds.reduce((sum, { reads }) => sum + reads, 0);

  const followed = follow<number>(deps, {
    watch: (changed) => kv.watch(revisions, changed),
    pollMs: () => pollMs,
    retryMs: () => isLoaded() ? pollMs : Math.min(pollMs, RETRY_MS),
    outage: { away: "Cannot read the credentials" },
    async load() {
      const seen = await kv.getMany<string>(revisions);
      await Promise.all(kinds.map((cache, place) => cache.refresh(seen[place]!)));
      return revision();
    },
  });
  const loaded = followed.sync();

  return {
    loaded,
    get isLoaded() {
      return isLoaded();
    },
    state: () => followed.isAway ? "down" : "ok",
    findKey: keys.find,
    findToken: (secret) => andThen(tokens.find(secret), liveToken),
    findFeedToken: (secret) =>
      andThen(
        feeds.find(secret),
        (token) =>
          token && andThen(keys.findNamed(token.keyDigest), (key) => key && { token, key }),
      ),
    findUser: users.find,
    keyOf: keys.ofId,
    keys: keys.all,
    refresh: () => followed.sync(),
    revision,
    counts: () => ({
      keys: keys.size,
      tokens: [...tokens.all()].filter(isLiveToken).length,
      users: users.size,
      feeds: feeds.size,
    }),
    close: () => followed.close(),
  };
}

/** The caches of keys, tokens, users and feed tokens; `underWay` is the look at the store that may fill them. */
function createRecordCaches(deps: CredentialTableDeps, underWay: () => Promise<void>) {
  const { kv, secretHash, clock } = deps;
  const common = (kind: CredentialKind) => ({
    kind,
    pause: () => new Promise<void>((resolve) => void clock.after(0, resolve)),
    changedIds: (from: string, to: string) => readChangedIds(kv, kind, from, to),
  });
  const hashed = <R extends HashedRecord>(kind: CredentialKind, store: FoundStore<R>) => ({
    ...common(kind),
    slice: store.slice,
    nameOf: (record: R) => record.digest,
    nameFrom: secretHash,
    idOf: ({ id }: R) => id,
    lookUp: store.findByDigest,
    lookUpId: store.find,
  });
  const { keysChanged } = deps;
  const keys = { ...hashed("key", deps.keys), ...(keysChanged && { changed: keysChanged }) };
  const users = {
    ...common("user"),
    slice: deps.users.slice,
    nameOf: (user: UserRecord) => user.username,
    nameFrom: (username: string) => username,
    idOf: (user: UserRecord) => user.username,
    lookUp: deps.users.find,
    lookUpId: deps.users.find,
  };
  return {
    keys: createRecordCache(keys, underWay),
    tokens: createRecordCache(hashed("token", deps.tokens), underWay),
    users: createRecordCache(users, underWay),
    feeds: createRecordCache(hashed("feed", deps.feeds), underWay),
  };
}

function liveToken(token: TokenRecord | undefined): TokenRecord | undefined {
  return token && isLiveToken(token) ? token : undefined;
}
