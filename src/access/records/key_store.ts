import type { Plans } from "../../model/plans.ts";
import { revisionKey } from "../../platform/store_keys.ts";
import type { Account } from "../../quota/tickets/account.ts";
import { createHashedStore, hashedNaming } from "./hashed_store.ts";
import { mintHashed, mintId, type SecretDeps } from "./secret.ts";

/** An API key as it is stored. The key itself is not: only its digest. */
export interface KeyRecord {
  /** Names the key in commands and records: `k_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The kind and last four characters of the key. */
  readonly hint: string;
  readonly owner: string;
  readonly email: string;
  readonly plan: string;
  /** Slugs of the groups it may read; empty: all. */
  readonly groups: readonly string[];
  /** Addresses and CIDR ranges it may be used from; empty: none if a whitelist is asked for. */
  readonly ips: readonly string[];
  /** Epoch ms. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** When what says who the person is was emptied. */
  readonly forgottenAt?: number;
  /** When an operator last let it make more requests than its plan. */
  readonly creditedAt?: number;
  /** Made by `start` for trying the service out; usable from loopback alone, never through a proxy. */
  readonly demo?: true;
}

/** Whether the key opens anything at `now` (epoch ms). */
export function isLive(key: KeyRecord, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** Whether a key may read this group. */
export function mayRead({ groups }: KeyRecord, group: string): boolean {
  return groups.length === 0 || groups.includes(group);
}

/** The accounts of keys under the plans that are served. */
const accounts = new WeakMap<KeyRecord, { readonly plans: Plans; readonly account: Account }>();

/** The ledger's account of a key; undefined if its plan is not there. */
export function accountOf(key: KeyRecord, plans: Plans): Account | undefined {
  const known = accounts.get(key);
  if (known?.plans === plans) return known.account;
  const account = makeAccount(key, plans);
  if (account !== undefined) accounts.set(key, { plans, account });
  return account;
}

function makeAccount(key: KeyRecord, plans: Plans): Account | undefined {
  const plan = Object.hasOwn(plans, key.plan) ? plans[key.plan] : undefined;
  return plan && {
    id: key.id,
    quota: plan.quota,
    ratePerSecond: plan.rate === "unlimited" ? "unlimited" : plan.rate.per_second,
  };
}

/** What is asked for when a key is issued. */
export type KeyRequest = Omit<KeyRecord, "id" | "digest" | "hint" | "revokedAt">;

/** A record and its secret, which is in this result and nowhere else. */
export interface Issued<R> {
  readonly record: R;
  readonly secret: string;
}

/** Far fewer than a commit may delete: the next one takes the others. */
const DELETED_AT_ONCE = 200;

/** API keys in the store. */
export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(deps: SecretDeps) {
  const { kv, random } = deps;
  const naming = hashedNaming<KeyRecord>("key", ({ createdAt }) => createdAt);
  const store = createHashedStore(kv, naming);

  function make(request: KeyRequest): Issued<KeyRecord> {
    const { secret, ...made } = mintHashed("J", deps);
    return { record: { id: mintId("k", random), ...made, ...request }, secret };
  }

  return {
    ...store,
    /** Creates a key. */
    async issue(request: KeyRequest): Promise<Issued<KeyRecord>> {
      const issued = make(request);
      if (!await store.add(issued.record)) {
        throw new Error("Cannot issue the key: the store holds it already");
      }
      return issued;
    },
    /**
     * Creates a key and deletes, in the same commit, those that `replaced` names among all keys of that
     * instant; undefined if it returns undefined: then nothing changes.
     */
    async issueInPlace(
      request: KeyRequest,
      replaced: (keys: readonly KeyRecord[]) => readonly KeyRecord[] | undefined,
    ): Promise<Issued<KeyRecord> | undefined> {
      const issued = make(request);
      while (true) {
        // Read before the keys: a change of any key in between is seen by the check.
        const { key, version } = await kv.get(revisionKey("key"));
        const old = replaced(await store.list());
        if (old === undefined) return undefined;
        const deleted = old.slice(0, DELETED_AT_ONCE);
        if (await store.add(issued.record, { checks: [{ key, version }], deleted })) return issued;
      }
    },
    /** Gives a key a new secret, in place of the old one; `allow` may throw to forbid it. */
    async rotate(
      id: string,
      allow: (key: KeyRecord) => void,
    ): Promise<Issued<KeyRecord> | undefined> {
      const { secret, ...made } = mintHashed("J", deps);
      const record = await store.update(id, (key) => {
        allow(key);
        return { ...key, ...made };
      });
      return record && { record, secret };
    },
  };
}
