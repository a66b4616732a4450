import { readHistory } from "./history.ts";
import { aimsMarkdown, figuresMarkdown, readmeMarkdown } from "./report.ts";
import type { Results } from "./results.ts";

/** A text of the repository that shows figures of the last whole run. */
export interface FiguresText {
  readonly path: string;
  /** From the first table's title to the end of the sentence on the circumstances. */
  readonly figures: RegExp;
  /** The tables that it has. */
  readonly markdown: (results: Results) => string;
}

/**
 * The README has six figures, the page on how it works the aims, and the page on capacity what one
 * machine carries.
 */
export const FIGURES_TEXTS: readonly FiguresText[] = [
  {
    path: "README.md",
    figures: /^\| What +\| +Measured \|\n[^]*?\[the\srest\][^.]*\.md\)\.$/m,
    markdown: readmeMarkdown,
  },
  {
    path: "build/site/docs/pages/how_it_works.md",
    figures: /^What is aimed at:\n[^]*?Pinned:\s[^.]*\.$/m,
    markdown: aimsMarkdown,
  },
  {
    path: "build/site/docs/pages/capacity.md",
    figures: /^Processor time of a request in µs:\n[^]*?Pinned:\s[^.]*\.$/m,
    markdown: (results) => figuresMarkdown(results, readHistory()),
  },
];

/** Puts a run's tables where the texts have those of the run before. Their lines are not formatted. */
export function writeFigures(results: Results): void {
  for (const { path, figures, markdown } of FIGURES_TEXTS) {
    const text = Deno.readTextFileSync(fileOf(path));
    const next = text.replace(figures, () => markdown(results).trimEnd());
    Deno.writeTextFileSync(fileOf(path), next);
  }
}

/** The tables that a text has. */
export function shownFigures({ path, figures }: FiguresText): string {
  return figures.exec(Deno.readTextFileSync(fileOf(path)))?.[0] ?? "";
}

function fileOf(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}
