import type { Kv } from "../platform/kv.ts";

/**
 * A store that is opened by its first call, while the program serves already what needs no store. Each
 * call waits until it is open, and rejects where it cannot be opened; the next call tries it again.
 */
export function createLateKv(open: () => Promise<Kv>): Kv {
  let opening: Promise<Kv> | undefined;

  function opened(): Promise<Kv> {
    return opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
  }

  return {
    get: async (key) => await (await opened()).get(key),
    getMany: async (keys) => await (await opened()).getMany(keys),
    list: async (prefix, options) => await (await opened()).list(prefix, options),
    commit: async (checks, writes) => await (await opened()).commit(checks, writes),
    watch(keys, changed) {
      let end: (() => void) | undefined;
      let isOver = false;
      // Callers of watch also poll.
      opened().then((kv) => isOver || (end = kv.watch(keys, changed)), () => {});
      return () => {
        isOver = true;
        end?.();
      };
    },
    close: () => void opening?.then((kv) => kv.close(), () => {}),
  };
}
