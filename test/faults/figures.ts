/** A figure that a test measured. */
export interface Figure {
  /** What was done, with how much of it. */
  readonly what: string;
  /** What came of it. */
  readonly figure: string;
}

/** The variable that names the file in which the figures of a run are kept. */
export const FIGURES_FILE = "FIGURES_FILE";

/** Prints a figure, and keeps it for the table at the end of the run. */
export function noteFigure(what: string, figure: string): void {
  console.log(`${what}: ${figure}`);
  const path = Deno.env.get(FIGURES_FILE);
  if (path === undefined) return;
  Deno.writeTextFileSync(path, `${JSON.stringify({ what, figure })}\n`, { append: true });
}

/** The figures of a run as a table. */
export function figuresTable(lines: string): string {
  const figures = lines.trim().split("\n").filter(Boolean).map((line): Figure => JSON.parse(line));
  const width = Math.max(0, ...figures.map(({ what }) => what.length));
  return figures.map(({ what, figure }) => `${what.padEnd(width)}  ${figure}`).join("\n");
}
