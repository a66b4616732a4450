/** What was found out before, for as many keys as there is room. */
export interface Memo<K, V> {
  get(key: K): V | undefined;
  /** Remembers a value; if there is no room, the value that was set longest ago is forgotten. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  readonly size: number;
}

/** Creates an empty memo. To read it costs what a Map costs: a value's age counts from when it was set. */
export function createMemo<K, V>({ maxEntries }: { maxEntries: number }): Memo<K, V> {
  return new BoundedMap<K, V>(maxEntries);
}

class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    super();
    this.#maxEntries = maxEntries;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.#maxEntries) this.delete(this.keys().next().value!);
    return super.set(key, value);
  }
}
