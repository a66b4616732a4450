/** Rows under their headings; the first column stands to the left, the others to the right. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lays a table out for a terminal. */
export function textOf(table: Table): string {
  const lines = padded(table).map((cells) => cells.join("  "));
  return `${table.title}\n${lines.join("\n")}\n`;
}

/** Lays a table out as Markdown, as `deno fmt` leaves it. */
export function markdownOf(table: Table): string {
  const [headings, ...rows] = padded(table);
  const rule = headings!.map(({ length }, column) =>
    column === 0 ? "-".repeat(length) : `${"-".repeat(length - 1)}:`
  );
  return [headings!, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function padded({ headings, rows }: Table): string[][] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]!.length))
  );
  return [headings, ...rows].map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)
    )
  );
}
