/**
 * `deno task test` and `deno task test:process`, which gives the word `process`: run many files in one
 * isolate. Further words are files, which run alone, and options of `deno test`.
 */
import { tmpdir } from "node:os";
import { KEPT_IN } from "./support/kept.ts";
import { memoryFolder, temporaryFolder } from "./support/temporary.ts";
import { NO_PROCESS } from "./support/no_process.ts";
import { groupModule, groupsOf, type Kind, testFiles } from "./support/test_groups.ts";

/**
 * How many groups run at once for each processor: tests wait for timers and for the disk, and those of
 * processes half of the time.
 */
const JOBS_EACH: Readonly<Record<Kind, number>> = { plain: 1.5, process: 2.5 };

const ENDING = ["SIGINT", "SIGTERM"] as const;

/** With this room for new objects (MiB) the tests take a tenth less of processor time. */
const YOUNG_HEAP_FLAG = "--v8-flags=--max-semi-space-size=64";

const [first, ...rest] = Deno.args;
const kind: Kind = first === "process" ? "process" : "plain";
const words = first === "process" ? rest : Deno.args;
const areNamed = words.some((word) => /^(?!-).*_test\.ts$|^test\//.test(word));
Deno.exit(areNamed ? await runTests([]) : await runGroups());

/**
 * Runs `deno test` with the given words and further files; returns its exit code. Tests that start no
 * process have their folders in memory; a process that may read some folders alone may read none there.
 */
async function runTests(files: readonly string[]): Promise<number> {
  const jobs = Math.ceil(JOBS_EACH[kind] * navigator.hardwareConcurrency);
  await using memory = kind === "plain" ? await memoryFolder() : undefined;
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "--allow-all", "--no-check", "--preload=test/support/preload.ts"],
      ...[YOUNG_HEAP_FLAG, "--quiet", "--parallel", ...words, ...files],
    ],
    env: {
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(jobs),
      ...(kind === "plain" && { [NO_PROCESS]: "1" }),
      ...(memory && { TMPDIR: memory.path, [KEPT_IN]: tmpdir() }),
    },
  });
  const tests = command.spawn();
  // What is in memory has to go, also if a person ends the tests.
  for (const signal of memory ? ENDING : []) {
    Deno.addSignalListener(signal, () => tests.kill(signal));
  }
  return (await tests.status).code;
}

async function runGroups(): Promise<number> {
  await using folder = await temporaryFolder();
  const groups = groupsOf(kind, testFiles(kind)).map((files, n) => {
    const path = `${folder.path}/group_${String(n + 1).padStart(2, "0")}_test.ts`;
    Deno.writeTextFileSync(path, groupModule(files));
    return path;
  });
  return await runTests(groups);
}
