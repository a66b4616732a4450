/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Sums up measurements, rounded to four digits. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { median: rounded(median), min: rounded(sorted[0]!), max: rounded(sorted.at(-1)!) };
}

function rounded(number: number): number {
  return Number(number.toPrecision(4));
}
