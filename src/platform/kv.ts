/** A path in the store, from general to particular: `["log", "event", "piece", 7]`. */
export type KvKey = readonly (string | number)[];

/** One stored value and the version it has; both are null where nothing is stored. */
export interface KvEntry<T = unknown> {
  readonly key: KvKey;
  readonly value: T | null;
  /** Grows with every commit; sorts as text in commit order. */
  readonly version: string | null;
}

/** "The entry still has this version"; null: "there is still no such entry". */
export interface KvCheck {
  readonly key: KvKey;
  readonly version: string | null;
}

/** One change of a commit. A value takes at most 64 KiB. */
export type KvWrite =
  | { readonly set: KvKey; readonly value: unknown; readonly expireInMs?: number }
  | { readonly delete: KvKey };

/** What a value that goes holds itself: no engine tells when an entry goes, and a copy has to know. */
export interface Passing {
  /** Epoch ms. */
  readonly storedUntil: number;
}

/** The write of a value that goes at an instant (epoch ms); every write with an end is made here. */
export function setUntil(key: KvKey, value: object, storedUntil: number, now: number): KvWrite {
  const expireInMs = Math.max(1, storedUntil - now);
  return { set: key, value: { ...value, storedUntil } satisfies Passing, expireInMs };
}

/** Which entries of a prefix, and how many. */
export interface KvListOptions {
  /** At most this many entries, 1,000 at the most, so that the list is one snapshot. Default 1,000. */
  readonly limit?: number;
  /** Only keys that sort after this one (before it, when `reverse`). */
  readonly after?: KvKey;
  /** Last key first. */
  readonly reverse?: boolean;
}

/**
 * Receives that a watched key may have changed. `isOtherDatabase`: the store goes on in another database,
 * which may lack what the former one had answered: nothing holds that was read before.
 */
export type KvChanged = (isOtherDatabase?: boolean) => void;

/** The store cannot be reached or used; the message is the driver's, whose error is the cause. */
export class StoreError extends Error {
  override name = "StoreError";
}

/**
 * The durable store: strongly consistent, ordered by key, with compare-and-set commits.
 *
 * Every method rejects with a {@linkcode StoreError} where the store cannot be reached or used; a
 * rejected {@linkcode Kv.commit} may have happened all the same (its reply can be lost).
 */
export interface Kv {
  get<T>(key: KvKey): Promise<KvEntry<T>>;
  /** At most 10 keys, one snapshot; {@linkcode getAll} takes more. */
  getMany<T>(keys: readonly KvKey[]): Promise<KvEntry<T>[]>;
  /** The entries strictly below `prefix`, in key order, as one snapshot. */
  list<T>(prefix: KvKey, options?: KvListOptions): Promise<KvEntry<T>[]>;
  /** Applies all writes or none; the new version, or null where a check did not hold. */
  commit(checks: readonly KvCheck[], writes: readonly KvWrite[]): Promise<string | null>;
  /** Calls `changed` whenever one of the keys may have changed; the returned function ends it. */
  watch(keys: readonly KvKey[], changed: KvChanged): () => void;
  close(): void;
}

/**
 * All entries below `prefix` that sort after `after`, in key order (last key first and before it, when
 * `reverse`), read in batches of `limit`, by default 1,000, each a snapshot of its own.
 */
export async function* listAll<T>(
  kv: Kv,
  prefix: KvKey,
  { limit = 1000, after, reverse = false }: KvListOptions = {},
): AsyncGenerator<KvEntry<T>> {
  while (true) {
    const batch = await kv.list<T>(prefix, { limit, reverse, ...(after && { after }) });
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < limit) return;
    after = last.key;
  }
}

/** How many keys {@linkcode Kv.getMany} takes. */
const MAX_KEYS = 10;

/** The entries of any number of keys, in their order; every ten are a snapshot of their own. */
export async function getAll<T>(
  kv: Pick<Kv, "getMany">,
  keys: readonly KvKey[],
): Promise<KvEntry<T>[]> {
  const found: KvEntry<T>[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    found.push(...await kv.getMany<T>(keys.slice(start, start + MAX_KEYS)));
  }
  return found;
}
