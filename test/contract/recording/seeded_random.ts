import type { Random } from "../../../src/platform/random.ts";
import { createPrng } from "../../support/prng.ts";

/** A source of randomness that begins anew where it is told to. */
export interface SeededRandom extends Random {
  /** What comes next depends on `seed` alone. */
  reseed(seed: number): void;
}

export function createSeededRandom(): SeededRandom {
  let prng = createPrng(0);
  return {
    reseed: (seed) => void (prng = createPrng(seed * 7919)),
    bytes: (count) => Uint8Array.from({ length: count }, () => prng.between(0, 255)),
    fraction: () => prng.between(0, 999_999) / 1_000_000,
  };
}
