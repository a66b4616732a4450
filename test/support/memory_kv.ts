import { serialize } from "node:v8";
import type { Kv, KvEntry, KvKey } from "../../src/platform/kv.ts";

/** A store in memory, with the order, the versions and the limits of the real one. */
export function createMemoryKv(): Kv {
  const entries: KvEntry[] = [];
  const watchers = new Set<{ keys: readonly KvKey[]; changed: () => void }>();
  let commits = 0;

  /** Where `key` is, or would be. */
  function indexOf(key: KvKey): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(entries[middle]!.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function read<T>(key: KvKey): KvEntry<T> {
    const entry = entries[indexOf(key)];
    if (entry === undefined || compareKeys(entry.key, key) !== 0) {
      return { key, value: null, version: null };
    }
    return structuredClone(entry) as KvEntry<T>;
  }

  function remove(key: KvKey): void {
    const index = indexOf(key);
    if (entries[index] !== undefined && compareKeys(entries[index].key, key) === 0) {
      entries.splice(index, 1);
    }
  }

  function set(key: KvKey, value: unknown, version: string): void {
    if (serialize(value).length > 65_536) throw new TypeError("Value too large: more than 64 KiB");
    remove(key);
    entries.splice(indexOf(key), 0, { key: [...key], value: structuredClone(value), version });
  }

  return {
    get: (key) => later(() => read(key)),
    getMany: (keys) =>
      later(() => {
        if (keys.length > 10) throw new TypeError(`Too many keys: at most 10, got ${keys.length}`);
        return keys.map((key) => read(key));
      }),
    list: <T>(prefix: KvKey, options = {}) =>
      later(() => {
        const { limit = 1000, after, reverse = false } = options as {
          limit?: number;
          after?: KvKey;
          reverse?: boolean;
        };
        const below = entries.filter(({ key }) => isBelow(key, prefix));
        if (reverse) below.reverse();
        const side = reverse ? -1 : 1;
        const rest = below.filter(({ key }) =>
          after === undefined || compareKeys(key, after) * side > 0
        );
        return structuredClone(rest.slice(0, limit)) as KvEntry<T>[];
      }),
    commit: (checks, writes) =>
      later(() => {
        if (checks.some(({ key, version }) => read(key).version !== version)) return null;
        if (writes.length > 1000) throw new TypeError("Too many mutations: at most 1,000");
        const version = String(++commits).padStart(20, "0");
        for (const write of writes) {
          if ("delete" in write) remove(write.delete);
          else set(write.set, write.value, version);
        }
        for (const { keys, changed } of watchers) {
          const touched = writes.map((write) => "delete" in write ? write.delete : write.set);
          if (keys.some((key) => touched.some((other) => compareKeys(key, other) === 0))) changed();
        }
        return version;
      }),
    watch(keys, changed) {
      const watcher = { keys, changed };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    close() {},
  };
}

/** As the real store answers: never at once. */
async function later<T>(answer: () => T): Promise<T> {
  await Promise.resolve();
  return answer();
}

function isBelow(key: KvKey, prefix: KvKey): boolean {
  return key.length > prefix.length && prefix.every((part, index) => part === key[index]);
}

/** Texts before numbers; a key before the keys below it. */
function compareKeys(a: KvKey, b: KvKey): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareParts(a[index]!, b[index]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareParts(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "string" ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
