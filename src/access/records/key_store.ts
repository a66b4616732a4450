import type { Plans } from "../../model/plans.ts";
import { type Kv, type KvWrite, setUntil } from "../../platform/kv.ts";
import { signupEmailKey } from "../../platform/credential_keys.ts";
import type { Account } from "../../quota/account.ts";
import { periodAt } from "../../quota/period.ts";
import { type CommitExtra, createRecords, joinExtras, type Records } from "./records.ts";
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
  /** The digest of the folded e-mail that signed up for it; absent: an operator issued it. */
  readonly signup?: string;
  /** The key of the same e-mail whose use goes on as that of this key; absent: it has its own. */
  readonly account?: string;
  /** What its owner builds, as the owner said. */
  readonly note?: string;
  /** The language of letters to its owner; absent: English. */
  readonly language?: LetterLanguage;
  /** The secret before this one, until it ends. */
  readonly former?: FormerSecret;
  /** How often its feed tokens were ended: those of an earlier generation open nothing. Absent: never. */
  readonly feedGeneration?: number;
  /** Made by `start` for trying the service out; usable from loopback alone, never through a proxy. */
  readonly demo?: true;
}

/** The languages of letters. */
export type LetterLanguage = "en" | "id";

/** A secret that still opens what its key opens. */
interface FormerSecret {
  readonly digest: string;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** Whether the key opens anything at `now` (epoch ms). */
export function isLive(key: KeyRecord, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** Whether a key may read this group. */
export function mayRead({ groups }: KeyRecord, group: string): boolean {
  return groups.length === 0 || groups.includes(group);
}

/** The ledger's account of a key; undefined if its plan is not there. */
export function accountOf(key: KeyRecord, plans: Plans): Account | undefined {
  const plan = Object.hasOwn(plans, key.plan) ? plans[key.plan] : undefined;
  return plan && { id: accountNameOf(key), quota: plan.quota };
}

/** The name of a key's account in the ledger. */
export function accountNameOf({ id, account = id }: KeyRecord): string {
  return account;
}

/** The facts about an e-mail that has signed up. */
export interface SignedUp {
  /** Its key; undefined: it was deleted. */
  readonly id?: string;
  /** The account in the ledger by which the next key goes on. */
  readonly account: string;
}

/**
 * Notes that an e-mail has no key any more. Its account is known until the quota's period ends, so that no
 * other sign-up makes more of it.
 */
export function leftEmail(key: KeyRecord, plansNow: () => Plans, now: number): KvWrite[] {
  if (key.signup === undefined) return [];
  const plans = plansNow();
  const { quota = "unlimited" } = Object.hasOwn(plans, key.plan) ? plans[key.plan]! : {};
  const at = signupEmailKey(key.signup);
  if (quota === "unlimited") return [{ delete: at }];
  const left: SignedUp = { account: accountNameOf(key) };
  return [setUntil(at, left, periodAt(quota, now).endsAt, now)];
}

/** How a key ends for good: one that is forgotten is revoked, too, then or before. */
export type KeyEnd = "revoked" | "forgotten";

/** What is checked and written in the commit that ends a key; `key` is how it was before. */
export type OnKeyEnd = (kv: Kv, key: KeyRecord, how: KeyEnd) => Promise<CommitExtra>;

/** How a change ends a key; undefined: it does not. */
function endOf(before: KeyRecord, after: KeyRecord | undefined): KeyEnd | undefined {
  const isNew = (name: "forgottenAt" | "revokedAt") =>
    before[name] === undefined && after?.[name] !== undefined;
  return isNew("forgottenAt") ? "forgotten" : isNew("revokedAt") ? "revoked" : undefined;
}

/** What is asked for when a key is issued. */
export type KeyRequest = Omit<KeyRecord, "id" | "digest" | "hint" | "revokedAt">;

/** A record and its secret, which is in this result and nowhere else. */
export interface Issued<R> {
  readonly record: R;
  readonly secret: string;
}

/** API keys in the store. */
export interface KeyStore extends Records<KeyRecord> {
  /** Makes a key that is not stored yet. */
  make(request: KeyRequest): Issued<KeyRecord>;
  issue(request: KeyRequest): Promise<Issued<KeyRecord>>;
}

/** Creates it. `onKeyEnd`: what ends with a key; nothing if left out. */
export function createKeyStore(
  deps: SecretDeps & { readonly onKeyEnd?: OnKeyEnd | undefined },
): KeyStore {
  const records = createRecords<KeyRecord>(deps, {
    kind: "key",
    since: ({ createdAt }) => createdAt,
    visible: "hint owner email plan groups ips createdAt expiresAt revokedAt forgottenAt " +
      "creditedAt demo note language",
  });

  function make(request: KeyRequest): Issued<KeyRecord> {
    const { secret, ...made } = mintHashed("J", deps);
    return { record: { id: mintId("k", deps.random), ...made, ...request }, secret };
  }

  return {
    ...records,
    make,
    update: (id, alter, extraFor) =>
      records.update(id, alter, async (before, after) => {
        const how = endOf(before, after);
        const ending = how && await deps.onKeyEnd?.(deps.kv, before, how);
        return joinExtras([await extraFor?.(before, after) ?? {}, ending ?? {}]);
      }),
    async issue(request) {
      const issued = make(request);
      if (!await records.add(issued.record)) throw new Error("Cannot issue the key: try again");
      return issued;
    },
  };
}
