import { type Clock, deadline } from "../platform/clock.ts";
import { openDenoKv } from "../platform/deno_kv.ts";
import type { Kv } from "../platform/kv.ts";
import { errorMessage } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { type Engine, engineAt } from "./engine.ts";
import { MAX_STORE_WAIT_MS, noAnswer, openTrouble, storeTrouble } from "./store_trouble.ts";

interface OpenKvOptions {
  readonly engines: readonly Engine[];
  readonly settings: Settings;
  /** Whether a database without a store is an error; a missing file is one for {@linkcode refuseMissing}. */
  readonly mustExist?: boolean;
}

/**
 * Opens the store at a path or an address: a file, a database of an engine, a KV Connect server, or the
 * platform's own where there is none.
 *
 * @throws {StoreError} where it cannot be opened
 */
export async function openKv(
  path: string | undefined,
  { engines, settings, mustExist = false }: OpenKvOptions,
): Promise<Kv> {
  const engine = engineAt(path, engines);
  if (path === undefined || engine === undefined) return await openDenoKv(path);
  return await engine.open(path, settings, { mustExist });
}

/**
 * Opens something of a store.
 *
 * @throws {StartError} with the remedy, if that fails
 */
export async function opening<T>(
  path: string | undefined,
  engine: Engine | undefined,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      storeTrouble(error, path, engine) ?? openTrouble(errorMessage(error), path, engine),
    );
  }
}

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
