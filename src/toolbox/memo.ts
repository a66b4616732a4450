/** What was found out before, for as many keys as there is room. */
export type Memo<K, V> = Pick<Map<K, V>, "get" | "set" | "delete" | "clear" | "size">;

/**
 * Creates an empty memo: if there is no room, the value that was set longest ago is forgotten. To read it
 * costs what a Map costs: a value's age counts from when it was set.
 */
export function createMemo<K, V>({ maxEntries }: { maxEntries: number }): Memo<K, V> {
  return new BoundedMap<K, V>(maxEntries);
}

class BoundedMap<K, V> extends Map<K, V> {
  constructor(private readonly maxEntries: number) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.maxEntries) this.delete(this.keys().next().value!);
    return super.set(key, value);
  }
}
