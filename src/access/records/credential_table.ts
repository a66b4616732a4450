import type { Env } from "../../platform/env.ts";
import {
  type CredentialKind,
  credentialPrefix,
  revisionKey,
} from "../../platform/credential_keys.ts";
import { type Kv, type KvEntry, listAll } from "../../platform/kv.ts";
import { follow } from "../../store/follow.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import type { KeyRecord } from "./key_store.ts";
import type { SecretRecord } from "./records.ts";
import { isMistyped, type SecretHash } from "./secret.ts";
import type { TokenRecord } from "./token_store.ts";
import type { UserRecord } from "./user_store.ts";

/** The records of one kind in memory, ended ones too; none before they were loaded. */
export interface CredentialTable<R> {
  /** The record that a secret opens, be it ended. */
  bySecret(secret: string): R | undefined;
  /** The record with this digest; a former one holds until its end. */
  byDigest(digest: string): R | undefined;
  byId(id: string): R | undefined;
  all(): Iterable<R>;
}

/** All keys, tokens and administrators in memory, in step with the store. */
export interface Credentials {
  readonly keys: CredentialTable<KeyRecord>;
  readonly tokens: CredentialTable<TokenRecord>;
  readonly users: CredentialTable<UserRecord>;
  /**
   * Undefined once they were loaded; before that, resolves when they are, and rejects with `TRY_AGAIN`
   * after 2 s.
   */
  ready(): Promise<void> | undefined;
  /** Resolves when they were loaded once, or the store did not answer. */
  readonly loaded: Promise<void>;
  readonly isLoaded: boolean;
  /** Another number whenever they were loaded anew. */
  revision(): number;
  /** Looks for changes now: what was committed before is known when it resolves. Never rejects. */
  refresh(): Promise<void>;
  /** Whether the store answered when it was last asked. */
  state(): "ok" | "down";
  close(): void;
}

/** A record that may have another digest beside its own until an instant. */
interface HeldRecord extends SecretRecord {
  readonly former?: { readonly digest: string; readonly endsAt: number };
}

/** All records of a kind as they were read at one revision. */
interface Loaded<R = HeldRecord> {
  readonly version: string | null;
  readonly byId: ReadonlyMap<string, KvEntry<R>>;
  /** By both digests of a record. */
  readonly byDigest: ReadonlyMap<string, R>;
}

const KINDS = ["key", "token", "user"] as const;
type LoadedKind = typeof KINDS[number];
type AllLoaded = Readonly<Record<LoadedKind, Loaded>>;

/** How often changes of others have all records read again: each write of an owner reaches every process. */
const RELOADS = { per_second: 1, burst: 3 };
/** The next look after one that failed, or that left something to read. */
const SOON_MS = 1_000;
/** Records of one list. */
const ONE_BATCH = 1_000;

/**
 * Loads all records, and those of a kind again when its revision moves: the revisions are watched, and
 * read every `pollMs`, since the watch of a KV file does not see other processes. A flood of unknown
 * secrets costs the store nothing. A load that fails leaves what is here.
 */
