import type { Env } from "../platform/env.ts";
import type { Kv, KvCheck, KvWrite } from "../platform/kv.ts";
import { StartError } from "../platform/start_error.ts";
import { STORE_FORMAT } from "../platform/store_keys.ts";
import { follow } from "../shared_state/follow.ts";

/**
 * The formats of the store. A program reads 1 to {@linkcode NEWEST_FORMAT} and writes the one that the
 * store has, until `store migrate` raises it; an empty store begins at the newest. A higher one it does
 * not start on. What older programs pass over needs no number of its own; a new number is for what they
 * would read wrongly, open wrongly or undo.
 *
 * 1. It names no format. The record holds uses of tokens alone.
 * 2. The record also holds what administrators do.
 * 3. Persons can be forgotten, and credentials may have conditions:
 *    - **Record.** A chunk's header has `"v": 2` and `people`: for each key, token or code that its
 *      entries are about, a commitment to the value at `person <id> <first entry>`. That value is 16
 *      random bytes, then a JSON array of what says who the person is: `[name, email, ip]` of uses,
 *      `[before, after]` of an administrator's entry. A line ends with its place there, or `null` where
 *      the person was forgotten before it was written. Lines of formats 1 and 2 stay as they are.
 *    - **Forgetting.** `forgotten <id>` marks who was forgotten, and `revision forgotten` changes with
 *      each. The commit that sets them has an entry (`… forget`): it moves the record's end, so that no
 *      process puts anything of that person on record that does not know of it; and it is by this entry
 *      that `audit verify` tells values that were forgotten from values that somebody deleted.
 *    - **Keys with a condition**: keys bound to a page's origin (`origin`) and keys
 *      signed up for (`signup`, the HMAC of the folded e-mail) are records at `bound_key <secret hash>`
 *      and `bound_key_id <id>`, with a revision and changes of their own. A program that does not know
 *      the condition finds no key.
 *    - **Former secrets**: `former_secret <secret hash>` names key and end of the overlap,
 *      `former_secret_id <key id>` leads to it, and `key_rotation <key id>` has what restores former ones
 *      for 7 days. The key's record has the new digest alone, so that other programs refuse the former
 *      secret; `lineage` names the digest by which its feed tokens go on.
 *    - **Sign-up**: `signup_count <HMAC> <window>` counts letters, `signup_link <HMAC>`
 *      notes that a link was used, `signup_email <HMAC>` names the key of an e-mail, and outlives it to
 *      the end of the quota's period. No value holds an address or an e-mail.
 *      `signup switch` closes sign-up, and `signup refused_domain <domain>` are mail domains that may not.
 *      `act_letter <key id> <act>` are letters about what was done to a key.
 *    - **Owners who act** have entries of kind `admin` with `by: "owner"`, and their address is among the
 *      person's fields.
 *    - **Backups** that hold anything that restoring by an older program would lose have `version: 2`: so do those with sums of broadcasts.
 */
export const NEWEST_FORMAT = 3;
/** The format of a store that names none. */
const UNNAMED_FORMAT = 1;
/** The first format whose record takes entries of administrators. */
export const ADMIN_ENTRIES_FORMAT = 2;
/** The first format with keys that have a condition, former secrets and sign-up. */
export const BOUND_KEYS_FORMAT = 3;
/** The first format whose record has beside it what says who a person is. */
export const PEOPLE_APART_FORMAT = 3;

/** The value at `STORE_FORMAT`. */
export interface StoredFormat {
  readonly format: number;
  /** When a store that is older was raised to it, epoch ms. */
  readonly since?: number;
}

/** The format that a stored value names. */
export function formatOf(value: StoredFormat | null): number {
  return value?.format ?? UNNAMED_FORMAT;
}

/** The format of a store. */
export async function readFormat(kv: Kv): Promise<number> {
  return formatOf((await kv.get<StoredFormat>(STORE_FORMAT)).value);
}

/** Why this program cannot use a store of this format; undefined where it can. */
export function formatProblem(format: number): string | undefined {
  if (format >= UNNAMED_FORMAT && format <= NEWEST_FORMAT) return undefined;
  return `it has format ${format}, and this program knows ${UNNAMED_FORMAT} to ${NEWEST_FORMAT}; ` +
    `use a version of the program that knows format ${format}`;
}

/**
 * The format of a store that is to be used.
 *
 * @throws {StartError} where this program does not know it
 */
export async function checkFormat(kv: Kv): Promise<number> {
  const format = await readFormat(kv);
  const problem = formatProblem(format);
  if (problem !== undefined) throw new StartError(`Cannot use this store: ${problem}`);
  return format;
}

/** Commits that are lost to others do not make the format be read more often than this, in ms. */
const RECENT_MS = 250;

/** The format as it was at an instant, epoch ms. */
interface SeenFormat {
  readonly version: string | null;
  /** Why the store cannot be used; undefined: it can. */
  readonly problem: string | undefined;
  readonly at: number;
}

/**
 * Keeps a running server from a store whose format was raised above what it knows: each commit is made
 * at the format that was last seen, or not at all, and the format is read every `pollMs`, since the watch
 * may not see it.
 */
export function guardFormat(
  kv: Kv,
  { clock, log, pollMs }: Pick<Env, "clock" | "log"> & { readonly pollMs: number },
) {
  // Whether the store is away, others notice.
  const followed = follow<SeenFormat>({ clock, log }, {
    watch: (changed) => kv.watch([STORE_FORMAT], changed),
    pollMs: () => pollMs,
    load: readSeen,
  });
  followed.subscribe(({ problem }, before) => {
    if (problem === before?.problem) return;
    if (problem === undefined) log.info("The store is used again");
    else log.error(`The store is not used any more, as if it were away: ${problem}`);
  });
  void followed.sync();

  async function readSeen(): Promise<SeenFormat> {
    const { value, version } = await kv.get<StoredFormat>(STORE_FORMAT);
    return { version, problem: formatProblem(formatOf(value)), at: clock.now() };
  }

  /** The same, whose error is the caller's. */
  async function refresh(): Promise<SeenFormat> {
    const seen = await readSeen();
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
    let { version, at } = followed.value ?? await refresh();
    while (true) {
      assertKnown();
      const done = await kv.commit([...checks, { key: STORE_FORMAT, version }], writes);
      if (done !== null || Math.abs(clock.now() - at) < RECENT_MS) return done;
      const before = version;
      ({ version, at } = await refresh());
      // Then it was a check of the caller's.
      if (version === before) return null;
    }
  }

  const guarded: Kv = {
    get: async (key) => (assertKnown(), await kv.get(key)),
    getMany: async (keys) => (assertKnown(), await kv.getMany(keys)),
    list: async (prefix, options) => (assertKnown(), await kv.list(prefix, options)),
    commit,
    watch: kv.watch,
    close() {
      followed.close();
      kv.close();
    },
  };
  return {
    /** The store. If its format is not known every call rejects, as if it were out of reach. */
    kv: guarded,
    /** Whether the store has a format that this program knows, as far as it has read. */
    isKnown: () => followed.value?.problem === undefined,
  };
}
