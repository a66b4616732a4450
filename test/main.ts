/**
 * `deno task test [files] [options of deno test]`: runs the tests that start no process, many files in
 * one isolate; files that are named run alone.
 */
import { groupModule, groupsOf, ownTests } from "./support/test_groups.ts";
import { temporaryFolder } from "./support/temporary.ts";

const OPTIONS = [
  ...["--allow-all", "--deny-run", "--no-check", "--preload=test/support/preload.ts"],
  ...["--quiet", "--parallel"],
];

/** Runs `deno test` with these arguments and files; returns its exit code. */
async function runTests(args: readonly string[], files: readonly string[]): Promise<number> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["test", ...OPTIONS, ...args, ...files],
  });
  return (await command.spawn().status).code;
}

async function runGroups(args: readonly string[]): Promise<number> {
  await using folder = await temporaryFolder();
  const groups = groupsOf(ownTests()).map((files, n) => {
    const path = `${folder.path}/group_${String(n + 1).padStart(2, "0")}_test.ts`;
    Deno.writeTextFileSync(path, groupModule(files));
    return path;
  });
  return await runTests(args, groups);
}

const areNamed = Deno.args.some((arg) => /^[^-].*_test\.ts$|^test\//.test(arg));
Deno.exit(areNamed ? await runTests(Deno.args, []) : await runGroups(Deno.args));
