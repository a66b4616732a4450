import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import type { Digest } from "./digest.ts";
import type { KeyRecord } from "./key_record.ts";
import { type KeyStore, REVISION } from "./key_store.ts";

/** All keys in memory, so that a flood of unknown ones costs the store nothing. */
export interface KeyTable {
  /** The record of a key; a promise only while the table is loading for the first time. */
  find(secret: string): KeyRecord | undefined | Promise<KeyRecord | undefined>;
  /** Whether the store answered when it was last asked. */
  state(): "ok" | "down";
  /** Resolves when the table was loaded once. */
  readonly loaded: Promise<void>;
  close(): void;
}

/** How many look-ups may go to the store while the table is not there yet. */
const COLD_LOOKUPS = 50;

/**
 * Loads the table and follows changes: by watching, and by looking every `pollMs`, since the watch
 * on a KV file does not see other processes.
 */
export function createKeyTable(
  { kv, store, digest, clock, log, pollMs }: {
    kv: Kv;
    store: KeyStore;
    digest: Digest;
    clock: Clock;
    log: Log;
    pollMs: number;
  },
): KeyTable {
  let byDigest: Map<string, KeyRecord> | undefined;
  // Keys that have proved themselves are known by their own text until the table changes: looking
  // them up costs no hash, which is a sixth of a small answer's whole time.
  let proven = new Map<string, KeyRecord>();
  let version: string | null | undefined;
  let coldLookups = 0;
  let state: "ok" | "down" = "ok";
  let closed = false;
  let loading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const current = (await kv.get(REVISION)).version;
    if (current === version) return;
    const keys = await store.list();
    byDigest = new Map(keys.map((key) => [key.digest, key]));
    proven = new Map();
    version = current;
  }

  async function attempt(): Promise<void> {
    try {
      await refresh();
      state = "ok";
    } catch (error) {
      if (state === "ok") log.warn("Cannot read the key table", { error: String(error) });
      state = "down";
    }
  }

  function refreshOnce(): Promise<void> {
    loading ??= attempt().finally(() => loading = undefined);
    return loading;
  }

  function prove(secret: string, keys: Map<string, KeyRecord>): KeyRecord | undefined {
    const key = keys.get(digest(secret));
    if (key !== undefined) proven.set(secret, key);
    return key;
  }

  let cancelPoll = () => {};
  function poll(): void {
    cancelPoll = clock.after(pollMs, () => refreshOnce().finally(() => closed || poll()));
  }

  const unwatch = kv.watch([REVISION], () => closed || refreshOnce());
  const loaded = refreshOnce();
  poll();

  return {
    loaded,
    state: () => state,
    find(secret) {
      const known = proven.get(secret);
      if (known !== undefined) return known;
      if (byDigest !== undefined) return prove(secret, byDigest);
      if (coldLookups++ < COLD_LOOKUPS) return store.findByDigest(digest(secret));
      return loaded.then(() => byDigest?.get(digest(secret)));
    },
    close() {
      closed = true;
      cancelPoll();
      unwatch();
    },
  };
}
