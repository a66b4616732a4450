import type { Random } from "../../src/platform/random.ts";

/** Numbers that look random and come out the same for the same seed. */
export interface Prng extends Random {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Whether something that happens this often (0 to 1) happens now. */
  happens(often: number): boolean;
  /** Some of the choices, each at most once, in random order. */
  some<T>(choices: readonly T[], count: number): T[];
}

/** The generator "mulberry32": 32 bits of state, enough for tests and made-up content. */
export function createPrng(seed: number): Prng {
  let state = seed >>> 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function between(least: number, most: number): number {
    return least + Math.floor(fraction() * (most - least + 1));
  }

  return {
    fraction,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    happens: (often) => fraction() < often,
    some(choices, count) {
      const left = [...choices];
      const taken = Math.min(count, left.length);
      return Array.from({ length: taken }, () => left.splice(between(0, left.length - 1), 1)[0]!);
    },
  };
}
