import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import { type Kv, StoreError } from "../platform/kv.ts";

/**
 * Opens a store of which every answer, the opening too, rejects with a `StoreError` after the limit: the
 * runtime itself waits for a locked file, and for a server that is away, without an end. `isFile`:
 * whether a lock is what keeps the store from answering.
 */
export async function openTimed(
  open: () => Promise<Kv>,
  isFile: boolean,
  clock: Clock,
  limitMs: number,
): Promise<Kv> {
  const late = () =>
    new StoreError(`${isFile ? "database is locked: " : ""}no answer within ${limitMs / 1000} s`);
  const timed = <T>(work: Promise<T>) => deadline(clock, limitMs, work, late);
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
