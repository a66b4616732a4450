/**
 * Runs all tests of this folder and prints a table of what they measured:
 * `SIZE=full deno run -A test/faults/main.ts`. Tests that mostly wait run beside each other, so do
 * those that count and measure no time, and the rest one after the other. It ends as the tests do.
 *
 * `--beside` runs those that bear any other test beside them, `--alone` the rest.
 */
import { temporaryFolder } from "../support/temporary.ts";
import { FIGURES_FILE, figuresTable } from "./figures.ts";

/** They wait for timeouts most of the time, and load the machine little. */
const PATIENT = ["live", "live_lists", "webhooks_end_to_end"].map(fileOf);

/** They wait as much, and bear others that do so: nobody may be held up for long meanwhile. */
const WAITING = ["slow_sockets"]
  .map(fileOf);

/**
 * They count what was answered, charged and kept; how long that took fails none of them, or only where it
 * is many times as long as usual.
 */
const COUNTING = [
  ...[
    "access_quota",
    "admin_trail_kill",
    "deploy",
    "history_http",
    "malformed_requests",
    "open_files",
    "postgres",
    "rolling",
  ],
  ...[
    "rounds",
    "signup_kill",
    "snapshot_drill",
    "snapshot_kill",
    "soak",
  ],
  "webhooks_kill",
].map(fileOf);

/** How many files run at once for each processor where they run beside each other. */
const JOBS_EACH = { waiting: 2.5, counting: 1.5 };

await using folder = await temporaryFolder();
const path = `${folder.path}/figures`;
await Deno.writeTextFile(path, "");
const began = performance.now();
const code = await runAsked(Deno.args);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\nMeasured at SIZE=${Deno.env.get("SIZE") ?? "default"} in ${minutes} minutes:\n`);
console.log(figuresTable(await Deno.readTextFile(path)));
Deno.exitCode = code;

async function runAsked(words: readonly string[]): Promise<number> {
  const [word] = words;
  if (word === undefined) return await runBeside() | await runAlone();
  if (word === "--beside") return await runBeside();
  return word === "--alone" ? await runAlone() : await runTests(words);
}

async function runBeside(): Promise<number> {
  return await runTests(["--parallel", ...COUNTING], JOBS_EACH.counting);
}

async function runAlone(): Promise<number> {
  const others = [...PATIENT, ...COUNTING, ...WAITING];
  return await runTests(["--parallel", ...PATIENT], JOBS_EACH.waiting) |
    await runTests(["--parallel", ...WAITING], JOBS_EACH.waiting) |
    await runTests([`--ignore=${others}`, "test/faults/"]);
}

function fileOf(name: string): string {
  return `test/faults/${name}_test.ts`;
}

/** The exit code of the test runner, with so many jobs for each processor. */
async function runTests(args: readonly string[], jobsEach = 1): Promise<number> {
  const jobs = Math.ceil(jobsEach * navigator.hardwareConcurrency);
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--allow-all",
      "--no-check",
      "--preload=test/support/preload.ts",
      "--quiet",
      ...args,
    ],
    env: { [FIGURES_FILE]: path, DENO_JOBS: String(jobs) },
  }).spawn().status;
  return code;
}
