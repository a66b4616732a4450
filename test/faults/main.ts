/**
 * Runs all tests of this folder, those that mostly wait beside each other and the rest one after the
 * other, and prints a table of what they measured: `SIZE=full deno run -A test/faults/main.ts`. It
 * ends as the tests do.
 */
import { temporaryFolder } from "../support/temporary.ts";
import { FIGURES_FILE, figuresTable } from "./figures.ts";

/** They wait for timeouts most of the time, load the machine little, and bear that others do so too. */
const WAITING = [
  "store_away_http",
  "slow_sockets",
  "audit_http_chat",
  "webhooks_end_to_end",
  "access_goodbye",
].map((name) => `test/faults/${name}_test.ts`);

await using folder = await temporaryFolder();
const path = `${folder.path}/figures`;
await Deno.writeTextFile(path, "");
const began = performance.now();
const code = Deno.args.length > 0
  ? await runTests(Deno.args)
  : await runTests(["--parallel", ...WAITING]) |
    await runTests([`--ignore=${WAITING}`, "test/faults/"]);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\nMeasured at SIZE=${Deno.env.get("SIZE") ?? "default"} in ${minutes} minutes:\n`);
console.log(figuresTable(await Deno.readTextFile(path)));
Deno.exitCode = code;

/** The exit code of the test runner. */
async function runTests(args: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--quiet", ...args],
    env: { [FIGURES_FILE]: path },
  }).spawn().status;
  return code;
}
