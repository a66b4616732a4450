import type { Kv } from "../platform/kv.ts";

/** Called when a call of the store has come to its end. */
type OnStoreCall = (call: "get" | "list" | "commit", outcome: "ok" | "failed") => void;

/** The same store; each call that reads or writes is counted. */
export function withCallsCounted(kv: Kv, onCall: OnStoreCall): Kv {
  /** The promise itself is passed on: who waits for it goes on no later than without a count. */
  function counted<T>(call: Parameters<OnStoreCall>[0], work: Promise<T>): Promise<T> {
    work.then(() => onCall(call, "ok"), () => onCall(call, "failed"));
    return work;
  }
  return {
    get: (key) => counted("get", kv.get(key)),
    getMany: (keys) => counted("get", kv.getMany(keys)),
    list: (prefix, options) => counted("list", kv.list(prefix, options)),
    commit: (checks, writes) => counted("commit", kv.commit(checks, writes)),
    watch: (keys, changed) => kv.watch(keys, changed),
    close: () => kv.close(),
  };
}
