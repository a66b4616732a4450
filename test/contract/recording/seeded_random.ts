import type { Random } from "../../../src/platform/random.ts";
import { createDice } from "../../support/dice.ts";

/** A source of randomness that begins anew where it is told to. */
export interface SeededRandom extends Random {
  /** What comes next depends on `seed` alone. */
  reseed(seed: number): void;
}

export function createSeededRandom(): SeededRandom {
  let dice = createDice(0);
  return {
    reseed: (seed) => void (dice = createDice(seed * 7919)),
    bytes: (count) => Uint8Array.from({ length: count }, () => dice.between(0, 255)),
    fraction: () => dice.between(0, 999_999) / 1_000_000,
  };
}
