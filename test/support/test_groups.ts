import { resolve } from "node:path";
import { TEST_FILE } from "./test_file.ts";

/** Whose tests have tasks of their own. */
const OTHERS = /^test\/(?:faults|pages|fixtures)\/|_process_test\.ts$/;

/**
 * How many files a group has at most. Those of a group share one isolate, with its modules and what
 * the engine has learnt of them: alone, half of a file's time is spent on that. Smaller groups are
 * divided among processors more evenly.
 */
const MOST_FILES = 12;

/** The files of the tests that start no process, as paths from the project's folder. */
export function ownTests(folder = "test"): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? ownTests(path) : [path];
  }).filter((path) => path.endsWith("_test.ts") && !OTHERS.test(path)).sort();
}

/** The files in their order, so that neighbours are together; the groups are about equally long. */
export function groupsOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MOST_FILES);
  return Array.from(
    { length: count },
    (_, n) =>
      files.slice(Math.floor(n * files.length / count), Math.floor((n + 1) * files.length / count)),
  );
}

/** The module that loads a group, and says of which file the tests are that are registered. */
export function groupModule(files: readonly string[]): string {
  const lines = files.map((file) =>
    `globalThis[Symbol.for(${JSON.stringify(TEST_FILE)})] = ${JSON.stringify(file)};\n` +
    `await import(${JSON.stringify(new URL(resolve(file), "file:").href)});\n`
  );
  return lines.join("");
}
