/**
 * Runs all tests of this folder: `SIZE=full deno run -A test/faults/main.ts`. Those that bear others
 * beside them run so (`--beside`), those that measure time or memory one after the other (`--alone`).
 * Other words are given to the test runner.
 */

/** They measure time or memory. */
const ALONE = ["many_listeners", "slow_sockets"]
  .map((name) => `test/faults/${name}_process_test.ts`);

const [word] = Deno.args;
const runBeside = () => run("--parallel", `--ignore=${ALONE}`, "test/faults/");
const runAlone = () => run(...ALONE);
Deno.exitCode = word === "--beside"
  ? await runBeside()
  : word === "--alone"
  ? await runAlone()
  : word === undefined
  ? await runBeside() | await runAlone()
  : await run(...Deno.args);

/** The exit code of the test runner. */
async function run(...words: string[]): Promise<number> {
  const args = [
    "test",
    "--allow-all",
    "--no-check",
    "--preload=test/support/preload.ts",
    "--quiet",
  ];
  return (await new Deno.Command(Deno.execPath(), { args: [...args, ...words] }).spawn().status)
    .code;
}