export function createCredentials(
  { kv, clock, log, secretHash, pollMs, keysChanged = () => {} }:
    & Pick<Env, "kv" | "clock" | "log">
    & {
      readonly secretHash: SecretHash;
      readonly pollMs: number;
      /** Called with keys that are new or have changed. */
      readonly keysChanged?: ((keys: readonly KeyRecord[]) => void) | undefined;
    },
): Credentials {
  const revisions = KINDS.map(revisionKey);
  const reloads = createRateLimiter(clock);
  /** Whether somebody waits for what was committed before. */
  let isAsked = false;
  /** Whether there may be more than was read. */
  let isBehind = false;

  async function load(before: AllLoaded | undefined): Promise<AllLoaded> {
    const isDue = isAsked || before === undefined;
    isAsked = false;
    const seen = await kv.getMany(revisions);
    const moved = KINDS.map((kind, n) => [kind, seen[n]!.version] as const)
      .filter(([kind, version]) => before?.[kind].version !== version);
    isBehind = before !== undefined && moved.length > 0 && !isDue && reloads.take("", RELOADS) > 0;
    if (before !== undefined && (isBehind || moved.length === 0)) return before;
    const read = await Promise.all(
      moved.map(async ([kind, version]) =>
        [kind, await loadKind(kv, kind, version, before?.[kind])] as const
      ),
    );
    // A list of several batches is not one snapshot: what changed between them is found by another look.
    isBehind = read.some(([, { byId }]) => byId.size >= ONE_BATCH);
    return { ...before, ...Object.fromEntries(read) } as AllLoaded;
  }

  const followed = follow<AllLoaded>({ clock, log }, {
    load,
    // What is behind looks again soon, whatever else has changed.
    watch: (changed) =>
      kv.watch(revisions, (isOther) => (isOther || !isBehind) && changed(isOther)),
    pollMs: () => isBehind ? Math.min(SOON_MS, pollMs) : pollMs,
    retryMs: () => Math.min(SOON_MS, pollMs),
    outage: { away: "Cannot read the credentials" },
  });
  /**
   * The digests of secrets that opened something, until the next load: to make one again would take a sixth
   * of a small answer's time.
   */
  let proven = new Map<string, string>();
  /** The secret that was hashed last: one request may ask two tables for it. */
  let hashed = { secret: "", digest: "" };
  followed.subscribe((now, before) => {
    proven = new Map();
    const changed = [...now.key.byId]
      .filter(([id, entry]) => before?.key.byId.get(id) !== entry)
      .map(([, { value }]) => value as HeldRecord as KeyRecord);
    if (changed.length > 0) keysChanged(changed);
  });

  function tableOf<R extends HeldRecord>(kind: LoadedKind): CredentialTable<R> {
    const loaded = () => followed.value?.[kind] as Loaded<R> | undefined;
    function byDigest(digest: string): R | undefined {
      const record = loaded()?.byDigest.get(digest);
      if (record === undefined || record.digest === digest) return record;
      return clock.now() < record.former!.endsAt ? record : undefined;
    }
    return {
      byDigest,
      bySecret(secret) {
        const known = proven.get(secret);
        // Guesses are cheaper to refuse than to hash.
        if (known === undefined && isMistyped(secret)) return undefined;
        if (known === undefined && hashed.secret !== secret) {
          hashed = { secret, digest: secretHash(secret) };
        }
        const digest = known ?? hashed.digest;
        const record = byDigest(digest);
        if (record !== undefined) proven.set(secret, digest);
        return record;
      },
      byId: (id) => loaded()?.byId.get(id)?.value ?? undefined,
      all: () => [...loaded()?.byId.values() ?? []].map(({ value }) => value!),
    };
  }

  return {
    keys: tableOf<KeyRecord>("key"),
    tokens: tableOf<TokenRecord>("token"),
    users: tableOf<UserRecord>("user"),
    ready: followed.ready,
    loaded: followed.sync(),
    get isLoaded() {
      return followed.value !== undefined;
    },
    revision: followed.revision,
    refresh() {
      isAsked = true;
      return followed.sync();
    },
    state: () => followed.isAway ? "down" : "ok",
    close: followed.close,
  };
}

/** Reads all records of a kind; one that has not changed stays the object that it was. */
async function loadKind(
  kv: Kv,
  kind: CredentialKind,
  version: string | null,
  before: Loaded | undefined,
): Promise<Loaded> {
  const byId = new Map<string, KvEntry<HeldRecord>>();
  const byDigest = new Map<string, HeldRecord>();
  for await (const entry of listAll<HeldRecord>(kv, credentialPrefix(kind))) {
    const old = before?.byId.get(entry.value!.id);
    const same = old?.version === entry.version ? old! : entry;
    const record = same.value!;
    byId.set(record.id, same);
    byDigest.set(record.digest, record);
    if (record.former !== undefined) byDigest.set(record.former.digest, record);
  }
  return { version, byId, byDigest };
}
