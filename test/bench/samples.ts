import type { Figures, Ratios } from "./results.ts";
import { spreadOf } from "./statistics.ts";

/** One target in one round. */
export interface Sample {
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p99Ms?: number | undefined;
}

/** Sums up one target's rounds. */
export function figuresOf(samples: readonly Sample[]): Figures {
  return {
    cpuUs: spreadOf(samples.map(({ cpuUs }) => cpuUs)),
    perSecond: spreadOf(samples.map(({ perSecond }) => perSecond)),
    ...spreadOfP99(samples),
  };
}

/** Empty where the load generator does not tell. */
function spreadOfP99(samples: readonly Sample[]): Pick<Figures, "p99Ms"> {
  const told = samples.flatMap(({ p99Ms }) => p99Ms ?? []);
  return told.length === 0 ? {} : { p99Ms: spreadOf(told) };
}

/** Divides two targets' figures round by round. */
export function ratiosOf(samples: readonly Sample[], baseline: readonly Sample[]): Ratios {
  return {
    cpu: spreadOf(samples.map(({ cpuUs }, round) => cpuUs / baseline[round]!.cpuUs)),
    perSecond: spreadOf(
      samples.map(({ perSecond }, round) => perSecond / baseline[round]!.perSecond),
    ),
  };
}
