/** What one run took, by what was measured. */
export type Figures = Readonly<Record<string, number>>;

/** What is compared: `now`, perhaps an earlier commit as `before`, and `plain`, the least that can be done. */
export type Sides<T> = Readonly<Record<string, T>>;

/** What is made of each side, one after the other. */
export async function eachSide<T, U, K extends string>(
  sides: Readonly<Record<K, T>>,
  make: (side: T) => U | Promise<U>,
): Promise<Record<K, U>> {
  const made: [string, U][] = [];
  for (const [name, side] of Object.entries<T>(sides)) made.push([name, await make(side)]);
  return Object.fromEntries(made) as Record<K, U>;
}

/**
 * Measures all sides in turn, after rounds that warm up. The order changes from round to round, so that a
 * machine that slows down or speeds up favours none.
 */
export async function inTurns(
  sides: Sides<() => Promise<Figures>>,
  rounds: number,
  warmUps = 1,
): Promise<Sides<Figures[]>> {
  const order = Object.entries(sides);
  const samples = Object.fromEntries(order.map(([name]) => [name, [] as Figures[]]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, measure] of order.reverse()) {
      const figures = await measure();
      if (round >= 0) samples[name]!.push(figures);
    }
  }
  return samples;
}

/** Prints a line for each thing that was measured: the median, and what it is to the other sides'. */
export function print(name: string, { now = [], plain, before }: Sides<readonly Figures[]>): void {
  for (const measure of Object.keys(now[0] ?? {})) {
    const own = now.map((figures) => figures[measure]!);
    const ratio = (others: readonly Figures[] | undefined) => {
      if (others?.[0]?.[measure] === undefined) return "";
      const ratios = own.map((one, n) => one / others[n]![measure]!);
      const [lower, median, upper] = quartiles(ratios).map((each) => each.toFixed(2));
      return `${median} (${lower}–${upper})`;
    };
    const median = quartiles(own)[1]!;
    const shown = median < 100 ? median.toPrecision(3) : median.toFixed(0);
    printRow(name, measure, shown, ratio(plain), ratio(before));
  }
}

export function printRow(...cells: readonly string[]): void {
  console.log(cells.map((cell, n) => cell.padEnd([32, 18, 8, 20, 0][n]!)).join("").trimEnd());
}

/** The median, and what lies around the half of all in the middle. */
function quartiles(numbers: readonly number[]): number[] {
  const sorted = numbers.toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]!);
}
