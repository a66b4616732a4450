import { aimTable } from "./aims.ts";
import { historyTable, type PastRun } from "./history.ts";
import {
  type CaseResult,
  type Ratios,
  type Results,
  TARGET_NAMES,
  type TargetName,
} from "./results.ts";
import type { Spread } from "./statistics.ts";
import { markdownOf, type Table, textOf } from "./table.ts";

const NAMES: Record<TargetName, string> = {
  oshibase: "Oshibase",
  before: "before",
  plain: "plain",
  best: "best",
  reads: "reads",
  hono: "Hono",
  "hono-kv": "Hono, KV",
  nginx: "nginx",
};

/** Stand before the ratios, the other programs behind them. */
const OF_THIS_RUNTIME: readonly TargetName[] = ["oshibase", "before", "plain", "best", "reads"];

/** Prints a run for a terminal. */
export function reportText(results: Results): string {
  const requests = [aimTable, cpuTable, telemetryTable, perSecondTable, p99Table, processesTable];
  const tables = [...requests, startTable, buildTable].map((make) => make(results))
    .filter(({ rows }) => rows.length > 0);
  return `${tables.map(textOf).join("\n")}\n${circumstances(results)}\n`;
}

/** Prints what is aimed at, as the page on how it works has it. */
export function aimsMarkdown(results: Results): string {
  return markdownOfTables(results, [aimTable]);
}

/** Prints each case and what it was in the runs before, as the documents have it. */
export function figuresMarkdown(results: Results, history: readonly PastRun[]): string {
  return markdownOfTables(results, [
    cpuTable,
    telemetryTable,
    processesTable,
    startTable,
    buildTable,
    () => historyTable(history),
  ]);
}

/** Prints what the README has: six figures, and where the others are. */
export function readmeMarkdown({ cases, starts, builds = [], ...run }: Results): string {
  const list = cases.find(({ name }) => name === "10KB");
  const start = starts.findLast(({ name }) => name.startsWith("start, "));
  const build = builds.find(({ name }) => name.startsWith("build from nothing"));
  const own = list?.targets.oshibase;
  const rows = [
    ["answers of 10 KB a second, each by a key with a quota", own?.perSecond.median.toFixed(0)],
    ["99 of 100 of them, 16 at once, come within", own?.p99Ms && ms(own.p99Ms)],
    ["their processor time, to a server that only sends", list && ratioText(list.toPlain.cpu)],
    ["start to the first answer, with 3,000 shows", start && ms(start.ms)],
    ["memory then", start && `${start.peakMib.median.toFixed(0)} MiB`],
    ["build from nothing, of 5,144 files", build && ms(build.ms)],
  ].map(([what, measured]) => [what!, measured ?? ""]);
  const table = markdownOf({ title: "", headings: ["What", "Measured"], rows });
  const when = `Commit ${run.commit}, ${run.measuredAt.slice(0, 10)}`;
  return `${table}\n${when}: [the rest](build/site/docs/pages/capacity.md).\n`;
}

function ms({ median }: Spread): string {
  return `${median.toFixed(median < 10 ? 1 : 0)} ms`;
}

function markdownOfTables(
  results: Results,
  makers: readonly ((results: Results) => Table)[],
): string {
  const tables = makers.map((make) => make(results)).filter(({ rows }) => rows.length > 0);
  const parts = tables.map((table) => `${table.title}:\n\n${markdownOf(table)}`);
  return `${parts.join("\n")}\n${circumstances(results)}\n`;
}

function cpuTable({ cases }: Results): Table {
  return caseTable("Processor time of a request in µs", cases, {
    figure: (result, name) => result.targets[name]?.cpuUs.median.toFixed(1),
    ratio: ({ cpu }) => cpu,
  });
}

function telemetryTable({ telemetry = [] }: Results): Table {
  return {
    title: "Requests that are numbered, counted and logged, beside a server that does none of it",
    headings: ["case", "without, µs", "numbered", "and counted", "and logged"],
    rows: telemetry.map(({ name, withoutUs, numbering, counting, logging }) => [
      ...[name, withoutUs.median.toFixed(1)],
      ...[numbering, counting, logging].map(ratioText),
    ]),
  };
}

