/** Random choices that come out the same for the same seed. */
export interface Dice {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Whether something that happens this often (0 to 1) happens now. */
  happens(often: number): boolean;
  /** Some of the choices, each at most once, in random order. */
  some<T>(choices: readonly T[], count: number): T[];
}

/** Dice by the generator "mulberry32": 32 bits of state, good enough for made-up content. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    happens: (often) => next() < often,
    some(choices, count) {
      const left = [...choices];
      const taken = Math.min(count, left.length);
      return Array.from({ length: taken }, () => left.splice(between(0, left.length - 1), 1)[0]!);
    },
  };
}
