import type { Spread } from "./statistics.ts";

/** Who is measured; `oshibase` is the real server, `before` that of an earlier commit. */
export const TARGET_NAMES = [
  "oshibase",
  "before",
  "plain",
  "best",
  "reads",
  "hono",
  "hono-kv",
  "nginx",
] as const;
export type TargetName = typeof TARGET_NAMES[number];

/** What one target needed for a case. */
export interface Figures {
  /** Processor time of a request, in µs. */
  readonly cpuUs: Spread;
  readonly perSecond: Spread;
  /** The time within which 99 of 100 answers came, in ms; absent where nobody told. */
  readonly p99Ms?: Spread;
}

/** The real server's figures divided by a baseline's, round by round. */
export interface Ratios {
  readonly cpu: Spread;
  readonly perSecond: Spread;
}

/** One case, measured. */
export interface CaseResult {
  readonly name: string;
  readonly status: number;
  readonly bytes: number;
  readonly targets: Readonly<Partial<Record<TargetName, Figures>>>;
  readonly toPlain: Ratios;
  readonly toBest: Ratios;
}

/** One program from its start to its first 200, or to its end. */
export interface StartResult {
  readonly name: string;
  readonly ms: Spread;
  readonly cpuMs: Spread;
  readonly peakMib: Spread;
  /** `ms` divided by that of the empty program. */
  readonly toEmpty: number;
}

/** A build, a check, a comparison or the plain script that all are divided by. */
export interface BuildResult extends Omit<StartResult, "toEmpty"> {
  /** `ms` divided by that of the plain script in the same round. */
  readonly toPlain: Spread;
  /** `cpuMs` divided by that of the plain script; absent in runs of an earlier program. */
  readonly cpuToPlain?: Spread;
}

/** What very many requests of one key leave behind. */
export interface SoakResult {
  readonly requests: number;
  /** Resident memory before them and after, in MiB. */
  readonly beforeMib: number;
  readonly afterMib: number;
  /** Tickets written to lease units of the key's quota, for each 1,000 requests. */
  readonly writesPer1000: number;
}

/** Two processes on one port, beside one. */
export interface ProcessesResult {
  /** Processor time of a request in all processes, in µs. */
  readonly one: Spread;
  readonly two: Spread;
  /** How many times as much two do, round by round: by their processor time, a processor each. */
  readonly times: Spread;
  /** The same by answers a second; absent where the load had no processor of its own. */
  readonly timesPerSecond?: Spread;
}

/** What it costs to tell of requests, in one case. */
export interface TelemetryResult {
  readonly name: string;
  /** Processor time of a request that is not told of, in µs. */
  readonly withoutUs: Spread;
  /** Divided by it, round by round: each request has an id of its own. */
  readonly numbering: Spread;
  /** Also counted for `/metrics`: the server as it starts. */
  readonly counting: Spread;
  /** With `ACCESS_LOG=on` besides. */
  readonly logging: Spread;
}

/** What a run leaves in `results.json`. */
export interface Results {
  readonly measuredAt: string;
  /** With `+` behind it where the tree held changes. */
  readonly commit: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    /** What else ran, as load averages of 1, 5 and 15 minutes before the run. */
    readonly loadBefore: readonly number[];
    readonly pinned: string;
  };
  readonly versions: Readonly<Record<string, string>>;
  readonly method: {
    readonly load: string;
    readonly connections: number;
    readonly rounds: number;
    readonly roundMs: number;
  };
  readonly cases: readonly CaseResult[];
  readonly starts: readonly StartResult[];
  /** Absent where only some cases were measured, and in runs of an earlier program. */
  readonly soak?: SoakResult;
  /** Absent likewise. */
  readonly processes?: ProcessesResult;
  /** The same. */
  readonly telemetry?: readonly TelemetryResult[];
  /** Absent in runs of an earlier program. */
  readonly builds?: readonly BuildResult[];
}

/** The figures of the last whole run, which the documents show. */
export const RESULTS_FILE = new URL("results.json", import.meta.url);

/** Reads what the last whole run left. */
export function readResults(): Results {
  return JSON.parse(Deno.readTextFileSync(RESULTS_FILE));
}

/** Leaves a whole run for the documents. */
export function writeResults(results: Results): void {
  Deno.writeTextFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
}
