/** The source of randomness: key material, identifiers, jitter. */
export interface Random {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter; not for secrets. */
  fraction(): number;
}

/** The system's cryptographic source. */
export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  fraction: () => Math.random(),
};

/**
 * A name for this start of this process: 16 hexadecimal digits. It is never used again: two processes
 * of one name would each spend the same grants, and each go on with the other's claims.
 */
export function processName(random: Random): string {
  return random.bytes(8).toHex();
}
