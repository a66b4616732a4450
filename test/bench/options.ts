import { CASE_NAMES } from "./cases.ts";

/** Measured beside the cases, by the same names on the command line. */
export const STARTUP_NAMES = [
  "start",
  "build",
  "plain-build",
  "plain-build-100",
  "soak",
  "processes",
  "telemetry",
] as const;

/** What the command line asks for. */
export interface BenchOptions {
  readonly help: boolean;
  readonly quick: boolean;
  readonly markdown: boolean;
  readonly show: boolean;
  readonly write: boolean;
  /** The earlier commit whose server is measured in the same run. */
  readonly before?: string;
  /** Empty: all. */
  readonly names: readonly string[];
}

const BEFORE = "--before=";
const FLAGS = ["help", "quick", "markdown", "show", "write"] as const;

export const HELP = `deno task bench [--quick] [--markdown] [--before=<commit>] [name…]

Measures the server on what customers have, a metered key with a whitelist, against two baselines
that send the same bytes and headers: "plain" makes a new Response each time, "best" clones one.
"reads" clones one, too, after it has read of the request what has to be read, and decides nothing.
Hono and nginx (where it is installed) stand beside them, in some cases, or in all that are named.

"plain-build" builds, checks and compares content of the live service's size beside a plain script
that only reads, parses and checks the same files; where it is named, ten times that too, for some
minutes. "plain-build-100" builds a hundred times that once, for half an hour.
"telemetry" compares servers that count, number and log requests with one that does not.
"soak" asks a million times with one key: the server's memory, and what its quota writes.
"processes" asks two processes on one port beside one.

  --quick      fewer and shorter rounds: 5 minutes instead of 14, where nothing else runs
  --before     the commit whose server stands beside this one, in every case
  --markdown   prints the tables as the documents have them
  --show       measures nothing, prints the last whole run (test/bench/results.json)
  --write      with --show: writes its tables into the documents again

Names: ${CASE_NAMES.join(" ")}
       ${STARTUP_NAMES.join(" ")}

A run of everything without --quick writes test/bench/results.json, a line of test/bench/history.jsonl
and its tables into the documents, and names what is worse than in the run before. Progress goes to standard error. Needs Linux; uses wrk, nginx and taskset where they are installed.`;

/**
 * Reads the words behind `deno task bench`.
 *
 * @throws {TypeError} for a flag or a case that does not exist.
 */
export function readBenchOptions(words: readonly string[]): BenchOptions {
  const before = words.findLast((word) => word.startsWith(BEFORE))?.slice(BEFORE.length);
  const flags = words.filter((word) => word.startsWith("--") && !word.startsWith(BEFORE))
    .map((word) => word.slice(2));
  const names = words.filter((word) => !word.startsWith("--"));
  for (const flag of flags) {
    if ((FLAGS as readonly string[]).includes(flag)) continue;
    throw new TypeError(
      `Cannot run: expected --${FLAGS.join(", --")} or ${BEFORE}<commit>, got "--${flag}"`,
    );
  }
  const known = [...CASE_NAMES, ...STARTUP_NAMES];
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new TypeError(`Cannot measure "${name}": expected some of ${known.join(", ")}`);
  }
  const has = (flag: typeof FLAGS[number]) => flags.includes(flag);
  return {
    help: has("help"),
    quick: has("quick"),
    markdown: has("markdown"),
    show: has("show"),
    write: has("write"),
    ...(before && { before }),
    names,
  };
}
