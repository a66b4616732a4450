import type { Clock } from "../platform/clock.ts";
import type { Kv, KvCheck, KvEntry, KvWrite } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { STORE_FORMAT } from "../platform/store_keys.ts";
import { formatOf, formatProblem, type StoredFormat } from "./format.ts";

/** Commits that are lost to others do not make the format be read more often than this, in ms. */
const RECENT_MS = 250;

/** A store that is used as long as its format is one that this program knows. */
export interface FormatGuard {
  /** The store. Where its format is not known every call rejects, as if it were out of reach. */
  readonly kv: Kv;
  /** Whether the store has a format that this program knows, as far as it has looked. */
  readonly isKnown: boolean;
}

/** What the guard works with. */
export interface FormatGuardDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** How often to look for a format that the watch may not have seen, in ms. */
  readonly pollMs: number;
}

/**
 * Keeps a running server from a store whose format was raised above what it knows: each commit is made
 * at the format that was last seen, or not at all, and the format is looked at every `pollMs`.
 */
export function guardFormat(kv: Kv, { clock, log, pollMs }: FormatGuardDeps): FormatGuard {
  let seen: { readonly version: string | null; readonly at: number } | undefined;
  let problem: string | undefined;
  let isClosed = false;
  let cancel = () => {};

  function note({ value, version }: KvEntry<StoredFormat>): void {
    const found = formatProblem(formatOf(value));
    if (found !== undefined && found !== problem) {
      log.error(`The store is not used any more, as if it were away: ${found}`);
    }
    if (found === undefined && problem !== undefined) log.info("The store is used again");
    seen = { version, at: clock.now() };
    problem = found;
  }

  const look = async () => note(await kv.get<StoredFormat>(STORE_FORMAT));
  /** Whether the store is away, others notice. */
  const lookQuietly = () => look().catch(() => {});

  function assertKnown(): void {
    if (problem !== undefined) throw new Error(`Cannot use this store: ${problem}`);
  }

  async function commit(
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
  ): Promise<string | null> {
    if (seen === undefined) await look();
    while (true) {
      assertKnown();
      const { version, at } = seen!;
      const done = await kv.commit([...checks, { key: STORE_FORMAT, version }], writes);
      if (done !== null || Math.abs(clock.now() - at) < RECENT_MS) return done;
      await look();
      // Then it was a check of the caller's.
      if (seen!.version === version) return null;
    }
  }

  function poll(): void {
    cancel = clock.after(pollMs, () => void lookQuietly().finally(() => isClosed || poll()));
  }

  const unwatch = kv.watch([STORE_FORMAT], () => void (isClosed || lookQuietly()));
  poll();

  return {
    kv: {
      get: async (key) => (assertKnown(), await kv.get(key)),
      getMany: async (keys) => (assertKnown(), await kv.getMany(keys)),
      list: async (prefix, options) => (assertKnown(), await kv.list(prefix, options)),
      commit,
      watch: kv.watch,
      close() {
        isClosed = true;
        cancel();
        unwatch();
        kv.close();
      },
    },
    get isKnown() {
      return problem === undefined;
    },
  };
}
