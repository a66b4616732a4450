/**
 * The build by the word of a task: `build/main.ts build`, `check`, `dev`, and those of the tools.
 *
 * @module
 */

import { type Task, taskOf } from "./task/run_task.ts";
import { DONE } from "./task/task_error.ts";
import { TOOLS } from "./tools.ts";
import { say } from "./words/say.ts";

const COMMANDS: Readonly<Record<string, () => Promise<{ readonly task: Task }>>> = {
  build: () => import("./build_task.ts"),
  check: () => import("./report/main.ts"),
  dev: () => import("./dev/main.ts"),
  ...Object.fromEntries(TOOLS.flatMap(({ commands = {} }) => Object.entries(commands))),
};

/** What is called where a word is no command: a tool may have been taken away. */
const overview = taskOf({
  usage: "deno task build",
  help: `deno task <word> --help tells more of each: ${Object.keys(COMMANDS).join(", ")}`,
  readCall: ([word = ""]) =>
    say`Cannot do "${word}": expected one of ${Object.keys(COMMANDS).join(", ")}`,
  run: () => DONE,
});

/** A command is called by two words, or by one. */
const count = [2, 1].find((count) => Object.hasOwn(COMMANDS, wordOf(count))) ?? 0;
const load = COMMANDS[wordOf(count)];
const words = Deno.args.slice(count);
Deno.exit(await (load === undefined ? overview(words) : (await load()).task(words)));

function wordOf(count: number): string {
  return Deno.args.slice(0, count).join(" ");
}
