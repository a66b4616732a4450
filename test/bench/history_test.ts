import assert from "node:assert/strict";
import { historyTable, lossesOf, type PastRun, pastRun, readHistory } from "./history.ts";
import { readResults } from "./results.ts";

const runOf = (commit: string, figures: Record<string, number>): PastRun => ({
  measuredAt: "2026-01-01T00:00:00.000Z",
  commit,
  machine: "",
  figures,
});

const RUNS = [
  runOf("a1", { "2KB, CPU to plain": 1.2 }),
  runOf("b2", { "2KB, CPU to plain": 1, "2KB, p99 to plain": 2, "start, ms beyond empty": 140 }),
  runOf("c3", {
    "2KB, CPU to plain": 1.11,
    "2KB, p99 to plain": 3.9,
    "start, ms beyond empty": 119,
    "build, to plain": 1.4,
  }),
];

Deno.test("the history ends with the last whole run of deno task bench", () => {
  const history = readHistory();
  assert.deepEqual(history.at(-1), pastRun(readResults()));
  const times = history.map(({ measuredAt }) => measuredAt);
  assert.deepEqual(times, times.toSorted());
});

Deno.test("the history shows each figure of the last run beside those of the runs before", () => {
  assert.deepEqual(historyTable(RUNS), {
    title: "The last runs by their commits, the less the better",
    headings: ["figure", "a1", "b2", "c3", "change"],
    rows: [
      ["2KB, CPU to plain", "1.20", "1.00", "1.11", "+11 % (loss)"],
      ["2KB, p99 to plain", "", "2.00", "3.90", "+95 %"],
      ["start, ms beyond empty", "", "140", "119", "-15 %"],
      ["build, to plain", "", "", "1.40", ""],
    ],
  });
});

Deno.test("what the last run lost is named, and what it won is not", () => {
  assert.deepEqual(lossesOf(RUNS), ["2KB, CPU to plain: 1.00 → 1.11"]);
  assert.deepEqual(lossesOf(RUNS.slice(0, 2)), []);
  assert.deepEqual(lossesOf(RUNS.slice(0, 1)), []);
});
