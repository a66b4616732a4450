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
