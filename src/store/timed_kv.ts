import { type Clock, deadline } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import { MAX_STORE_WAIT_MS, noAnswer } from "./store_trouble.ts";

/**
 * Opens a store of which every answer, the opening too, rejects with a `StoreError` after
 * {@linkcode MAX_STORE_WAIT_MS}: the runtime itself waits for a locked file, and for a server that is
 * away, without an end.
 */
export async function openTimed(
  open: () => Promise<Kv>,
  isFile: boolean,
  clock: Clock,
): Promise<Kv> {
  const timed = <T>(work: Promise<T>) =>
    deadline(clock, MAX_STORE_WAIT_MS, work, () => noAnswer(isFile));
  const kv = await timed(open());
  return {
    get: (key) => timed(kv.get(key)),
    getMany: (keys) => timed(kv.getMany(keys)),
    list: (prefix, options) => timed(kv.list(prefix, options)),
    commit: (checks, writes) => timed(kv.commit(checks, writes)),
    watch: (keys, changed) => kv.watch(keys, changed),
    close: () => kv.close(),
  };
}
