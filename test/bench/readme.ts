import { reportMarkdown } from "./report.ts";
import type { Results } from "./results.ts";

const README = new URL("../../README.md", import.meta.url);

/** From the first table's title to the end of the sentence on the circumstances. */
const FIGURES = /^(?:What is aimed at|Processor time of a request in µs):\n[^]*?pinned:\s[^.]*\.$/m;

/** Puts a run's tables where the README has those of the run before. */
export function writeReadmeFigures(results: Results): void {
  const text = Deno.readTextFileSync(README);
  const figures = reportMarkdown(results).trimEnd();
  Deno.writeTextFileSync(README, text.replace(FIGURES, () => figures));
  new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", README.pathname] }).outputSync();
}

/** The tables that the README has. */
export function readmeFigures(): string {
  return FIGURES.exec(Deno.readTextFileSync(README))?.[0] ?? "";
}
