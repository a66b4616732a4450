/** Prints rows under their headings, numbers to the right. */
export function printTable(
  title: string,
  headings: string[],
  rows: readonly (string | number)[][],
) {
  const cells = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)
    ).join("  ");
  console.log(`\n${title}\n${cells.map(line).join("\n")}`);
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}
