import type {
  BuildResult,
  CaseResult,
  ProcessesResult,
  Results,
  StartResult,
  TargetName,
} from "./results.ts";
import type { Table } from "./table.ts";

/** One aim: what was wanted, what was measured, and what keeps it from being better. */
interface Aim {
  readonly name: string;
  readonly wanted: string;
  /** Undefined where it was not measured. */
  readonly measured: string | undefined;
  readonly limitedBy: string;
}

const SMALL = ["304", "300B", "2KB", "10KB", "page", "search"];
const BROTLI = ["300B-br", "2KB-br", "10KB-br", "30KB-br", "190KB-br", "1.9MB-br"];

/** What this program wants to be, and what a whole run says of it. */
export function aimTable(results: Results): Table {
  return {
    title: "What is aimed at",
    headings: ["aim", "wanted", "measured", "limited by"],
    rows: aimsOf(results).flatMap(({ name, wanted, measured, limitedBy }) =>
      measured === undefined ? [] : [[name, wanted, measured, limitedBy]]
    ),
  };
}

function aimsOf({ cases, starts, builds = [], soak, processes, machine }: Results): Aim[] {
  const of = (names: readonly string[], ratio: RatioOf) => ofCases(cases, names, ratio);
  /** What the floor comes to, whatever is decided above it. */
  const floor = (names: readonly string[], to: TargetName) =>
    told("reads alone", of(names, cpuRatio("reads", to)));
  return [
    aim("304 and up to 10 KB, to plain", "≤ 1.1", of(SMALL, toPlain), floor(SMALL, "plain")),
    aim("304 and up to 10 KB, to best", "≤ 1.5", of(SMALL, toBest), floor(SMALL, "best")),
    aim("30 KB, to plain", "≤ 0.6", of(["30KB"], toPlain), floor(["30KB"], "plain")),
    aim("br, to plain", "≤ 1.1", of(BROTLI, toPlain), floor(BROTLI, "plain")),
    aim(
      ...["p99, to plain", "≤ 1.5", of([...SMALL, "30KB"], p99Ratio("oshibase"))] as const,
      told("reads alone", of([...SMALL, "30KB"], p99Ratio("reads"))),
    ),
    aim(
      ...["a 403, to a 200 of 2 KB", "≤ 0.8", ratioOfCases(cases, "403", "2KB")] as const,
      told("reads alone", ratioOfCases(cases, "403", "2KB", "reads")),
    ),
    aim(
      ...["requests a second, to Hono, KV", "≥ 50", timesThatOf(cases, "hono-kv")] as const,
      told("plain", timesThatOf(cases, "hono-kv", "plain")),
    ),
    aim(
      ...["requests a second, to nginx", "≥ 0.4", timesThatOf(cases, "nginx")] as const,
      told("plain", timesThatOf(cases, "nginx", "plain")),
    ),
    aim(
      "two processes to one",
      "≥ 1.8",
      processes && timesOf(processes),
      processes?.timesPerSecond
        ? ""
        : `${machine.cores} cores: both servers on one, the load on the other`,
    ),
    aim(
      "writes for 1,000 requests",
      "≤ 5",
      soak?.writesPer1000.toFixed(2),
      "blocks of 1,000 or a quarter of a second",
    ),
    aim("memory after a million", "± 5 %", soak && growthOf(soak), ""),
    aim(
      "start at real size, beyond empty",
      "≤ 90 ms",
      beyondEmpty(starts),
      "loading modules, node:crypto",
    ),
    aim("build from nothing, to plain script", "≤ 1.1", ofBuild(builds, "toPlain"), ""),
    aim("the same by processor time", "≤ 1.25", ofBuild(builds, "cpuToPlain"), ""),
  ];
}

function aim(name: string, wanted: string, measured: string | undefined, limitedBy: string): Aim {
  return { name, wanted, measured, limitedBy };
}

type RatioOf = (result: CaseResult) => number | undefined;

const toPlain: RatioOf = ({ toPlain }) => toPlain.cpu.median;
const toBest: RatioOf = ({ toBest }) => toBest.cpu.median;

function cpuRatio(one: TargetName, other: TargetName): RatioOf {
  return ({ targets }) => {
    const [above, below] = [targets[one]?.cpuUs.median, targets[other]?.cpuUs.median];
    return above === undefined || below === undefined ? undefined : above / below;
  };
}

/** What something else comes to in the same run: no more is to be had without it. */
function told(name: string, measured: string | undefined): string {
  return measured === undefined ? "" : `${name}: ${measured}`;
}

function timesOf({ times, timesPerSecond }: ProcessesResult): string {
  if (timesPerSecond !== undefined) return timesPerSecond.median.toFixed(2);
  return `≥ ${times.median.toFixed(2)}`;
}

function p99Ratio(target: TargetName): RatioOf {
  return ({ targets: { [target]: one, plain } }) => {
    if (one?.p99Ms === undefined || plain?.p99Ms === undefined) return undefined;
    return one.p99Ms.median / plain.p99Ms.median;
  };
}

/** The range of the ratios of these cases. */
function ofCases(cases: readonly CaseResult[], names: readonly string[], of: RatioOf) {
  const ratios = cases.filter(({ name }) => names.includes(name)).flatMap((each) => of(each) ?? []);
  return rangeOf(ratios);
}

/** How many times as many good answers a second as another program one sends, or another one does. */
function timesThatOf(
  cases: readonly CaseResult[],
  other: TargetName,
  one: TargetName = "oshibase",
): string | undefined {
  const good = cases.filter(({ status }) => status < 400);
  return rangeOf(good.flatMap(({ targets }) => {
    const [own, others] = [targets[one], targets[other]];
    return own === undefined || others === undefined
      ? []
      : own.perSecond.median / others.perSecond.median;
  }));
}

function ratioOfCases(
  cases: readonly CaseResult[],
  one: string,
  other: string,
  target: TargetName = "oshibase",
) {
  const usOf = (wanted: string) =>
    cases.find(({ name }) => name === wanted)?.targets[target]?.cpuUs.median;
  const [above, below] = [usOf(one), usOf(other)];
  return above === undefined || below === undefined ? undefined : (above / below).toFixed(2);
}

function rangeOf(ratios: readonly number[]): string | undefined {
  if (ratios.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map(short);
  return lowest === highest ? lowest : `${lowest}–${highest}`;
}

function short(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

function growthOf({ beforeMib, afterMib }: NonNullable<Results["soak"]>): string {
  const percent = (afterMib / beforeMib - 1) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} % of ${
    beforeMib.toFixed(0)
  } MiB`;
}

function ofBuild(
  builds: readonly BuildResult[],
  ratio: "toPlain" | "cpuToPlain",
): string | undefined {
  return builds.find(({ name }) => name.startsWith("build from nothing"))?.[ratio]?.median.toFixed(
    2,
  );
}

function beyondEmpty(starts: readonly StartResult[]): string | undefined {
  const [empty] = starts;
  const real = starts.findLast(({ name }) => name.startsWith("start, "));
  if (empty === undefined || real === undefined || real === empty) return undefined;
  return `${(real.ms.median - empty.ms.median).toFixed(0)} ms`;
}
