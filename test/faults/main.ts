/**
 * Runs all tests of this folder, one after the other, and prints a table of what they measured:
 * `SIZE=full deno run -A test/faults/main.ts`. It ends as the tests do.
 */
import { temporaryFolder } from "../support/temporary.ts";
import { FIGURES_FILE, figuresTable } from "./figures.ts";

await using folder = await temporaryFolder();
const path = `${folder.path}/figures`;
await Deno.writeTextFile(path, "");
const began = performance.now();
const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--allow-all",
    "--quiet",
    ...(Deno.args.length > 0 ? Deno.args : ["test/faults/"]),
  ],
  env: { [FIGURES_FILE]: path },
}).spawn().status;
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\nMeasured at SIZE=${Deno.env.get("SIZE") ?? "default"} in ${minutes} minutes:\n`);
console.log(figuresTable(await Deno.readTextFile(path)));
Deno.exitCode = code;
