import type { Env } from "../platform/env.ts";
import type { Kv, KvCheck, KvWrite } from "../platform/kv.ts";
import { STORE_FORMAT } from "../platform/store_keys.ts";
import { follow } from "../shared_state/follow.ts";
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
export interface FormatGuardDeps extends Pick<Env, "clock" | "log"> {
  /** How often to look for a format that the watch may not have seen, in ms. */
  readonly pollMs: number;
}

/** The format as it was at an instant, epoch ms. */
interface SeenFormat {
  readonly version: string | null;
  /** Why the store cannot be used; undefined: it can. */
  readonly problem: string | undefined;
  readonly at: number;
}

/**
 * Keeps a running server from a store whose format was raised above what it knows: each commit is made
 * at the format that was last seen, or not at all, and the format is looked at every `pollMs`.
 */
export function guardFormat(kv: Kv, { clock, log, pollMs }: FormatGuardDeps): FormatGuard {
  // Whether the store is away, others notice.
  const followed = follow<SeenFormat>({ clock, log }, {
    watch: (changed) => kv.watch([STORE_FORMAT], changed),
    pollMs: () => pollMs,
    load: look,
  });
  followed.subscribe(({ problem }, before) => {
    if (problem === before?.problem) return;
    if (problem === undefined) log.info("The store is used again");
    else log.error(`The store is not used any more, as if it were away: ${problem}`);
  });
  void followed.sync();

  async function look(): Promise<SeenFormat> {
    const { value, version } = await kv.get<StoredFormat>(STORE_FORMAT);
    return { version, problem: formatProblem(formatOf(value)), at: clock.now() };
  }

  /** The same, whose error is the caller's. */
  async function lookNow(): Promise<SeenFormat> {
    const seen = await look();
    followed.update(seen);
    return seen;
  }

  function assertKnown(): void {
    const problem = followed.value?.problem;
    if (problem !== undefined) throw new Error(`Cannot use this store: ${problem}`);
  }

  async function commit(
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
  ): Promise<string | null> {
    let { version, at } = followed.value ?? await lookNow();
    while (true) {
      assertKnown();
      const done = await kv.commit([...checks, { key: STORE_FORMAT, version }], writes);
      if (done !== null || Math.abs(clock.now() - at) < RECENT_MS) return done;
      const before = version;
      ({ version, at } = await lookNow());
      // Then it was a check of the caller's.
      if (version === before) return null;
    }
  }

  return {
    kv: {
      get: async (key) => (assertKnown(), await kv.get(key)),
      getMany: async (keys) => (assertKnown(), await kv.getMany(keys)),
      list: async (prefix, options) => (assertKnown(), await kv.list(prefix, options)),
      commit,
      watch: kv.watch,
      close() {
        followed.close();
        kv.close();
      },
    },
    get isKnown() {
      return followed.value?.problem === undefined;
    },
  };
}
