/** A code that its holder can have verified (`/api/codes/verify`). The code itself is not stored. */
export interface CodeRecord {
  /** Names it in commands: `c_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The last four letters or digits of the code. */
  readonly hint: string;
  /** Verified only together with this address, where there is one. */
  readonly email?: string;
  /** How often it may be used, and has been. */
  readonly limit: number;
  readonly used: number;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly revokedAt?: number;
}

/** Whether every use is spent. */
export function isUsedUp({ used, limit }: CodeRecord): boolean {
  return used >= limit;
}
