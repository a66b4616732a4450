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
  /** Addresses and CIDR ranges it may be used from; empty: none where a whitelist is asked for. */
  readonly ips: readonly string[];
  /** Epoch ms. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** Made by `start` for trying the service out; usable from loopback alone, never through a proxy. */
  readonly demo?: true;
}

/** Whether the key opens anything at `now` (epoch ms). */
export function isLive(key: KeyRecord, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}
