import { resolve } from "node:path";
import { TEST_FILE } from "./test_file.ts";

/** Which tests: those that start no process, or those that do. */
export type Kind = "plain" | "process";

/** Folders whose tests have tasks of their own. */
const OTHERS = /^test\/(?:faults|pages|fixtures)\//;
const PROCESS = /_process_test\.ts$/;

/**
 * How many groups there are, beside the longest files, for so many files. The files of a group share
 * one isolate, with its modules, the compiled schemas of answers and what the engine has learnt of
 * them: alone, half of a file's time is spent on that. Tests of processes wait for those, so that many
 * groups run at once.
 */
const GROUPS: Readonly<Record<Kind, (files: number) => number>> = {
  plain: () => 6,
  process: (files) => Math.ceil(files / 4),
};

/** Files that take longest, each a group of its own: they begin first, so that none is left at the end. */
const LONGEST = [
  "test/site/openapi/outside_process_test.ts",
  "test/service/service_process_test.ts",
  "test/site/openapi/generators_process_test.ts",
  "test/compose/follow_process_test.ts",
  "test/compose/changed_files_process_test.ts",
  "test/docs/snippets_process_test.ts",
  "test/postgres/servers_process_test.ts",
  "test/service/upgrade_process_test.ts",
  "test/build/watch_process_test.ts",
  "test/build/replacement_process_test.ts",
  "test/quota/property_test.ts",
  "test/build/fuzz_test.ts",
];

/** The files of the tests of a kind, as paths from the project's folder. */
export function testFiles(kind: Kind, folder = "test"): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? testFiles(kind, path) : [path];
  }).filter((path) =>
    path.endsWith("_test.ts") && !OTHERS.test(path) && PROCESS.test(path) === (kind === "process")
  ).sort();
}

/** The longest files, and the others in their order: neighbours are together, in groups of one length. */
export function groupsOf(kind: Kind, files: readonly string[]): string[][] {
  const longest = LONGEST.filter((file) => files.includes(file));
  const others = files.filter((file) => !longest.includes(file));
  const count = GROUPS[kind](others.length);
  const start = (n: number) => Math.floor(n * others.length / count);
  return [
    ...longest.map((file) => [file]),
    ...Array.from({ length: count }, (_, n) => others.slice(start(n), start(n + 1))),
  ];
}

/** The module that loads a group, and says of which file the tests are that are registered. */
export function groupModule(files: readonly string[]): string {
  const lines = files.map((file) =>
    `globalThis[Symbol.for(${JSON.stringify(TEST_FILE)})] = ${JSON.stringify(file)};\n` +
    `await import(${JSON.stringify(new URL(resolve(file), "file:").href)});\n`
  );
  return lines.join("");
}
