/** `deno task bench`: measures the program, and prints what it takes to the least that can be done. */
import { parseArgs } from "node:util";
import { temporaryFolder } from "../support/temporary.ts";
import * as requests from "./requests.ts";
import { checkOut, createSite, type Size } from "./site.ts";
import * as startup from "./startup.ts";
import { eachSide, printRow, type Sides } from "./turns.ts";

const NAMES = ["start", "build", ...requests.CASE_NAMES, "memory", "processes"];

const HELP =
  `deno task bench [--quick] [--before <commit>] [--only=<case>,…] [--pairs=<number>] [--soak]

Measures requests of a metered key at 16 connections, starts, builds, memory, and two processes to one; in the
same run the least that can be done: a server that only sends the same bytes, an empty server, a script that only
parses the same files. Prints medians, the medians of the ratios, and what lies around the middle half of them. Linux.

  --quick     fewer and shorter rounds
  --before    measures the program of that commit too, in turns, with content and a store of its own
  --only      some of ${NAMES.join(" ")}
  --pairs     rounds of each case of requests (20; quick 5)
  --soak      measures also memory after one to four million requests, and ten times the content`;

const { values } = readOptions();
if (values.help) console.log(HELP);
else await measure();

function readOptions() {
  const [flag, text] = [{ type: "boolean", default: false }, { type: "string" }] as const;
  const flags = { help: flag, quick: flag, soak: flag };
  try {
    const options = { ...flags, before: text, only: text, pairs: text };
    const read = parseArgs({ args: Deno.args, options });
    const { only = "start", pairs = "1" } = read.values;
    const wrong = only.split(",").find((name) => !NAMES.includes(name));
    if (wrong !== undefined) throw new TypeError(`Cannot measure "${wrong}"`);
    if (!/^[1-9]\d*$/.test(pairs)) throw new TypeError(`Expected a number, got "${pairs}"`);
    return read;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}; see deno task bench --help`);
    Deno.exit(2);
  }
}

async function measure(): Promise<void> {
  await using folder = await temporaryFolder();
  const { quick, soak, before, only, pairs } = values;
  const [rounds, asked] = quick ? [3, 20_000] : [7, 100_000];
  const wants = (name: string) => only === undefined || only.split(",").includes(name);
  const times = quick ? { roundMs: 150, warmMs: 300 } : { roundMs: 300, warmMs: 1000 };
  const bench = { pairs: Number(pairs ?? (quick ? 5 : 20)), ...times, wants };
  const programs: Sides<string> = {
    now: Deno.cwd(),
    ...(before && { before: await checkOut(before, `${folder.path}/program`) }),
  };
  let places = 0;
  const build = (size: Size) =>
    eachSide(programs, (program) => createSite(program, `${folder.path}/${places++}`, size));
  const large = await build(1);
  printRow("case", "measure", "now", "to plain", before ? `to ${before}` : "");
  // Before the requests, for which this process stays on one core.
  for (const name of ["start", "build"] as const) {
    if (!wants(name)) continue;
    await startup[name](rounds, "shipped", await build("shipped"));
    await startup[name](rounds, "5,000 files", large);
    if (soak) await startup[name](1, "50,000 files", await build(10));
  }
  if (requests.CASE_NAMES.some(wants)) await requests.measureRequests(bench, large);
  if (wants("processes")) await requests.measureProcesses(bench, large);
  if (wants("memory")) await requests.measureMemory(asked, large);
  if (soak) await requests.measureMemory(1_000_000, large, 4);
}