function perSecondTable({ cases }: Results): Table {
  return caseTable("Requests a second", cases, {
    figure: (result, name) => result.targets[name]?.perSecond.median.toFixed(0),
    ratio: ({ perSecond }) => perSecond,
  });
}

function p99Table({ cases }: Results): Table {
  const measured = cases.filter(({ targets }) => targets.oshibase?.p99Ms !== undefined);
  const names = TARGET_NAMES.filter((name) => measured.some(({ targets }) => name in targets));
  return {
    title: "99 of 100 answers within so many ms",
    headings: ["case", ...names.map((name) => NAMES[name])],
    rows: measured.map(({ name, targets }) => [
      name,
      ...names.map((target) => targets[target]?.p99Ms?.median.toFixed(2) ?? ""),
    ]),
  };
}

interface Column {
  figure(result: CaseResult, name: TargetName): string | undefined;
  ratio(ratios: Ratios): Spread;
}

function caseTable(title: string, cases: readonly CaseResult[], column: Column): Table {
  const { figure, ratio } = column;
  const measured = TARGET_NAMES.filter((name) => cases.some(({ targets }) => name in targets));
  const own = measured.filter((name) => OF_THIS_RUNTIME.includes(name));
  const others = measured.filter((name) => !OF_THIS_RUNTIME.includes(name));
  const figures = (result: CaseResult, names: readonly TargetName[]) =>
    names.map((name) => figure(result, name) ?? "");
  return {
    title,
    headings: [
      ...["case", "bytes", ...own.map((name) => NAMES[name])],
      ...["to plain", "to best", ...others.map((name) => NAMES[name])],
    ],
    rows: cases.map((result) => [
      ...[result.name, String(result.bytes), ...figures(result, own)],
      ...[ratio(result.toPlain), ratio(result.toBest)].map(ratioText),
      ...figures(result, others),
    ]),
  };
}

function processesTable({ processes }: Results): Table {
  const rows = processes === undefined ? [] : [
    ["one", processes.one.median.toFixed(1), "1.00", "1.00"],
    [
      ...["two", processes.two.median.toFixed(1), ratioText(processes.times)],
      processes.timesPerSecond ? ratioText(processes.timesPerSecond) : "",
    ],
  ];
  return {
    title: "Two processes on one port beside one",
    headings: ["processes", "CPU µs", "times as much, at least", "answers a second"],
    rows,
  };
}

function startTable({ starts }: Results): Table {
  return {
    title: "Start to the first 200, and build",
    headings: ["program", "ms", "least–most", "to empty", "CPU ms", "peak MiB"],
    rows: starts.map(({ name, ms, cpuMs, peakMib, toEmpty }) => [
      ...[name, ms.median.toFixed(0), `${ms.min.toFixed(0)}–${ms.max.toFixed(0)}`],
      ...[toEmpty.toFixed(2), cpuMs.median.toFixed(0), peakMib.median.toFixed(0)],
    ]),
  };
}

function buildTable({ builds = [] }: Results): Table {
  return {
    title: "Builds, beside a plain script that reads the same files with the same libraries",
    headings: ["program", "ms", "to plain", "CPU ms", "CPU to plain", "peak MiB"],
    rows: builds.map(({ name, ms, cpuMs, peakMib, toPlain, cpuToPlain }) => [
      ...[name, ms.median.toFixed(0), ratioText(toPlain)],
      ...[cpuMs.median.toFixed(0), cpuToPlain ? ratioText(cpuToPlain) : ""],
      peakMib.median.toFixed(0),
    ]),
  };
}

function ratioText({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

function circumstances({ measuredAt, commit, machine, versions, method }: Results): string {
  const programs = Object.entries(versions).filter(([name]) => name !== "v8")
    .map(([name, version]) => `${name} ${version}`);
  const rounds = `${method.rounds} rounds of ${method.roundMs} ms over ${method.connections} ` +
    `connections by ${method.load}`;
  return `Commit ${commit}, ${measuredAt.slice(0, 10)}. ${machine.cpu}, ${machine.cores} cores, ` +
    `load average ${machine.loadBefore[0]} before. Programs: ${programs.join(", ")}. ` +
    `Medians of ${rounds}. Pinned: ${machine.pinned}.`;
}
