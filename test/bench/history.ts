import type { Results } from "./results.ts";
import type { Table } from "./table.ts";

/** What is kept of a whole run when the next one takes the place of its results. */
export interface PastRun {
  readonly measuredAt: string;
  /** With `+` behind it if the tree held changes. */
  readonly commit: string;
  readonly machine: string;
  /** By what was measured; the less, the better. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A line for each whole run, the oldest first. */
const HISTORY_FILE = new URL("history.jsonl", import.meta.url);

/** How many runs the documents show. */
const SHOWN_RUNS = 6;
/** What grows by more than this between two runs is called a loss: runs of one commit differ by less. */
const LOSS = 1.1;
/** The same for the slowest of a hundred answers, of which a run measures few. */
const P99_LOSS = 2;

/** Reads what is kept of all whole runs. */
export function readHistory(): PastRun[] {
  const lines = Deno.readTextFileSync(HISTORY_FILE).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Adds a whole run to those that are kept. */
export function addToHistory(results: Results): void {
  Deno.writeTextFileSync(HISTORY_FILE, `${JSON.stringify(pastRun(results))}\n`, { append: true });
}

/** What is kept of a run: ratios to what ran beside it, which say the same on another machine. */
export function pastRun(
  { measuredAt, commit, machine, cases, starts, builds = [] }: Results,
): PastRun {
  const figures: Record<string, number> = {};
  for (const { name, toPlain } of cases) figures[`${name}, CPU to plain`] = toPlain.cpu.median;
  for (const { name, targets: { oshibase, plain } } of cases) {
    const [own, others] = [oshibase?.p99Ms, plain?.p99Ms];
    if (own && others) figures[`${name}, p99 to plain`] = rounded(own.median / others.median);
  }
  const [empty, ...others] = starts;
  for (const { name, ms } of others) {
    if (name.startsWith("start")) {
      figures[`${name}, ms beyond empty`] = rounded(ms.median - empty!.ms.median);
    }
  }
  for (const { name, toPlain, cpuToPlain } of builds.slice(1)) {
    figures[`${name}, to plain`] = toPlain.median;
    if (cpuToPlain) figures[`${name}, CPU to plain`] = cpuToPlain.median;
  }
  return { measuredAt, commit, machine: `${machine.cpu}, ${machine.cores} cores`, figures };
}

/** The last runs, a column each: a row for each figure of the last one, with its change since the one before. */
export function historyTable(runs: readonly PastRun[]): Table {
  const shown = runs.slice(-SHOWN_RUNS);
  const last = shown.at(-1);
  return {
    title: "The last runs by their commits, the less the better",
    headings: ["figure", ...shown.map(({ commit }) => commit), "change"],
    rows: Object.keys(last?.figures ?? {}).map((name) => [
      name,
      ...shown.map(({ figures }) => figures[name] === undefined ? "" : figureText(figures[name])),
      changeText(name, shown.at(-2)?.figures[name], last!.figures[name]!),
    ]),
  };
}

/** What the last run lost since the one before it, a line each. */
export function lossesOf(runs: readonly PastRun[]): string[] {
  const [before, last] = runs.slice(-2);
  if (before === undefined || last === undefined) return [];
  return Object.entries(last.figures)
    .map(([name, figure]) => ({ name, figure, former: before.figures[name] }))
    .filter(({ name, figure, former }) => isLoss(name, former, figure))
    .map(({ name, figure, former }) => `${name}: ${figureText(former!)} → ${figureText(figure)}`);
}

function isLoss(name: string, before: number | undefined, now: number): boolean {
  return before !== undefined && now > (name.includes("p99") ? P99_LOSS : LOSS) * before;
}

function changeText(name: string, before: number | undefined, now: number): string {
  if (before === undefined) return "";
  const percent = Math.round(100 * (now / before - 1));
  return `${percent > 0 ? "+" : ""}${percent} %${isLoss(name, before, now) ? " (loss)" : ""}`;
}

function figureText(figure: number): string {
  return figure >= 20 ? figure.toFixed(0) : figure.toFixed(2);
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(4));
}
