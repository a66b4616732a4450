import { resolve } from "node:path";
import { writeWhole } from "../../emit/write_file.ts";
import { isFile } from "../../read/there.ts";
import { commandReader } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, FAILED, TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { taskSettings } from "../../task/task_settings.ts";
import { say } from "../../words/say.ts";
import { newEntries } from "./changelog.ts";
import { COMMIT, type Pin, readPin, withPin } from "./pin.ts";

const USAGE = "deno task upgrade [commit] [--language=id|en]";

const HELP = `Changes the engine of this repository: the line with ENGINE in engine.ts.

  ${USAGE}

  commit            a commit of the engine's repository, 40 digits; without it the latest one of its
                    main branch. An earlier one goes back
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

It checks the content with the new engine, prints what the changelog says between the two, and
changes the line. Where the check finds errors the line stays. Commit engine.ts, or make a pull request
of it; servers run the new engine from their next start on.

Exit codes
  0   the line is changed, or names that commit already
  1   errors in the content, or the commit cannot be fetched; the line stays
  2   a wrong call`;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: {},
    read([commit, ...others]): { readonly commit: string | undefined } | string {
      if (others.length > 0) return say`Expected one commit`;
      if (commit === undefined || COMMIT.test(commit)) return { commit };
      return say`Cannot use the commit "${commit}": expected 40 digits, as git rev-parse prints them`;
    },
  }),
  run,
});

function run({ commit }: { readonly commit: string | undefined }): number {
  const folder = Deno.env.get("SERVICE_DIR") ?? "";
  const path = `${folder}/engine.ts`;
  if (folder === "" || !isFile(path)) {
    throw new TaskError(
      say`Cannot upgrade: this is no repository with engine.ts, which deno task new service makes`,
      WRONG_CALL,
    );
  }
  const text = Deno.readTextFileSync(path);
  const pin = readPin(text);
  if (pin === undefined) {
    throw new TaskError(
      say`Cannot upgrade: ${path} has no line with ENGINE, an address, # and a commit of 40 digits`,
    );
  }
  const next = commit ?? latestCommit(pin);
  if (next === pin.commit) {
    console.log(say`The engine is at ${next} already`);
    return DONE;
  }
  const isGood = checkWith(folder, next);
  const changelogOf = (commit: string) => {
    const changelog = `${folder}/.engine/${commit}/CHANGELOG.md`;
    return isFile(changelog) ? Deno.readTextFileSync(changelog) : "";
  };
  if (!isFile(`${folder}/.engine/${next}/deno.json`)) {
    console.error(say`Cannot fetch the commit ${next}: the line of the engine stays as it is`);
    return FAILED;
  }
  console.log(whatChanges(changelogOf(next), changelogOf(pin.commit)));
  if (!isGood) {
    console.error(
      say`The content has errors with the engine ${next}: the line stays as it is. Correct them, and run this again`,
    );
    return FAILED;
  }
  writeWhole(path, [new TextEncoder().encode(withPin(text, { ...pin, commit: next }))]);
  console.log(say`The engine is at ${next} now. Back: deno task upgrade ${pin.commit}`);
  return DONE;
}

/** @throws {TaskError} if the repository does not answer */
function latestCommit({ address }: Pin): string {
  const { success, stdout } = new Deno.Command("git", {
    args: ["ls-remote", "--exit-code", address, "HEAD"],
    stdin: "null",
    stderr: "inherit",
  }).outputSync();
  const commit = new TextDecoder().decode(stdout).split(/\s/)[0] ?? "";
  if (success && COMMIT.test(commit)) return commit;
  throw new TaskError(say`Cannot find the latest commit of ${address}: the lines above say why`);
}

/** Whether the content has no errors with a commit of the engine, which is fetched for it. */
function checkWith(folder: string, commit: string): boolean {
  const { CONTENT_DIR: content, OUT_DIR: out } = taskSettings();
  const { success } = new Deno.Command("deno", {
    args: ["run", "--quiet", "--allow-all", "engine.ts", "check"],
    cwd: folder,
    // Paths may be seen from this engine.
    env: { ENGINE_COMMIT: commit, CONTENT_DIR: resolve(content), OUT_DIR: resolve(out) },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).outputSync();
  return success;
}

function whatChanges(next: string, now: string): string {
  const [added, gone] = [newEntries(next, now), newEntries(now, next)];
  const parts = [
    ...(added === "" ? [] : [`${say`What changes:`}\n\n${added}`]),
    ...(gone === "" ? [] : [`${say`What is not in that engine:`}\n\n${gone}`]),
  ];
  return parts.join("\n") || `${say`The changelog says nothing between the two.`}\n`;
}
