/**
 * Runs all tests of this folder and prints a table of what they measured:
 * `SIZE=full deno run -A test/faults/main.ts`. Tests that mostly wait run beside each other, so do
 * those that count and measure no time, and the rest one after the other. It ends as the tests do.
 */
import { temporaryFolder } from "../support/temporary.ts";
import { FIGURES_FILE, figuresTable } from "./figures.ts";

/** They wait for timeouts most of the time, load the machine little, and bear that others do so too. */
const WAITING = [
  "store_away_http",
  "slow_sockets",
  "audit_http_chat",
  "webhooks_end_to_end",
].map(fileOf);

/** They count what was answered, charged and kept; how long that took fails none of them. */
const COUNTING = [
  ...[
    "admin_trail_kill",
    "audit_kill",
    "history_http",
    "malformed_requests",
    "postgres",
    "rolling",
  ],
  ...[
    "rolling_upgrade",
    "rounds",
    "signup_flood",
    "signup_kill",
    "snapshot_drill",
    "snapshot_kill",
  ],
  "update",
].map(fileOf);

await using folder = await temporaryFolder();
const path = `${folder.path}/figures`;
await Deno.writeTextFile(path, "");
const began = performance.now();
const code = Deno.args.length > 0
  ? await runTests(Deno.args)
  : await runTests(["--parallel", ...WAITING]) |
    await runTests(["--parallel", ...COUNTING]) |
    await runTests([`--ignore=${[...WAITING, ...COUNTING]}`, "test/faults/"]);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\nMeasured at SIZE=${Deno.env.get("SIZE") ?? "default"} in ${minutes} minutes:\n`);
console.log(figuresTable(await Deno.readTextFile(path)));
Deno.exitCode = code;

function fileOf(name: string): string {
  return `test/faults/${name}_test.ts`;
}

/** The exit code of the test runner. */
async function runTests(args: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--allow-all",
      "--no-check",
      "--preload=test/support/preload.ts",
      "--quiet",
      ...args,
    ],
    env: { [FIGURES_FILE]: path },
  }).spawn().status;
  return code;
}
