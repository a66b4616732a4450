/** Lays rows out in columns for people; empty columns are left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ""));
  const pick = (row: readonly string[]) => row.filter((_, column) => used[column]);
  const shown = [heads, ...rows].map(pick);
  const widths = pick(heads).map((_, column) =>
    Math.max(...shown.map((row) => row[column]!.length))
  );
  return shown.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()
  );
}
