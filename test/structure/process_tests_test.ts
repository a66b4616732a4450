import assert from "node:assert/strict";
import { type ImportGraph, importGraph, importsIn, reach } from "./import_graph.ts";
import { groupsOf, testFiles } from "../support/test_groups.ts";
import { NO_PROCESS } from "../support/no_process.ts";
import { modules } from "./modules.ts";

/** Makes a command, or has Node's module for that. */
const STARTS_PROCESSES = /\bnew Deno\.Command\(|"node:child_proces[s]"/;

/** Folders with tasks of their own, whose tests may start processes whatever they are called. */
const OWN_TASKS = /^test\/(?:faults|pages)\//;

const MODULES = ["src", "build", "test"].flatMap(modules);

const TASKS: Record<string, { readonly command: string }> =
  JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url))).tasks;

/** The first module by which a test starts processes; undefined where it starts none. */
function starterOf(graph: ImportGraph, starters: ReadonlySet<string>, test: string) {
  return reach(graph, test, { later: true }).find((path) => starters.has(path));
}

Deno.test("a test that starts processes is named _process_test.ts, and no other is", () => {
  const starters = new Set(
    MODULES.filter(({ text }) => STARTS_PROCESSES.test(text)).map(({ path }) => path),
  );
  const graph = importGraph("src", "build", "test");
  const tests = [...graph.keys()].filter((path) =>
    /_test\.ts$/.test(path) && !OWN_TASKS.test(path)
  );
  assert.ok(tests.length > 300, `${tests.length} tests were read`);
  const starting = tests.map((test) => ({ test, starter: starterOf(graph, starters, test) }));
  assert.deepEqual(
    starting.filter(({ test, starter }) => /_process_test\.ts$/.test(test) !== !!starter),
    [],
  );
});

Deno.test("a test starts processes also by a module that it imports through others, or later", () => {
  const texts: Record<string, string> = {
    "test/one_test.ts": 'import { start } from "./support/start.ts";',
    "test/two_test.ts": 'const { start } = await import("./support/start.ts");',
    "test/three_test.ts": 'import type { Started } from "./support/start.ts";',
    "test/support/start.ts": 'export * from "../support/command.ts";',
    "test/support/command.ts": `export const run = () => new ${"Deno.Command"}("ls");`,
  };
  const graph = new Map(
    Object.entries(texts).map(([path, text]) => [path, importsIn({ path, text })]),
  );
  const starters = new Set(
    Object.keys(texts).filter((path) => STARTS_PROCESSES.test(texts[path]!)),
  );
  const found = Object.keys(texts).slice(0, 3).map((test) => starterOf(graph, starters, test));
  assert.deepEqual(found, ["test/support/command.ts", "test/support/command.ts", undefined]);
});

Deno.test("each test is run by one task", () => {
  const { test, "test:process": process } = TASKS;
  assert.equal(test!.command, "deno run --quiet --allow-all test/main.ts");
  assert.equal(process!.command, "deno run --quiet --allow-all test/main.ts process");
  const kinds = ["plain", "process"] as const;
  const run = kinds.flatMap((kind) => groupsOf(kind, testFiles(kind)).flat());
  const all = MODULES.map(({ path }) => path)
    .filter((path) => /^test\/.*_test\.ts$/.test(path) && !OWN_TASKS.test(path));
  assert.deepEqual(run.sort(), all.sort());
  const own = MODULES.filter(({ path }) => OWN_TASKS.test(path) && /_process_test\.ts$/.test(path));
  assert.deepEqual(own, []);
});

Deno.test(
  "no test of the task test starts a process",
  { ignore: !Deno.env.has(NO_PROCESS) },
  () => {
    assert.throws(() => Reflect.construct(Deno.Command, ["true"]), /name the file of this test/);
  },
);
