import { type BackOff, fullJitterMs } from "../toolbox/back_off.ts";
import {
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvListOptions,
  type KvWrite,
  StoreError,
} from "./kv.ts";

const LOCK_RETRIES = 200;
const LOCK_BACK_OFF: BackOff = { firstMs: 2, maxMs: 20 };
/** What the runtime reads at once, as one snapshot. */
const MAX_BATCH = 1000;

/**
 * Opens Deno KV: a file path, the URL of a KV Connect server, or `undefined` for the platform's own
 * store. Processes that share a file meet SQLite's lock; opening and committing retry it, bounded.
 *
 * @throws {StoreError} where it cannot be opened
 */
export async function openDenoKv(path: string | undefined): Promise<Kv> {
  const isFile = path !== undefined && !/^https?:/.test(path);
  return wrap(await retryLocked(() => Deno.openKv(path)), isFile ? createTurns() : atOnce);
}

function wrap(db: Deno.Kv, inTurn: Order): Kv {
  let isOpen = true;
  return {
    get: async <T>(key: KvKey) =>
      await retryLocked(async () => entry(await db.get<T>(mutable(key)))).catch((error) => {
        // Callers ask for any id; what cannot be stored is not there.
        if (!/^Key too large/.test(error.message)) throw error;
        return { key, value: null, version: null };
      }),
    getMany: async <T>(keys: readonly KvKey[]) =>
      (await retryLocked(() => db.getMany<T[]>(keys.map(mutable)))).map((found) => entry<T>(found)),
    list: <T>(prefix: KvKey, options: KvListOptions = {}) =>
      retryLocked(() => list<T>(db, prefix, options)),
    commit: (checks, writes) => inTurn(() => retryLocked(() => commit(db, checks, writes))),
    watch: (keys, changed) => watch(db, keys, changed),
    close() {
      if (isOpen) db.close();
      isOpen = false;
    },
  };
}

async function list<T>(db: Deno.Kv, prefix: KvKey, options: KvListOptions): Promise<KvEntry<T>[]> {
  const { limit = 1000, after, reverse = false } = options;
  const found: KvEntry<T>[] = [];
  // The runtime reads and decodes a whole batch, however few of it are asked for.
  const batchSize = Math.min(limit, MAX_BATCH);
  const rows = db.list<T>(selector(prefix, after, reverse), { limit, reverse, batchSize });
  for await (const row of rows) found.push(entry(row));
  return found;
}

function selector(prefix: KvKey, after: KvKey | undefined, reverse: boolean): Deno.KvListSelector {
  if (after === undefined) return { prefix: mutable(prefix) };
  // `start` is inclusive and `end` exclusive; the least key above `after` is `after` with one more part.
  return reverse
    ? { prefix: mutable(prefix), end: mutable(after) }
    : { prefix: mutable(prefix), start: [...after, new Uint8Array()] };
}

async function commit(
  db: Deno.Kv,
  checks: readonly KvCheck[],
  writes: readonly KvWrite[],
): Promise<string | null> {
  const atomic = db.atomic();
  for (const { key, version } of checks) atomic.check({ key: mutable(key), versionstamp: version });
  for (const write of writes) {
    if ("delete" in write) atomic.delete(mutable(write.delete));
    else atomic.set(mutable(write.set), write.value, expiry(write.expireInMs));
  }
  const result = await atomic.commit();
  return result.ok ? result.versionstamp : null;
}

function watch(db: Deno.Kv, keys: readonly KvKey[], changed: () => void): () => void {
  const reader = db.watch(keys.map(mutable)).getReader();
  const follow = async () => {
    while (!(await reader.read()).done) changed();
  };
  // A watch that breaks is not an error of the caller: its callers also poll.
  follow().catch(() => {});
  return () => void reader.cancel().catch(() => {});
}

/** When an action runs that is one of several. */
type Order = <T>(action: () => Promise<T>) => Promise<T>;

function atOnce<T>(action: () => Promise<T>): Promise<T> {
  return action();
}

/**
 * Runs one action after the other. A file has one writer at a time: where all commits of a process ask for
 * its lock, each process asks as often as it has commits, and some commits never get it.
 */
function createTurns(): Order {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const run = last.then(action);
    last = run.catch(() => {});
    return run;
  };
}

/**
 * Runs `action` again while another process holds SQLite's lock: full jitter, from 2 ms on,
 * since the lock is mostly held for a moment, up to 20 ms; about 2 s altogether.
 */
async function retryLocked<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 0;; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === LOCK_RETRIES || !isLocked(error)) throw asStoreError(error);
      const waitMs = fullJitterMs(LOCK_BACK_OFF, attempt, Math.random());
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error &&
    /database is locked|database table is locked/.test(error.message);
}

/** What the runtime says of arguments that no store would take: a mistake of the program. */
const UNUSABLE =
  /^(?:Value|Key|Total \w+ size) too large|^Too many|^Key cannot be|^Start key|^Invalid/;

/** The runtime gives its own mistakes and those of the caller the same classes. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DOMException) return error;
  return UNUSABLE.test(error.message) ? error : new StoreError(error.message, { cause: error });
}

function entry<T>(row: Deno.KvEntryMaybe<T>): KvEntry<T> {
  return { key: row.key as KvKey, value: row.value, version: row.versionstamp };
}

function mutable(key: KvKey): Deno.KvKey {
  return [...key];
}

function expiry(expireIn: number | undefined): { expireIn?: number } {
  return expireIn === undefined ? {} : { expireIn };
}
