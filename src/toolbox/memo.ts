/** What was found out before, for as many keys as there is room. */
export interface Memo<K, V> {
  get(key: K): V | undefined;
  /** Remembers a value; where there is no room, the value that was set longest ago is forgotten. */
  set(key: K, value: V): void;
  delete(key: K): void;
  readonly size: number;
}

/** Creates an empty memo. Reading is one look into a Map: a value's age counts from when it was set. */
export function createMemo<K, V>({ maxEntries }: { maxEntries: number }): Memo<K, V> {
  const entries = new Map<K, V>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!);
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
