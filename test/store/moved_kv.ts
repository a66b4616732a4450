import type { Kv, KvChanged } from "../../src/platform/kv.ts";

/** A store that goes on in another database, as after a promotion. */
export interface MovedKv {
  readonly kv: Kv;
  /** Goes on there, and says so to all who watch. */
  moveTo(next: Kv): void;
}

/** Creates a store that is in `first` until it is moved. */
export function createMovedKv(first: Kv): MovedKv {
  let now = first;
  const watchers = new Set<KvChanged>();
  return {
    kv: {
      get: (key) => now.get(key),
      getMany: (keys) => now.getMany(keys),
      list: (prefix, options) => now.list(prefix, options),
      commit: (checks, writes) => now.commit(checks, writes),
      watch(_keys, changed) {
        watchers.add(changed);
        return () => void watchers.delete(changed);
      },
      close: () => now.close(),
    },
    moveTo(next) {
      now = next;
      for (const changed of [...watchers]) changed(true);
    },
  };
}
