import type { Kv, KvCheck, KvEntry, KvKey, KvListOptions, KvWrite } from "../../src/platform/kv.ts";

/** The store's largest value, and what one commit takes. */
const MOST_VALUE_BYTES = 65_536;
const MOST_WRITES = 1_000;

/** A store in memory with the promises of {@linkcode Kv}; values are copied in and out. */
export function createMemoryKv(): Kv {
  const entries = new Map<string, { key: KvKey; value: unknown; version: string }>();
  const watchers = new Set<{ keys: Set<string>; changed: () => void }>();
  let commits = 0;

  return { get, getMany, list, commit, watch, close: () => watchers.clear() };

  // deno-lint-ignore require-await
  async function get<T>(key: KvKey): Promise<KvEntry<T>> {
    const found = entries.get(encode(key));
    const value = found === undefined ? null : structuredClone(found.value) as T;
    return { key, value, version: found?.version ?? null };
  }

  function getMany<T>(keys: readonly KvKey[]): Promise<KvEntry<T>[]> {
    return Promise.all(keys.map((key) => get<T>(key)));
  }

  // deno-lint-ignore require-await
  async function list<T>(prefix: KvKey, options: KvListOptions = {}): Promise<KvEntry<T>[]> {
    const { limit = 1000, after, reverse = false } = options;
    const rows = [...entries.values()]
      .filter(({ key }) => key.length > prefix.length && prefix.every((part, n) => part === key[n]))
      .filter(({ key }) => after === undefined || compare(key, after) * (reverse ? -1 : 1) > 0)
      .sort((a, b) => compare(a.key, b.key) * (reverse ? -1 : 1))
      .slice(0, limit);
    return rows.map(({ key, value, version }) => ({
      key,
      value: structuredClone(value) as T,
      version,
    }));
  }

  // deno-lint-ignore require-await
  async function commit(
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
  ): Promise<string | null> {
    if (writes.length > MOST_WRITES) throw new TypeError(`Too many writes: ${writes.length}`);
    const holds = checks.every(({ key, version }) =>
      (entries.get(encode(key))?.version ?? null) === version
    );
    if (!holds) return null;
    const version = String(++commits).padStart(20, "0");
    for (const write of writes) {
      if ("delete" in write) entries.delete(encode(write.delete));
      else entries.set(encode(write.set), { key: write.set, value: copy(write.value), version });
    }
    const keys = new Set(
      writes.map((write) => encode("delete" in write ? write.delete : write.set)),
    );
    for (const watcher of watchers) {
      if (!watcher.keys.isDisjointFrom(keys)) queueMicrotask(watcher.changed);
    }
    return version;
  }

  function watch(keys: readonly KvKey[], changed: () => void): () => void {
    const watcher = { keys: new Set(keys.map(encode)), changed };
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }
}

function copy(value: unknown): unknown {
  const size = value instanceof Uint8Array ? value.length : JSON.stringify(value)?.length ?? 0;
  if (size > MOST_VALUE_BYTES) throw new TypeError(`Value too large: ${size} bytes`);
  return structuredClone(value);
}

function encode(key: KvKey): string {
  return JSON.stringify(key);
}

/** The store's order: text sorts before numbers, a prefix before what it is a prefix of. */
function compare(a: KvKey, b: KvKey): number {
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const [x, y] = [a[n]!, b[n]!];
    if (typeof x !== typeof y) return typeof x === "string" ? -1 : 1;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
